import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { variantStock } from '../../../schema/tables/catalogue.ts'
import { payments, refunds } from '../../../schema/tables/payment.ts'
import { findOrder } from '../../../worker/db/order.ts'
import { cancelOverdueOrders } from '../../../worker/db/overdue-order.ts'
import { openPaymentOnce } from '../../../worker/db/payment.ts'
import { type Capture, capturePayment, claimSeatEpoch, returnPayment } from '../../../worker/db/settlement.ts'
import { buildPaymentWorld, db, makeOverdue, placeOrder, recordsOf, setOrder } from '../../support/payment-helpers.ts'
import { stockLeft } from '../../support/seats-and-stock.ts'
import type { World } from '../../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

/** Creates an unpaid order of a standing ticket and one scarce item, and a payment to be captured or returned. */
async function pendingPayment() {
  const order = await placeOrder(world, { standing: 1, scarce: 1, method: 'bank_transfer' })
  // Resets the stock to five items, minus the item of this order.
  await db.update(variantStock).set({ available: 4 }).where(eq(variantStock.variantId, world.scarce))
  const payment = await openPaymentOnce(
    db,
    { orderId: order.id, provider: 'bank', method: 'bank_transfer', amountCents: order.totalCents, expiresAt: null },
    Date.now(),
  )
  const money = { orderId: order.id, captureId: null }
  return {
    order,
    payment,
    capture: (more: Partial<Capture> = {}) =>
      capturePayment(
        db,
        {
          ...money,
          paymentId: payment.id,
          countedCents: order.totalCents,
          goal: 'pending_fulfillment',
          tickets: [],
          revival: null,
          ...more,
        },
        Date.now(),
      ),
    returnMoney: (seatEpoch: number | null = null) =>
      returnPayment(
        db,
        payment.id,
        { ...money, amountCents: order.totalCents, reason: 'late_payment', seatEpoch, isByHand: false },
        Date.now(),
      ),
    async cancel() {
      const whole = await findOrder(db, order.id)
      if (!whole) throw new Error('no order')
      await makeOverdue(order.id)
      await cancelOverdueOrders(db, [{ ...whole.order, openPayments: [] }], Date.now())
    },
    revival: (epoch: number) => ({ epoch, stock: [{ variantId: world.scarce, amount: 1 }] }),
  }
}

describe('settlement of a payment', () => {
  it('PAY-07 does not refund captured money (control: without the guard, the refund can be inserted)', async () => {
    const { order, payment, capture, returnMoney } = await pendingPayment()
    expect(await capture()).toBe(true)
    await returnMoney()
    const records = await recordsOf(order.id)
    expect(records.refunds).toEqual([])
    expect(records.payments).toMatchObject([{ status: 'captured' }])

    await db.insert(refunds).values({
      id: `rfd_${order.id}`,
      orderId: order.id,
      paymentId: payment.id,
      reason: 'late_payment',
      status: 'open',
      amountCents: order.totalCents,
      createdAt: 1,
    })
    expect((await recordsOf(order.id)).refunds).toHaveLength(1)
  })

  it('PAY-07 does not capture money that is being refunded', async () => {
    const { order, capture, returnMoney } = await pendingPayment()
    await returnMoney()
    await returnMoney()
    expect(await capture()).toBe(false)
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'payment_pending', paidCents: 0 })
    // An operator refunds a transfer by hand, and the buyer gets a mail only after that.
    expect(records.refunds).toMatchObject([{ status: 'open' }])
    expect(records.followUps).toEqual(['mail_order_received'])
  })

  it('PAY-07 does not capture money for an order that was cancelled in the meantime', async () => {
    const { order, capture, cancel } = await pendingPayment()
    await cancel()
    expect(await capture()).toBe(false)
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'cancelled', paidCents: 0 },
      payments: [{ status: 'open' }],
    })
  })

  it('PAY-07 prevents a later cancellation of the order and the release of its seats and stock', async () => {
    const { order, capture, cancel } = await pendingPayment()
    await capture()
    await cancel()
    expect((await recordsOf(order.id)).order.status).toBe('pending_fulfillment')
    expect((await recordsOf(order.id)).followUps).not.toContain('release_seats')
    expect(await stockLeft(world)).toBe(4)
  })

  it('PAY-07 lets only the latest attempt revive an order', async () => {
    const { order, payment, capture, cancel, returnMoney, revival } = await pendingPayment()
    await cancel()
    expect(await claimSeatEpoch(db, order.id, payment.id)).toBe(2)
    expect(await claimSeatEpoch(db, order.id, payment.id)).toBe(3)
    expect(await capture({ revival: revival(2) })).toBe(false)
    await returnMoney(2)
    expect(await recordsOf(order.id)).toMatchObject({ refunds: [], payments: [{ status: 'open' }] })
    expect(await stockLeft(world)).toBe(5)

    expect(await capture({ revival: revival(3) })).toBe(true)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'pending_fulfillment', seatEpoch: 3 })
    expect(await stockLeft(world)).toBe(4)
    expect(await claimSeatEpoch(db, order.id, payment.id)).toBeNull()
    // A repeated revival does not take the stock again.
    expect(await capture({ revival: revival(3) })).toBe(true)
    expect(await stockLeft(world)).toBe(4)
  })

  it('PAY-07 does not revive an order if the stock is too small', async () => {
    const { order, payment, capture, cancel } = await pendingPayment()
    await cancel()
    const epoch = (await claimSeatEpoch(db, order.id, payment.id)) ?? 0
    const stock = [{ variantId: world.scarce, amount: 6 }]
    await expect(capture({ revival: { epoch, stock } })).rejects.toThrow('variant_stock_never_negative')
    expect(await recordsOf(order.id)).toMatchObject({ order: { status: 'cancelled' }, payments: [{ status: 'open' }] })
    expect(await stockLeft(world)).toBe(5)
  })

  it('PAY-08 refunds captured money above the total of the order', async () => {
    const { order, capture } = await pendingPayment()
    await capture({ countedCents: order.totalCents + 700 })
    const again = await openPaymentOnce(
      db,
      { orderId: order.id, provider: 'bank', method: 'bank_transfer', amountCents: 300, expiresAt: null },
      Date.now(),
    )
    await setOrder(order.id, { paidCents: order.totalCents - 1 })
    await setOrder(order.id, { status: 'problem' })
    await capture({ paymentId: again.id, countedCents: 300 })
    const records = await recordsOf(order.id)
    const captured = records.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const returned = records.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(captured - returned).toBe(order.totalCents)
    expect(records.refunds.map(({ amountCents }) => amountCents).sort()).toEqual([300, 700])
    expect(records.order.paidCents).toBe(order.totalCents)
    expect(await db.select().from(payments).where(eq(payments.orderId, order.id))).toHaveLength(2)
  })
})
