import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventSeatsApi } from '../../worker/domain/seats/seat-hold.ts'
import {
  type CartHandle,
  cartStub,
  newCart,
  newStandingEvent,
  orderContextAt,
  replaceBindings,
} from '../support/cart-object.ts'
import { buildWorld, type Cart, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const CAPACITY = 50
const LIMIT = 4
const begin = Date.now()
let world: World
beforeAll(async () => {
  world = await buildWorld(begin)
})

type Changed = { changeAmount: { cart: Cart } }
const key = () => crypto.randomUUID()

function more(
  visitor: Visitor,
  item: { id: string; productVariantId: string } | undefined,
  amount: number,
  clientMutationId = key(),
) {
  const { id: itemId, productVariantId } = item ?? {}
  return visitor.run<Changed>('AddTickets', { itemId, productVariantId, amount, clientMutationId })
}

function fewer(visitor: Visitor, item: { id: string } | undefined, amount: number, clientMutationId = key()) {
  return visitor.run<Changed>('ChangeAmount', { itemId: item?.id, amount, clientMutationId })
}

/** A fan who holds tickets of a standing event of their own. */
async function fanWith(amount: number) {
  const event = await newStandingEvent(world)
  const visitor = new Visitor()
  const { data } = await visitor.add([{ productVariantId: event.variantId, amount }])
  const [item] = data?.addItems.cart.items ?? []
  const seats = testEnv.EVENT_SEATS.getByName(`${event.id}/0`)
  const held = async () => {
    expect((await seats.audit(Date.now())).faults).toEqual([])
    return (await seats.audit(Date.now())).counts
  }
  return { event, visitor, item, seats, held }
}

describe('the number of standing tickets', () => {
  it('CART-05 goes up and down in the cart, and the event holds exactly this number', async () => {
    const { visitor, item, held } = await fanWith(1)
    const before = await visitor.cart()
    const up = await more(visitor, item, 4)
    expect(up.data?.changeAmount.cart).toMatchObject({
      items: [{ id: item?.id, amount: 4, totalSumCents: 4 * 4500 }],
      heldUntil: before.heldUntil,
    })
    expect(up.data?.changeAmount.cart.version).toBeGreaterThan(before.version)
    expect(await held()).toMatchObject({ held: 4, free: CAPACITY - 4 })
    expect((await fewer(visitor, item, 2)).data?.changeAmount.cart.items).toMatchObject([{ amount: 2 }])
    expect(await held()).toMatchObject({ held: 2, free: CAPACITY - 2 })
    expect((await fewer(visitor, item, 0)).data?.changeAmount.cart).toMatchObject({ items: [], heldUntil: null })
    expect(await held()).toMatchObject({ held: 0, free: CAPACITY })
  })

  it('CART-05 stays within the limit of the event, and a refusal says so and changes nothing', async () => {
    const { visitor, item, held } = await fanWith(2)
    const before = await visitor.cart()
    expect(await more(visitor, item, LIMIT + 1)).toMatchObject({
      code: 'TICKET_LIMIT_EXCEEDED',
      params: { limit: LIMIT },
    })
    expect(await visitor.cart()).toMatchObject({ items: before.items, version: before.version })
    expect(await held()).toMatchObject({ held: 2 })
  })

  it('CART-05, SES-05 goes up only with the operation that the waiting rooms guard, for the same variant', async () => {
    const { visitor, item, held } = await fanWith(1)
    expect(await fewer(visitor, item, 2)).toMatchObject({ code: 'BAD_INPUT' })
    const other = item && { ...item, productVariantId: world.standingVariant }
    expect(await more(visitor, other, 2)).toMatchObject({ code: 'BAD_INPUT' })
    expect(await held()).toMatchObject({ held: 1 })
  })

  it('CART-05 cannot change for seated tickets, unknown lines, and lines of others', async () => {
    const { visitor, item } = await fanWith(1)
    const seated = await visitor.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-2-5'] }])
    const seat = seated.data?.addItems.cart.items.find(({ seatId }) => seatId !== null)
    expect(await more(visitor, seat, 2)).toMatchObject({ code: 'BAD_INPUT', params: { field: 'amount' } })
    const stranger = new Visitor()
    await stranger.add([{ productVariantId: world.shirt, amount: 1 }])
    expect(await more(stranger, item, 2)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await fewer(stranger, item, 0)).toMatchObject({ code: 'NOT_FOUND' })
    for (const amount of [-1, 101, 1.5]) expect((await more(visitor, item, amount)).code).not.toBeNull()
    expect((await visitor.cart()).items.map(({ amount }) => amount)).toEqual([1, 1])
  })

  it('CART-05, CART-07 changes once for one key, also if two tabs and a retry ask at the same time', async () => {
    const { visitor, item, held } = await fanWith(1)
    const same = key()
    const answers = await Promise.all([
      more(visitor, item, 3, same),
      more(visitor, item, 3, same),
      more(visitor, item, 4),
      fewer(visitor, item, 1),
    ])
    const { amount } = (await visitor.cart()).items[0] ?? {}
    expect(answers.slice(0, 3).every(({ code }) => code === null)).toBe(true)
    expect(await held()).toMatchObject({ held: amount })
  })

  it('CART-05, SEAT-08 sells out exactly, if many fans ask for more at the same time', async () => {
    const { event, seats } = await fanWith(1)
    const fans = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = new Visitor()
        const { data } = await visitor.add([{ productVariantId: event.variantId, amount: 1 }])
        return { visitor, item: data?.addItems.cart.items[0] }
      }),
    )
    const answers = await Promise.all(fans.map(({ visitor, item }) => more(visitor, item, 4)))
    const granted = answers.filter(({ code }) => code === null).length
    // 21 tickets are held, and each granted request takes three of the remaining 29.
    expect(granted).toBe(9)
    const refused = answers.filter(({ code }) => code !== null)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['TICKETS_NOT_AVAILABLE']))
    expect((await seats.audit(Date.now())).counts).toMatchObject({ held: 21 + 9 * 3, free: 2 })
    const amounts = await Promise.all(fans.map(async ({ visitor }) => (await visitor.cart()).items[0]?.amount ?? 0))
    expect(amounts.reduce((sum, amount) => sum + amount, 1)).toBe(48)
  })

  it('CART-05 is gone with its hold: a change of an expired hold is refused', async () => {
    const event = await newStandingEvent(world)
    const handle = newCart(begin)
    const context = await orderContextAt(Date.now())
    const added = await handle.cart.addItems(context, [{ productVariantId: event.variantId, amount: 2 }], 'add-two')
    const itemId = added.ok ? (added.state.items[0]?.id ?? '') : ''
    await testEnv.EVENT_SEATS.getByName(`${event.id}/0`).release(
      handle.id,
      added.ok ? added.state.items.flatMap(({ hold }) => hold?.holdId ?? []) : [],
      Date.now(),
    )
    const change = { itemId, amount: 3, admittedVariantId: event.variantId }
    expect(await handle.cart.changeAmount(context, change, 'more-tickets')).toMatchObject({ code: 'HOLD_EXPIRED' })
  })
})

