/**
 * Tests an event whose sections are split among three seat objects. It has rows of 3, 6 and 5 seats, and areas for 4 and
 * 6 people.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import { type Answer, buildWorld, type Cart, Visitor, type World } from '../support/shop-world.ts'
import { addSplitEvent, publishPlan, type SplitEvent, splitPlan, storeSplitPlan } from '../support/split-event.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  await storeSplitPlan()
})

const newSplitEvent = (cartLimit = 20) => addSplitEvent(world, cartLimit)

function take(visitor: Visitor, productVariantId: string, wish: string[] | number) {
  const amount = typeof wish === 'number' ? wish : wish.length
  return visitor.add([{ productVariantId, amount, ...(typeof wish === 'number' ? {} : { seatIds: wish }) }])
}

function seatsIn(answer: Answer<{ addItems: { cart: Cart } }>): string[] {
  return (answer.data?.addItems.cart.items ?? []).flatMap(({ seatId }) => seatId ?? []).sort()
}

async function countsIn({ id }: SplitEvent, status: 'held' | 'sold' = 'held'): Promise<number[]> {
  return Promise.all(
    [0, 1, 2].map(async (block) => {
      const { ok, counts, faults } = await seatsObject(testEnv, id, block).audit(Date.now())
      expect(faults, String(ok)).toEqual([])
      return counts[status]
    }),
  )
}

describe('an event split among several seat objects', () => {
  it('SEAT-09 holds either all chosen seats of several objects or none, and sells all held seats', async () => {
    const event = await newSplitEvent()
    const [ida, ben] = [new Visitor(), new Visitor()]
    expect(seatsIn(await take(ida, event.seat, ['A-1-1', 'B-1-1', 'C-1-1']))).toEqual(['A-1-1', 'B-1-1', 'C-1-1'])
    expect(await take(ben, event.seat, ['A-1-2', 'B-1-2', 'C-1-1'])).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['C-1-1'] },
    })
    expect(await countsIn(event)).toEqual([1, 1, 1])
    expect((await ida.placeOrder(3 * 4500)).code).toBeNull()
    expect(await countsIn(event, 'sold')).toEqual([1, 1, 1])
  })

  it('SEAT-12 chooses adjacent seats in any object rather than separate seats in the first', async () => {
    const event = await newSplitEvent()
    expect(seatsIn(await take(new Visitor(), event.seat, 5))).toEqual(['B-1-1', 'B-1-2', 'B-1-3', 'B-1-4', 'B-1-5'])
    expect(seatsIn(await take(new Visitor(), event.seat, 5))).toHaveLength(5)
    expect(await countsIn(event)).toEqual([0, 5, 5])
    await take(new Visitor(), event.seat, ['A-1-2'])
    expect(seatsIn(await take(new Visitor(), event.seat, 2))).toEqual(['A-1-1', 'A-1-3'])
  })

  it('SEAT-12 chooses the object whose free seats have the best view, not the object with the best seat of the plan', async () => {
    const event = await newSplitEvent()
    const views = [1, 90, 91, 50, 51, 52, 53, 54, 55, 10, 11, 12, 13, 14]
    await publishPlan(event, { ...splitPlan(), views })
    const ida = new Visitor()
    expect(seatsIn(await take(ida, event.seat, 1))).toEqual(['A-1-1'])
    expect(seatsIn(await take(new Visitor(), event.seat, 2))).toEqual(['C-1-1', 'C-1-2'])
    expect(seatsIn(await take(ida, event.seat, 2))).toEqual(['A-1-1', 'A-1-2', 'A-1-3'])
    expect(seatsIn(await take(new Visitor(), event.seat, 4))).toEqual(['B-1-1', 'B-1-2', 'B-1-3', 'B-1-4'])
    expect(await countsIn(event)).toEqual([3, 4, 2])
  })

  it('SEAT-12 splits a group among objects if no object has enough seats, and holds nothing if all objects together have too few', async () => {
    const event = await newSplitEvent()
    expect(await take(new Visitor(), event.seat, 15)).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 14 },
    })
    expect(await countsIn(event)).toEqual([0, 0, 0])
    expect(seatsIn(await take(new Visitor(), event.seat, 13))).toHaveLength(13)
    expect(await countsIn(event)).toEqual([2, 6, 5])
  })

  it('SEAT-08 takes all standing tickets of a request from one area', async () => {
    const event = await newSplitEvent()
    expect((await take(new Visitor(), event.standing, 5)).code).toBeNull()
    expect(await countsIn(event)).toEqual([0, 0, 5])
    expect(await take(new Visitor(), event.standing, 5)).toMatchObject({ params: { left: 4 } })
    expect(await countsIn(event)).toEqual([0, 0, 5])
  })

  it('EVT-05 enforces the cart limit over all objects', async () => {
    const event = await newSplitEvent(4)
    const visitor = new Visitor()
    await take(visitor, event.seat, ['A-1-1', 'B-1-1'])
    const limit = { code: 'TICKET_LIMIT_EXCEEDED', params: { limit: 4 } }
    expect(await take(visitor, event.seat, ['A-1-2', 'B-1-2', 'C-1-2'])).toMatchObject(limit)
    expect(await take(visitor, event.seat, 3)).toMatchObject(limit)
    expect(await countsIn(event)).toEqual([1, 1, 0])
  })

  it('SEAT-09 gives each concurrent cart all of its seats or none, and no seat twice', async () => {
    const event = await newSplitEvent()
    const wishes = await Promise.all([8, 8, 8, 6, 6].map((amount) => take(new Visitor(), event.seat, amount)))
    const had = wishes.map((answer) => seatsIn(answer).length)
    expect(had.every((count, place) => count === 0 || count === [8, 8, 8, 6, 6][place])).toBe(true)
    const held = await countsIn(event)
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(had.reduce((sum, count) => sum + count, 0))
    const all = wishes.flatMap(seatsIn)
    expect(new Set(all).size).toBe(all.length)
  })
})
