/**
 * Checks the money of random main orders and their add-ons, which are ordered, undone, paid, cancelled and refunded. The
 * model in `merge-family` adds up every sum in another way than the shop.
 */
import { inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { payments, refunds } from '../../schema/tables/payment.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { keptOf, MergeFamily, type ModelOrder, SHIPPING_CENTS, subtotalOf, totalOf } from '../support/merge-family.ts'
import { buildGoods, type Good } from '../support/merge-goods.ts'
import { buildPaymentWorld, db, fetchOrder } from '../support/payment-helpers.ts'
import { Random } from '../support/random.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { voucherOf } from '../support/voucher-builder.ts'

const FAMILIES = 15
const STEPS = 12
const SEED = 20_261_123

/** Each of these must happen, or the test does not prove what it says. */
const EVENTS = [
  'add-on',
  'bundle',
  'voucher',
  'ordered',
  'undone',
  'undone after the order button',
  'voucher returned',
  'paid',
  'paid in part',
  'paid by card',
  'paid without being asked',
  'main order cancelled',
  'add-on cancelled',
  'refunded',
  'refunded in part',
]

let world: World
let goods: Good[]
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  goods = await buildGoods(Date.now(), 100_000)
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const sum = (cents: number[]) => cents.reduce((all, each) => all + each, 0)

/** The VAT that the order contains, from fractions of whole numbers: gross × rate / (100 % + rate), by rate. */
function vatOf({ wishes, isMain }: ModelOrder): number {
  const gross = new Map<number, bigint>()
  const add = (rate: number, cents: number) => gross.set(rate, (gross.get(rate) ?? 0n) + BigInt(cents))
  for (const { piece, amount } of wishes) add(piece.basisPoints, piece.cents * amount)
  // The root of a bundle is not sent itself, so the rate of the parcel is that of its parts.
  const rates = wishes.flatMap(({ piece }) => (piece.isSent ? [piece.basisPoints] : []))
  if (isMain) add(Math.max(...rates), SHIPPING_CENTS)
  return sum(
    [...gross].map(([rate, cents]) => {
      const whole = BigInt(10_000 + rate)
      // The net amount is rounded half up.
      return Number(cents - (2n * cents * 10_000n + whole) / (2n * whole))
    }),
  )
}

async function rowsOf(family: MergeFamily) {
  const ids = family.orders.map(({ placed }) => placed.id)
  const [orderRows, items, received, returned] = await db.batch([
    db.select().from(orders).where(inArray(orders.id, ids)),
    db.select().from(orderItems).where(inArray(orderItems.orderId, ids)),
    db.select().from(payments).where(inArray(payments.orderId, ids)),
    db.select().from(refunds).where(inArray(refunds.orderId, ids)),
  ])
  return { orderRows, items, received, returned }
}

type Rows = Awaited<ReturnType<typeof rowsOf>>

function checkOrder(model: ModelOrder, { orderRows, items, received, returned }: Rows): void {
  const row = orderRows.find(({ id }) => id === model.placed.id)
  const ownItems = items.filter(({ orderId }) => orderId === model.placed.id)
  expect(row).toMatchObject({
    subtotalCents: subtotalOf(model.wishes),
    shippingCents: model.isMain ? SHIPPING_CENTS : 0,
    extraChargeCents: 0,
    voucherCents: model.voucherCents,
    totalCents: totalOf(model),
    vatCents: vatOf(model),
    isReserved: !model.isBinding,
  })
  expect(sum(ownItems.map(({ totalCents }) => totalCents))).toBe(subtotalOf(model.wishes))
  expect(sum(ownItems.map(({ voucherCents }) => voucherCents))).toBe(model.voucherCents)
  for (const { amount, unitCents, totalCents, voucherCents } of ownItems) {
    expect(totalCents).toBe(amount * unitCents)
    expect(voucherCents >= 0 && voucherCents <= totalCents).toBe(true)
  }
  const arrived = received.filter(({ orderId, status }) => orderId === model.placed.id && ARRIVED.includes(status))
  expect(sum(arrived.map(({ amountCents }) => amountCents))).toBe(model.sentCents)
  for (const { id, amountCents } of arrived) {
    const back = returned.filter(({ paymentId }) => paymentId === id).map((refund) => refund.amountCents)
    expect(sum(back)).toBeLessThanOrEqual(amountCents)
    for (const cents of back) expect(cents).toBeGreaterThan(0)
  }
  const back = returned.filter(({ orderId }) => orderId === model.placed.id)
  expect(model.sentCents - sum(back.map(({ amountCents }) => amountCents))).toBe(keptOf(model))
}
const ARRIVED = ['captured', 'refunded']

async function checkFamily(family: MergeFamily): Promise<void> {
  const rows = await rowsOf(family)
  expect(rows.orderRows).toHaveLength(family.orders.length)
  for (const model of family.orders) checkOrder(model, rows)
  // However many orders share a parcel, its shipping is paid once.
  expect(sum(rows.orderRows.map(({ shippingCents }) => shippingCents))).toBe(SHIPPING_CENTS)
  const wholeCents = sum(rows.orderRows.map(({ totalCents, voucherCents }) => totalCents + voucherCents))
  expect(wholeCents).toBe(sum(family.orders.map(({ wishes }) => subtotalOf(wishes))) + SHIPPING_CENTS)
  for (const { id, leftCents } of family.vouchers) {
    const { amountCents, usedCents } = await voucherOf(id)
    expect(amountCents - usedCents).toBe(leftCents)
    expect(leftCents).toBeGreaterThanOrEqual(0)
  }
}

async function checkShown(family: MergeFamily): Promise<void> {
  for (const model of family.orders) {
    const shown = await fetchOrder(model.placed)
    if (model.hasEnded) continue
    const owedCents = totalOf(model) - model.countedCents
    expect(shown?.balanceCents).toBe(owedCents)
    if (shown?.bankTransfer) expect(shown.bankTransfer.amountCents).toBe(owedCents)
  }
}

describe(`the money of ${FAMILIES} random main orders with add-ons`, () => {
  it('MERGE-01, PAY-08 adds up in each item, order, parcel, payment, refund and voucher after each event, with one shipping', async () => {
    const counts = new Map<string, number>()
    for (let number = 0; number < FAMILIES; number++) {
      const family = new MergeFamily(new Random(SEED + number), goods, world.parcel)
      try {
        await family.placeMain()
        for (let step = 0; step < STEPS; step++) {
          await family.step()
          await checkFamily(family)
        }
        await checkShown(family)
      } catch (error) {
        throw new Error(`seed ${SEED + number}: ${[...family.counts.keys()].join(', ')}`, { cause: error })
      }
      for (const [event, times] of family.counts) counts.set(event, (counts.get(event) ?? 0) + times)
    }
    expect(EVENTS.filter((event) => !counts.has(event))).toEqual([])
    const { findings } = await auditBooks(testEnv, '', Date.now(), () => true, true)
    expect(findings).toEqual([])
  }, 120_000)
})