describe('a change whose answer is lost', () => {
  /** Makes the answer to the next resize get lost after it took effect. */
  async function loseAnswer(handle: CartHandle): Promise<void> {
    const namespace = testEnv.EVENT_SEATS
    let isLost = false
    await replaceBindings(handle, {
      EVENT_SEATS: new Proxy(namespace, {
        get(target, name) {
          if (name !== 'getByName') {
            const value: unknown = Reflect.get(target, name, target)
            return typeof value === 'function' ? value.bind(target) : value
          }
          return (of: string) => {
            const real: EventSeatsApi = target.getByName(of)
            return {
              holdsOf: (...args: Parameters<EventSeatsApi['holdsOf']>) => real.holdsOf(...args),
              release: (...args: Parameters<EventSeatsApi['release']>) => real.release(...args),
              resize: async (...args: Parameters<EventSeatsApi['resize']>) => {
                const answer = await real.resize(...args)
                if (isLost) return answer
                isLost = true
                throw new Error('Network connection lost.')
              },
            }
          }
        },
      }),
    })
  }

  it('CART-05 is in the cart after a retry, and the cart never shows another number than the event holds', async () => {
    const event = await newStandingEvent(world)
    const handle = newCart(begin)
    const context = await orderContextAt(Date.now())
    const added = await handle.cart.addItems(context, [{ productVariantId: event.variantId, amount: 1 }], 'add-one')
    const itemId = added.ok ? (added.state.items[0]?.id ?? '') : ''
    await loseAnswer(handle)
    const change = { itemId, amount: 3, admittedVariantId: event.variantId }
    // An error that leaves the object would also be reported as unhandled.
    const outcome = await runInDurableObject(cartStub(handle), (cart) =>
      cart.changeAmount(context, change, 'more-tickets').catch(String),
    )
    expect(outcome).toContain('Network connection lost')
    expect((await handle.cart.read(context)).items).toMatchObject([{ amount: 3, hold: { amount: 3 } }])
    expect(await handle.cart.changeAmount(context, change, 'more-tickets')).toMatchObject({
      ok: true,
      state: { items: [{ amount: 3 }] },
    })
    const { counts } = await testEnv.EVENT_SEATS.getByName(`${event.id}/0`).audit(Date.now())
    expect(counts).toMatchObject({ held: 3, free: CAPACITY - 3 })
  })
})
