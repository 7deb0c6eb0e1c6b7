/** Tests orders whose write fails or is not confirmed: the answer to the buyer, the seats and the stored orders. */
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { variants } from '../../../schema/tables/catalogue.ts'
import { events } from '../../../schema/tables/event.ts'
import { orders } from '../../../schema/tables/order.ts'
import { presaleCodes } from '../../../schema/tables/presale-code.ts'
import { catalogueState } from '../../../schema/tables/shop.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { openIncidents } from '../../../worker/db/incident.ts'
import { formerCodeHash } from '../../../worker/domain/tickets/presale-voucher-hash.ts'
import { seatsObject } from '../../../worker/services/seat-objects.ts'
import {
  type CartHandle,
  fireAlarm,
  flakyDatabase,
  itemRequest,
  newCart,
  newStandingEvent,
  orderContextAt,
  orderInput,
  replaceBindings,
} from '../../support/cart-object.ts'
import { PATIENCE } from '../../support/patience.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const MINUTE = 60_000
let world: World
/** Each test has its own event, which has an area without seats. */
let event: { id: string; variantId: string }
beforeEach(async () => {
  event = await newStandingEvent(world)
})
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
afterEach(() => vi.restoreAllMocks())

const ordersOf = ({ id }: CartHandle) => db.select().from(orders).where(eq(orders.cartId, id))

async function seats(eventId: string, plan: string) {
  const { held, sold } = await seatsObject(testEnv, eventId, 0).counts(
    { key: `seat-plans/${plan}.json`, version: 1 },
    Date.now(),
  )
  return { held, sold }
}

async function cartWithTicket(variantId = event.variantId, amount = 1) {
  const handle = newCart()
  const context = await orderContextAt(Date.now())
  expect(await handle.cart.addItems(context, [itemRequest(variantId, { amount })], 'add')).toMatchObject({ ok: true })
  return { handle, context }
}

