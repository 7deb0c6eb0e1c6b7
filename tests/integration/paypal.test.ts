/** PAY-05: payments with PayPal, from the placed order to the captured money, without a browser. */

import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR } from '../../schema/limits.ts'
import { events } from '../../schema/tables/event.ts'
import { payments } from '../../schema/tables/payment.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import {
  allowNextCheck,
  buildPaymentWorld,
  db,
  isolatedEnv,
  makeOverdue,
  operator,
  payByBank,
  placeOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import {
  approveAtPayPal,
  captureOrder,
  changeAtPayPal,
  deliverPayPalNotice,
  failNextPayPalRequests,
  openPayPal,
  payPalCapture,
  payPalNotice,
  payPalOrder,
  settleAtPayPal,
  startPayPal,
} from '../support/paypal-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
const { env } = isolatedEnv()

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const buy = (more: Partial<Parameters<typeof placeOrder>[1]> = {}) =>
  placeOrder(world, { standing: 1, method: 'paypal', ...more })

const setEvent = (status: 'active' | 'cancelled') =>
  db.update(events).set({ status }).where(eq(events.id, world.standingEvent))

describe('a payment with PayPal', () => {
  it('PAY-05 creates one order in euros with the invoice id PPX, the reference and two characters', async () => {
    const order = await buy()
    const [first, second] = await Promise.all([openPayPal(order), openPayPal(order)])
    expect(second).toBe(first)
    const [unit] = (await payPalOrder(first)).purchase_units
    const { payments: rows } = await recordsOf(order.id)
    expect(rows).toMatchObject([{ provider: 'paypal', method: 'paypal', externalId: first, status: 'open' }])
    expect(unit).toMatchObject({
      custom_id: rows[0]?.id,
      amount: { currency_code: 'EUR', value: (order.totalCents / 100).toFixed(2) },
    })
    expect(unit?.invoice_id).toMatch(new RegExp(`^PPX${order.reference}[0-9A-Z]{2}$`))
  })

  it('PAY-05 captures an approved order once and issues its tickets once, even if the buyer, the webhook and the cron ask several times', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('OPEN')
    await approveAtPayPal(id)
    await allowNextCheck(order.id)
    const notice = await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED')
    const answers = await Promise.all([captureOrder(order), deliverPayPalNotice(notice), captureOrder(order)])
    expect(answers[1].status).toBe(200)
    await allowNextCheck(order.id)
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('PAID')
    expect(await payPalCapture(id)).toMatchObject({ status: 'COMPLETED' })
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: order.totalCents })
    expect(records.payments).toMatchObject([{ status: 'captured', captureId: (await payPalCapture(id))?.id }])
    expect(records.tickets).toHaveLength(1)
    expect(records.refunds).toEqual([])
  })

  it('PAY-05 is captured by the webhook if the buyer closes the window after the approval', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id)
    const notice = await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED')
    expect((await deliverPayPalNotice(notice)).status).toBe(200)
    expect((await recordsOf(order.id)).order.status).toBe('done')
    expect(await (await deliverPayPalNotice(notice)).text()).toBe('known')
  })

  it('PAY-05 is captured by the cron if no webhook arrives', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id)
    await allowNextCheck(order.id)
    await reconcilePayments(env, Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('done')
  })

  it('PAY-05 settles money that another process captured before its answer arrived', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id)
    await changeAtPayPal(id, 'capture')
    const notice = await payPalNotice(id, 'PAYMENT.CAPTURE.COMPLETED')
    const [webhook, buyer] = await Promise.all([deliverPayPalNotice(notice), captureOrder(order)])
    expect(webhook.status).toBe(200)
    expect(buyer.data?.captureOrderPayment.outcome).toBe('PAID')
    expect((await recordsOf(order.id)).tickets).toHaveLength(1)
  })

  it('PAY-05 reports a declined card, and takes the next approval under a new payment', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id, { capture: 'instrument' })
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('DECLINED')
    expect(await payPalCapture(id)).toBeNull()
    const next = await openPayPal(order)
    expect(next).not.toBe(id)
    await approveAtPayPal(next)
    await allowNextCheck(order.id)
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('PAID')
    const { payments: rows, order: row } = await recordsOf(order.id)
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'captured'])
    expect(row.paidCents).toBe(order.totalCents)
  })

  it('PAY-05 reports a declined card to the buyer even if the webhook was faster', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id, { capture: 'instrument' })
    await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('DECLINED')
  })

  it('PAY-05 reports a refused payment, and leaves the order open', async () => {
    const order = await buy()
    await approveAtPayPal(await openPayPal(order), { capture: 'refused' })
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('FAILED')
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'payment_pending' },
      payments: [{ status: 'failed' }],
    })
  })

  it('PAY-05 keeps the seats of a pending capture past the deadline, until PayPal completes it', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id, { capture: 'pending' })
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('PENDING')
    await makeOverdue(order.id)
    await sweepOrders(env, Date.now())
    const held = await recordsOf(order.id)
    expect(held).toMatchObject({ order: { status: 'payment_pending' }, payments: [{ status: 'open' }], tickets: [] })
    expect(held.payments[0]?.pendingAt).not.toBeNull()
    await allowNextCheck(order.id)
    expect((await startPayPal(order)).code).toBe('PAYMENT_IN_PROGRESS')
    await settleAtPayPal(id, 'completed')
    const notice = await payPalNotice(id, 'PAYMENT.CAPTURE.COMPLETED')
    expect((await deliverPayPalNotice(notice)).status).toBe(200)
    expect(await recordsOf(order.id)).toMatchObject({ order: { status: 'done' }, payments: [{ status: 'captured' }] })
  })

  it('PAY-05 reopens the order when PayPal denies a pending capture, and the sweep cancels it when it is overdue', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id, { capture: 'pending' })
    await captureOrder(order)
    await settleAtPayPal(id, 'denied')
    expect((await deliverPayPalNotice(await payPalNotice(id, 'PAYMENT.CAPTURE.DENIED'))).status).toBe(200)
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'payment_pending' },
      payments: [{ status: 'failed' }],
    })
    await makeOverdue(order.id)
    await sweepOrders(env, Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('cancelled')
  })

  it('PAY-05 answers with an error while PayPal is unreachable, and settles the same payment afterwards', async () => {
    const order = await buy()
    const { payments: none } = await recordsOf(order.id)
    expect(none).toEqual([])
    await failNextPayPalRequests(`PPX${order.reference}`)
    expect((await startPayPal(order)).code).toBe('PAYMENT_FAILED')
    const [open] = (await recordsOf(order.id)).payments
    expect(open).toMatchObject({ status: 'open', externalId: null })
    const id = await openPayPal(order)
    expect((await payPalOrder(id)).purchase_units[0]?.custom_id).toBe(open?.id)
    await approveAtPayPal(id)
    await failNextPayPalRequests(`${id}/capture`)
    expect((await captureOrder(order)).code).toBe('PAYMENT_NOT_CONFIRMED')
    await allowNextCheck(order.id)
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('PAID')
  })
})

