/**
 * MERGE-01: nobody can find out by guessing which reference belongs to which email address, or read an old address with both.
 */
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY } from '../../schema/limits.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import type { RateLimit } from '../../worker/env.ts'
import { ADDRESS } from '../support/address.ts'
import { confirm, merge, move, paidOrder, reserve, rowOf } from '../support/merge-helpers.ts'
import { buildPaymentWorld, db, setOrder } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv, unlimited } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.update(variantStock).set({ initial: 100, available: 100 }).where(eq(variantStock.variantId, world.scarce))
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Visitors from different networks whose deployment counts with real limits of wrong guesses only. */
async function visitorFrom(address: string, more: object = {}): Promise<Visitor> {
  const limits = { ORDER_TRIES: unlimited, ORDER_TRIES_WIDE: unlimited, WRONG_CODES_EXACT: unlimited, ...more }
  const visitor = Object.assign(new Visitor(), { address, env: { ...testEnv, ...limits } })
  await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
  return visitor
}

describe('guesses of a reference or of an address', () => {
  it('MERGE-01 are refused after ten wrong ones, and so is the right one from that network', async () => {
    const main = await paidOrder(world)
    const { reference } = main
    const { email } = main.visitor
    const guesser = await visitorFrom('203.0.113.60')
    const answers: (string | null)[] = []
    for (let guess = 0; guess < 12; guess++) {
      const typed = guess % 2 === 0 ? merge(guesser, reference) : merge(guesser, `${1_000_000_000 + guess}`, { email })
      answers.push((await typed).code)
    }
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'MERGEORDER_NOTFOUND'))
    expect(answers.slice(10)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
    // Another visitor of the same network learns nothing either, and the cart keeps its items.
    const neighbour = await visitorFrom('203.0.113.60')
    expect((await merge(neighbour, reference, { email })).code).toBe('TOO_MANY_REQUESTS')
    expect((await neighbour.cart()).items).toHaveLength(1)
    const stranger = await visitorFrom('198.51.100.60')
    expect((await merge(stranger, reference, { email })).code).toBeNull()
  })

  it('MERGE-01 do not count if they are right, or if the order takes no add-ons', async () => {
    const main = await paidOrder(world)
    const { email } = main.visitor
    const buyer = await visitorFrom('203.0.113.61')
    const full: RateLimit = { limit: async () => ({ success: false }) }
    buyer.env = { ...testEnv, ORDER_TRIES: unlimited, ORDER_TRIES_WIDE: unlimited, WRONG_CODES_EXACT: full }
    expect((await merge(buyer, main.reference, { email })).code).toBeNull()
    expect((await merge(buyer, main.reference, { email })).code).toBe('MERGEORDER_FAILED')
    await buyer.add([{ productVariantId: world.shirt, amount: 1 }])
    expect((await merge(buyer, main.reference, { email })).code).toBeNull()
  })

  it.each(['ORDER_TRIES', 'ORDER_TRIES_WIDE'])(
    'MERGE-01 count against %s, before the order is looked for',
    async (name) => {
      const main = await paidOrder(world)
      const counted: string[] = []
      const limit = async ({ key }: { key: string }) => ({ success: counted.push(key) <= 1 })
      const guesser = await visitorFrom('203.0.113.62', { [name]: { limit } })
      expect((await merge(guesser, '1234567890')).code).toBe('MERGEORDER_NOTFOUND')
      expect((await merge(guesser, main.reference, { email: main.visitor.email })).code).toBe('TOO_MANY_REQUESTS')
      expect(counted).toHaveLength(2)
      expect((await guesser.cart()).items).toHaveLength(1)
    },
  )
})

describe('the page of an add-on', () => {
  it('MERGE-01 shows no address of a main order that is older than 28 days, also if the add-on has left its parcel', async () => {
    const main = await paidOrder(world)
    const addOn = await reserve(world, main)
    const { visitor, id, reference } = addOn
    const shown = async () => (await visitor.run<{ order: object }>('Order', { orderId: id, reference })).data?.order
    const known = { lastName: ADDRESS.lastName, address: ADDRESS.address }
    expect(await shown()).toMatchObject({ shippingAddress: known, billingAddress: known })
    await setOrder(main.id, { placedAt: Date.now() - 28 * DAY })
    expect(await shown()).toHaveProperty('shippingAddress', {})
    expect(await shown()).toHaveProperty('billingAddress', {})
    const ordered = await confirm(addOn)
    expect(ordered.data?.confirmMergedOrder).toMatchObject({ isReserved: false })
    expect(JSON.stringify(ordered.data)).not.toContain(ADDRESS.lastName)
    await move(main, 'fulfillment')
    expect(await rowOf(addOn)).toMatchObject({ partedFromId: main.id })
    expect(await shown()).toHaveProperty('shippingAddress', {})
  })
})