describe('order whose write is not confirmed', () => {
  it('CHK-09 is returned to a retry, with the reference that was written', async () => {
    const { handle, context } = await cartWithTicket()
    const input = orderInput(4500)
    await replaceBindings(handle, { DB: flakyDatabase((batch) => (batch === 1 ? 'answer is lost' : 'answers')) })
    expect(await handle.cart.placeOrder(context, input, 'order-key')).toMatchObject({ code: 'ORDER_PENDING' })
    const retried = await handle.cart.placeOrder(context, input, 'order-key')
    const [written, ...others] = await ordersOf(handle)
    expect(others).toEqual([])
    expect(retried).toMatchObject({ ok: true, orderId: written?.id, reference: written?.reference })
    expect(await handle.cart.placeOrder(context, input, 'order-key')).toEqual(retried)
  })

  it('CHK-09 stays pending while the database is unreachable for an hour, and is abandoned when the database answers again', async () => {
    const { handle, context } = await cartWithTicket()
    const input = orderInput(4500)
    let isDown = true
    await replaceBindings(handle, { DB: flakyDatabase(() => (isDown ? 'never arrives' : 'answers')) })
    for (let minute = 0; minute < 60; minute++) {
      const then = { ...context, now: context.now + minute * MINUTE }
      expect(await handle.cart.placeOrder(then, input, 'order-key')).toMatchObject({ code: 'ORDER_PENDING' })
      expect((await handle.cart.read(then)).items).toHaveLength(1)
      expect(await handle.cart.heartbeat(then)).toMatchObject({ ended: false })
      expect(await handle.cart.changeCountry(then, 'at', 'country')).toMatchObject({ code: 'ORDER_PENDING' })
    }
    expect(await ordersOf(handle)).toEqual([])
    expect(await seats(event.id, 'standing')).toEqual({ held: 0, sold: 1 })
    isDown = false
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const late = { ...context, now: context.now + 70 * MINUTE }
    expect(await handle.cart.placeOrder(late, input, 'order-key')).toMatchObject({ code: 'ORDER_FAILED' })
    expect(await seats(event.id, 'standing')).toMatchObject({ sold: 0 })
    expect(await openIncidents(db, 50)).toContainEqual(
      expect.objectContaining({ kind: 'order_abandoned', details: { cartId: handle.id, fault: 'no known outcome' } }),
    )
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('"message":"order abandoned"'))
  })

  it('CHK-09 is not written by a delayed batch after it was abandoned', async () => {
    const { handle, context } = await cartWithTicket(event.variantId, 2)
    const delayed: (() => Promise<unknown>)[] = []
    const database = flakyDatabase(() => 'answers')
    const slow = new Proxy(database, {
      get(target, name) {
        if (name === 'batch' && delayed.length === 0) {
          return async (statements: D1PreparedStatement[]) => {
            delayed.push(() => target.batch(statements))
            throw new Error('D1_ERROR: Network connection lost.')
          }
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await replaceBindings(handle, { DB: slow })
    expect(await handle.cart.placeOrder(context, orderInput(9000), 'order-key')).toMatchObject({
      code: 'ORDER_PENDING',
    })
    await db.update(events).set({ cartLimit: 1 }).where(eq(events.id, event.id))
    expect(await handle.cart.read(context)).toMatchObject({ items: [{ amount: 2 }] })
    await db.update(events).set({ cartLimit: 4 }).where(eq(events.id, event.id))
    await expect(delayed[0]?.()).rejects.toThrow('order_items_abandoned')
    expect(await ordersOf(handle)).toEqual([])
  })

  it('CHK-09 is finished by the alarm if the buyer never comes back', async () => {
    const { handle, context } = await cartWithTicket()
    await replaceBindings(handle, { DB: flakyDatabase((batch) => (batch === 1 ? 'answer is lost' : 'answers')) })
    await handle.cart.placeOrder(context, orderInput(4500), 'order-key')
    expect(await fireAlarm(handle)).toBe(true)
    expect((await handle.cart.read(context)).items).toEqual([])
    expect(await ordersOf(handle)).toHaveLength(1)
  })
})

describe('order that the database rejects', () => {
  it('EVT-03 fails if its presale code was deleted, and leaves the hold in the cart', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    const [later] = await db.select().from(events).where(eq(events.slug, 'later'))
    const codeHash = formerCodeHash('LEAKED')
    const id = newId('presaleCode', context.now)
    await db.insert(presaleCodes).values({ id, eventId: later?.id ?? '', codeHash, uses: 9, validFromAt: 0 })
    await handle.cart.addItems(context, [itemRequest(world.laterVariant, { presaleCode: 'LEAKED' })], 'add')
    await db.delete(presaleCodes).where(eq(presaleCodes.id, id))
    expect(await handle.cart.placeOrder(context, orderInput(4500), 'order')).toMatchObject({
      code: 'PRESALE_CODE_INVALID',
    })
    expect((await handle.cart.read(context)).items).toHaveLength(1)
    expect(await seats(later?.id ?? '', 'later')).toEqual({ held: 1, sold: 0 })
  })

  it('CHK-09 is answered with the variant that left the catalogue', async () => {
    const [row] = await db.select().from(variants).where(eq(variants.id, world.shirt))
    const gone = newId('variant', Date.now())
    if (row) await db.insert(variants).values({ ...row, id: gone, sku: gone })
    const { handle, context } = await cartWithTicket(gone)
    await db.delete(variants).where(eq(variants.id, gone))
    const input = orderInput(3080, { shippingMethod: world.parcel })
    expect(await handle.cart.placeOrder(context, input, 'order')).toMatchObject({
      code: 'ITEM_NOT_AVAILABLE',
      params: { variantId: gone },
    })
    expect(await handle.cart.read(context)).toMatchObject({ items: [{ variantId: gone }] })
  })

  it('EVT-05 is answered with the limit that the buyer reached, not with the strictest limit of the order', async () => {
    await db.update(events).set({ cartLimit: 1 }).where(eq(events.id, world.seatedEvent))
    const email = 'limit@example.org'
    const first = await cartWithTicket(event.variantId, 3)
    expect(await first.handle.cart.placeOrder(first.context, orderInput(13_500, { email }), 'order')).toMatchObject({
      ok: true,
    })
    const { handle, context } = await cartWithTicket(event.variantId, 2)
    await handle.cart.addItems(context, [itemRequest(world.seatVariant)], 'more')
    expect(await handle.cart.placeOrder(context, orderInput(13_500, { email }), 'order')).toMatchObject({
      code: 'TICKET_BUYER_LIMIT_EXCEEDED',
      params: { limit: 4 },
    })
    await db.update(events).set({ cartLimit: 4 }).where(eq(events.id, world.seatedEvent))
  })
})

describe('ticket whose variant left the catalogue', () => {
  it('CHK-09 is not part of the order, and its seat is released', async () => {
    const [row] = await db.select().from(variants).where(eq(variants.id, world.seatVariant))
    const gone = newId('variant', Date.now())
    if (row) await db.insert(variants).values({ ...row, id: gone, sku: gone })
    const { handle, context } = await cartWithTicket(gone)
    await handle.cart.addItems(context, [itemRequest(world.shirt)], 'shirt')
    const before = await seats(world.seatedEvent, 'seated')
    await db.delete(variants).where(eq(variants.id, gone))
    await db.update(catalogueState).set({ version: 2 })
    const later = { ...context, catalogueVersion: 2 }
    const input = orderInput(3080, { shippingMethod: world.parcel })
    expect(await handle.cart.placeOrder(later, input, 'order')).toMatchObject({ ok: true })
    await vi.waitFor(
      async () =>
        expect(await seats(world.seatedEvent, 'seated')).toEqual({ held: before.held - 1, sold: before.sold }),
      PATIENCE,
    )
  })
})
