import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { voucherRedemptions, voucherReservations } from '../../schema/tables/voucher.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { VOUCHER_PROGRAMMES } from '../../worker/services/voucher-programme.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  makeOverdue,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { applyVoucher, redemptionOfOrder, type VoucherCart } from '../support/voucher-builder.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const TICKET = 4500
let codes = 100_000 + Math.floor(Math.random() * 500_000)
const newCode = (euros: number) => `KP-${euros}-${++codes}`

async function visitorWith(code: string): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
  expect((await applyVoucher(visitor, code)).code).toBeNull()
  return visitor
}

async function order(visitor: Visitor, totalCents: number): Promise<Placed> {
  const { data, code } = await visitor.placeOrder(totalCents)
  if (!data) throw new Error(`not placed: ${code}`)
  return { ...data.placeOrder.cart, visitor }
}

/** What the programme holds for an order; undefined if it has no reservation. */
async function heldByProgramme(orderId: string): Promise<number | undefined> {
  const response = await fetch(`${testEnv.VOUCHER_API_BASE}/redemptions/${orderId}`, {
    headers: { authorization: `Bearer ${testEnv.VOUCHER_API_KEY}` },
  })
  return (await response.json<{ cents?: number }>()).cents
}

const later = () => Date.now() + 20 * 60_000

describe('a voucher of an outside programme', () => {
  it('CART-06 is looked up, reserved before the order and confirmed after it', async () => {
    const code = newCode(20)
    const visitor = await visitorWith(code)
    expect(((await visitor.cart()) as unknown as VoucherCart).voucher).toMatchObject({
      label: 'KulturPass',
      cents: 2000,
    })
    const placed = await order(visitor, TICKET - 2000)
    expect(await redemptionOfOrder(placed.id)).toMatchObject({ programme: 'outside', voucherId: null, cents: 2000 })
    expect(await heldByProgramme(placed.id)).toBe(2000)
    await drainOutbox(isolatedEnv().env, later())
    expect(await heldByProgramme(placed.id)).toBe(2000)
    expect((await applyVoucher(new Visitor(), code)).code).toBe('VOUCHER_USED')
  })

  it('CART-06 is refused with its own code if it is unknown, expired or used, or if the programme fails', async () => {
    const visitor = new Visitor()
    expect((await applyVoucher(visitor, 'KP-201-123456')).code).toBe('VOUCHER_UNKNOWN')
    expect((await applyVoucher(visitor, 'KP-50-000000')).code).toBe('VOUCHER_EXPIRED')
    expect((await applyVoucher(visitor, 'KP-50-999999')).code).toBe('VOUCHER_UNAVAILABLE')
    expect((await applyVoucher(visitor, 'KP-0-123456')).code).toBe('VOUCHER_USED')
  })

  it('CART-06 is not asked for without its key', async () => {
    const visitor = new Visitor()
    visitor.env = { ...testEnv, VOUCHER_API_KEY: '' }
    expect((await applyVoucher(visitor, newCode(20))).code).toBe('VOUCHER_UNKNOWN')
  })

  it('CART-06 keeps the cart and the voucher if the programme fails at the reservation', async () => {
    const visitor = await visitorWith('KP-20-888888')
    const { code } = await visitor.placeOrder(TICKET - 2000)
    expect(code).toBe('VOUCHER_UNAVAILABLE')
    const cart = (await visitor.cart()) as unknown as VoucherCart
    expect(cart).toMatchObject({ voucherCents: 2000, totalCents: TICKET })
    await visitor.run('RemoveVoucher', { clientMutationId: crypto.randomUUID() })
    expect((await visitor.placeOrder(TICKET)).code).toBeNull()
  })

  it('CART-06 is reserved and settled by a programme that answers with its status alone, but not looked up', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 200 }))
    const draft = { programme: 'outside', reference: newCode(30), label: 'KulturPass', cents: 3000 } as const
    const orderId = newId('order', Date.now())
    const { outside } = VOUCHER_PROGRAMMES
    expect(await outside.reserve(testEnv, orderId, draft, Date.now())).toBeNull()
    await outside.settle(testEnv, orderId, Date.now())
    await expect(outside.lookUp(testEnv, draft.reference)).rejects.toThrow('answered 200 to a look-up')
  })

  it('CART-06 is used by only one of five buyers who order at once', async () => {
    const code = newCode(45)
    const buyers = await Promise.all(Array.from({ length: 5 }, () => visitorWith(code)))
    const answers = await Promise.all(buyers.map((buyer) => buyer.placeOrder(0)))
    const refusals = answers.flatMap((answer) => answer.code ?? [])
    expect(refusals).toHaveLength(4)
    expect(new Set(refusals)).toEqual(new Set(['VOUCHER_USED']))
  })

  it('CART-06 is released if the order is refused after the reservation', async () => {
    const code = newCode(45)
    const visitor = await visitorWith(code)
    await visitor.add([{ productVariantId: world.scarce, amount: 1 }])
    await placeOrder(world, { scarce: 1 })
    const cart = (await visitor.cart()) as unknown as VoucherCart
    const refused = await visitor.placeOrder(cart.totalCents - 4500 + 590, { shippingMethod: world.parcel })
    if (refused.code === null) return
    await drainOutbox(isolatedEnv().env, later())
    await visitorWith(code)
  })

  it('CART-06 is released by the outbox if the process died between the reservation and the order', async () => {
    const code = newCode(30)
    const orderId = newId('order', Date.now())
    const voucher = { programme: 'outside', reference: code, label: 'KulturPass', cents: 3000 } as const
    expect(await VOUCHER_PROGRAMMES.outside.reserve(testEnv, orderId, voucher, Date.now())).toBeNull()
    expect(await VOUCHER_PROGRAMMES.outside.reserve(testEnv, orderId, voucher, Date.now())).toBeNull()
    expect(await heldByProgramme(orderId)).toBe(3000)
    await drainOutbox(isolatedEnv().env, later())
    await drainOutbox(isolatedEnv().env, later())
    expect(await heldByProgramme(orderId)).toBe(0)
    await visitorWith(code)
    // The order of a placement that continues after the release is refused.
    const placed = await placeOrder(world, { standing: 1 })
    await db.update(voucherReservations).set({ orderId: placed.id }).where(eq(voucherReservations.orderId, orderId))
    const redeemed = db
      .insert(voucherRedemptions)
      .values({ orderId: placed.id, programme: 'outside', label: 'x', cents: 3000, redeemedAt: Date.now() })
    await expect(redeemed).rejects.toMatchObject({ cause: { message: expect.stringContaining('voucher_released') } })
  })

  it('CART-06 gets its value back once when the order is cancelled, although the programme fails at first', async () => {
    const placed = await order(await visitorWith('KP-10-777777'), TICKET - 1000)
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    const { env } = isolatedEnv()
    await drainOutbox(env, later())
    await drainOutbox(env, later() + 120_000)
    await drainOutbox(env, later() + 240_000)
    expect(await heldByProgramme(placed.id)).toBe(0)
    await payByBank(placed)
    const records = await recordsOf(placed.id)
    expect(records.order.status).toBe('cancelled')
    expect(records.refunds).toMatchObject([{ reason: 'voucher_gone' }])
    await drainOutbox(env, later() + 360_000)
    expect(await heldByProgramme(placed.id)).toBe(0)
  })
})