describe('an order that may not be paid any more', () => {
  it('PAY-05 is cancelled by the sweep if the buyer has not approved, and a later approval is not captured', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await makeOverdue(order.id)
    await sweepOrders(env, Date.now())
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'cancelled' },
      payments: [{ status: 'expired' }],
    })
    await approveAtPayPal(id)
    expect((await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))).status).toBe(200)
    await allowNextCheck(order.id)
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('FAILED')
    expect(await payPalCapture(id)).toBeNull()
    expect(await recordsOf(order.id)).toMatchObject({ order: { status: 'cancelled', paidCents: 0 }, refunds: [] })
  })

  it('PAY-05 is paid by the sweep if the buyer had approved before the deadline', async () => {
    const order = await buy()
    await approveAtPayPal(await openPayPal(order))
    await makeOverdue(order.id)
    await sweepOrders(env, Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('done')
  })

  it('PAY-05 is not charged if the rest was paid otherwise before the approval', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await payByBank(order)
    await approveAtPayPal(id)
    await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))
    expect(await payPalCapture(id)).toBeNull()
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'done', paidCents: order.totalCents },
      refunds: [],
    })
  })

  it('PAY-05 is cancelled by an operator while PayPal’s window is open, and a later approval is not captured', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    expect(await operator('POST', '/orders/cancel', { reference: order.reference })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
    await approveAtPayPal(id)
    await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))
    expect(await payPalCapture(id)).toBeNull()
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'cancelled', paidCents: 0 },
      payments: [{ status: 'expired' }],
    })
  })

  it('PAY-05 is cancelled without a charge if its event is cancelled after the approval', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await approveAtPayPal(id)
    await setEvent('cancelled')
    try {
      await refundEventOrder(env, order.id, world.standingEvent, Date.now())
    } finally {
      await setEvent('active')
    }
    expect(await payPalCapture(id)).toBeNull()
    expect(await recordsOf(order.id)).toMatchObject({
      order: { status: 'cancelled', cancelReason: 'event_cancelled' },
      payments: [{ status: 'expired' }],
    })
  })

  it('PAY-05 captures nothing for a closed payment, even while its order is open', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await db.update(payments).set({ status: 'failed' }).where(eq(payments.orderId, order.id))
    await approveAtPayPal(id)
    await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))
    expect(await payPalCapture(id)).toBeNull()
  })

  it('PAY-05 treats an order that PayPal deleted as unpaid after the payment has ended', async () => {
    const order = await buy()
    const id = await openPayPal(order)
    await changeAtPayPal(id, 'forget')
    await db
      .update(payments)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(payments.orderId, order.id))
    await allowNextCheck(order.id)
    await reconcilePayments(env, Date.now())
    expect(await recordsOf(order.id)).toMatchObject({ payments: [{ status: 'expired' }] })
  })
})

it('PAY-05 does not wait longer for an approval than PayPal keeps the order, even if the order is due in days', async () => {
  const order = await buy()
  await setOrder(order.id, { dueAt: Date.now() + 5 * DAY })
  await openPayPal(order)
  const { payments: rows } = await recordsOf(order.id)
  expect((rows[0]?.expiresAt ?? 0) - (rows[0]?.createdAt ?? 0)).toBeLessThan(4 * HOUR)
})

describe('the mutations of PayPal', () => {
  it('PAY-05 refuse an order whose method is another, another visitor’s guess of the reference, and a paid order', async () => {
    const card = await placeOrder(world, { standing: 1 })
    expect((await startPayPal(card)).code).toBe('PAYMENT_METHOD_INVALID')
    const order = await buy()
    const guess = { ...order, visitor: new Visitor(), reference: card.reference }
    expect((await startPayPal(guess)).code).toBe('ORDER_NOT_FOUND')
    expect((await captureOrder(guess)).code).toBe('ORDER_NOT_FOUND')
    expect((await captureOrder(order)).data?.captureOrderPayment.outcome).toBe('FAILED')
    await setOrder(order.id, { status: 'done' })
    expect((await startPayPal(order)).code).toBe('ORDER_NOT_PAYABLE')
  })
})
