import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { formatPrice } from '../../schema/rules/money-format.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import { presaleCodes } from '../../schema/tables/presale-code.ts'
import { findOrder } from '../../worker/db/order.ts'
import { cancelOverdueOrders } from '../../worker/db/overdue-order.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/payments/settle.ts'
import { markPaidByBank } from '../../worker/services/bank-payment.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  failNextStripeRequest,
  fetchOrder,
  isolatedEnv,
  makeOverdue,
  noticeOf,
  openPaymentPage,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
  requireEnqueuedOutbox,
  setOrder,
} from '../support/payment-helpers.ts'
import { isFree, SEATED_PLAN, seatPairs, stockLeft } from '../support/seats-and-stock.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
/** Returns two adjacent seats that no other test uses. */
const nextPair = seatPairs()

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  await db.update(variantStock).set({ available: 5 }).where(eq(variantStock.variantId, world.scarce))
})
requireEnqueuedOutbox()

const seats = () => seatsObject(testEnv, world.seatedEvent, 0)

/** Returns an order that the sweep has cancelled. Its seats and its stock are on sale again. */
async function placeAndCancel(wish: Parameters<typeof placeOrder>[1]): Promise<Placed> {
  const order = await placeOrder(world, wish)
  await makeOverdue(order.id)
  await sweepOrders(testEnv, Date.now())
  await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
  expect((await recordsOf(order.id)).order.status).toBe('cancelled')
  return order
}

/** Returns an order that was paid at Stripe after the shop had cancelled it and recorded its payment page as closed. */
async function payAfterCancellation(wish: Parameters<typeof placeOrder>[1]) {
  const order = await placeOrder(world, wish)
  const session = await openPaymentPage(order)
  const whole = await findOrder(db, order.id)
  if (!whole) throw new Error('no order')
  await makeOverdue(order.id)
  const closed = (await recordsOf(order.id)).payments.map(({ id }) => ({ id, externalId: session }))
  await cancelOverdueOrders(db, [{ ...whole.order, openPayments: closed }], Date.now())
  await actOnPaymentPage(session, 'approve')
  const [payment] = (await recordsOf(order.id)).payments
  return { order, session, paymentId: payment?.id ?? '' }
}

describe('overdue orders', () => {
  it('CHK-09 are cancelled once by the sweep, which restores stock and queues a mail and the release of the seats', async () => {
    const [first, second] = nextPair()
    const order = await placeOrder(world, { seatIds: [first ?? '', second ?? ''], scarce: 2, method: 'bank_transfer' })
    expect(await stockLeft(world)).toBe(3)
    await sweepOrders(testEnv, Date.now())
    expect((await fetchOrder(order))?.status).toBe('payment_pending')

    await makeOverdue(order.id)
    await Promise.all([sweepOrders(testEnv, Date.now()), sweepOrders(testEnv, Date.now())])
    await sweepOrders(testEnv, Date.now())
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(records.followUps).toEqual(['mail_order_cancelled', 'mail_order_received', 'release_seats'])
    expect(await stockLeft(world)).toBe(5)

    await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
    expect(await isFree(world, first)).toBe(true)
    expect(await isFree(world, second)).toBe(true)
  })

  it('PAY-07 are settled by the sweep if a payment succeeded without a notice', async () => {
    const order = await placeOrder(world, { seatIds: nextPair() })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    const records = await recordsOf(order.id)
    expect(records.order.status).toBe('done')
    expect(records.tickets).toHaveLength(2)
  })

  it('PAY-07 are cancelled, and their payment page expires and accepts no payment afterwards', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const session = await openPaymentPage(order)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect((await recordsOf(order.id)).payments).toMatchObject([{ status: 'expired' }])
    await expect(actOnPaymentPage(session, 'approve')).rejects.toThrow('409')
  })

  it('PAY-07 stay open while Stripe does not answer about their payment, and other orders are still cancelled', async () => {
    const [order, other] = [await placeOrder(world, { standing: 1 }), await placeOrder(world, { standing: 1 })]
    const session = await openPaymentPage(order)
    await makeOverdue(order.id)
    await setOrder(other.id, { dueAt: Date.now() - 500 })
    await failNextStripeRequest(session)
    await sweepOrders(testEnv, Date.now())
    expect((await fetchOrder(order))?.status).toBe('payment_pending')
    expect((await fetchOrder(other))?.status).toBe('cancelled')
    await sweepOrders(testEnv, Date.now() + 6 * 60_000)
    expect((await fetchOrder(order))?.status).toBe('cancelled')
  })

  it('PAY-06 that are paid in part get the status “problem”', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await payByBank(order, 1000)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect(await fetchOrder(order)).toMatchObject({ status: 'problem', balanceCents: 3500 })
  })
})

describe('a payment after the cancellation', () => {
  it('PAY-07 books the same seats and stock again if they are free', async () => {
    const seatIds = nextPair()
    const order = await placeAndCancel({ seatIds, scarce: 2, method: 'bank_transfer' })
    expect(await payByBank(order)).toMatchObject({
      status: 'pending_fulfillment',
      paidCents: order.totalCents,
    })
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ seatEpoch: 2, cancelledAt: null, cancelReason: null })
    expect(records.tickets).toHaveLength(2)
    expect(records.refunds).toEqual([])
    expect(await stockLeft(world)).toBe(3)
    expect(await isFree(world, seatIds[0])).toBe(false)
    // A late release of the first booking does not free the seats of the second booking.
    await seats().releaseOrder(order.id, 1, Date.now())
    expect(await isFree(world, seatIds[0])).toBe(false)
  })

  it('PAY-07 keeps the seats if it arrives before their release', async () => {
    const seatIds = nextPair()
    const { order, session } = await payAfterCancellation({ seatIds })
    await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
    await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
    expect(await fetchOrder(order)).toMatchObject({ status: 'done' })
    expect(await isFree(world, seatIds[0])).toBe(false)
    expect((await seats().audit(Date.now())).faults).toEqual([])
  })

  it('PAY-07 books two items of one standing area again', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    const order = await placeAndCancel({ standing: 2, visitor, method: 'bank_transfer' })
    expect(await payByBank(order)).toMatchObject({ status: 'done' })
    expect((await recordsOf(order.id)).tickets).toHaveLength(3)
  })

  it('PAY-07 is refunded if an operator cancelled the order', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await operator('POST', '/orders/cancel', { reference: order.reference })
    await payByBank(order)
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'cancelled', cancelReason: 'operator', paidCents: 0 })
    expect(records.tickets).toEqual([])
    expect(records.refunds).toMatchObject([{ reason: 'cancelled_order', amountCents: 4500, status: 'open' }])
  })

  it('PAY-07 is refunded if one of two seats is taken, and the other seat stays free', async () => {
    const seatIds = nextPair()
    const order = await placeAndCancel({ seatIds, method: 'bank_transfer' })
    await placeOrder(world, { seatIds: [seatIds[1] ?? ''] })
    await payByBank(order)
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(records.tickets).toEqual([])
    expect(records.refunds).toMatchObject([{ reason: 'late_payment', amountCents: order.totalCents, status: 'open' }])
    expect(records.followUps).not.toContain('mail_payment_refunded')
    expect(await isFree(world, seatIds[0])).toBe(true)
  })

  it('PAY-07 is announced once to the buyer, in the language of the order, before an operator transfers it back', async () => {
    for (const [locale, words] of [
      [
        'de',
        ['kam nach der Stornierung', 'inzwischen vergeben', 'keine Plätze oder Artikel mehr', 'Konto, von dem es'],
      ],
      [
        'en',
        ['arrived after the cancellation', 'had been taken', 'no longer holding any seats', 'account it came from'],
      ],
    ] as const) {
      const seatIds = nextPair()
      const order = await placeAndCancel({ seatIds, method: 'bank_transfer' })
      await setOrder(order.id, { locale })
      await placeOrder(world, { seatIds: [seatIds[1] ?? ''] })
      const booking = { reference: order.reference, amountCents: order.totalCents, bookingId: `late-${locale}` }
      await Promise.all([1, 2, 3].map(() => markPaidByBank(isolatedEnv().env, booking, Date.now())))
      const { env, mails } = isolatedEnv()
      await drainOutbox(env, Date.now() + 120_000)
      await markPaidByBank(env, booking, Date.now())
      await drainOutbox(env, Date.now() + 240_000)
      const ofBuyer = mails.filter(({ to }) => to === order.visitor.email)
      expect(ofBuyer).toHaveLength(1)
      const [mail] = ofBuyer
      for (const part of [...words, formatPrice(order.totalCents, locale)])
        expect(`${mail?.subject}\n${mail?.text}`).toContain(part)
    }
  })

  it('PAY-07 is not announced if it revives its order, pays it twice, or has been transferred back already', async () => {
    const revived = await placeAndCancel({ standing: 1, method: 'bank_transfer' })
    await payByBank(revived)
    await payByBank(revived, revived.totalCents)
    expect((await recordsOf(revived.id)).followUps).not.toContain('mail_payment_late')

    const returned = await placeAndCancel({ standing: 1, method: 'bank_transfer' })
    await payByBank(returned, 100)
    const { refunds, followUps } = await recordsOf(returned.id)
    expect(followUps).toContain('mail_payment_late')
    await operator('POST', '/refunds/done', { refundId: refunds[0]?.id, bookingId: 'bank-returned-1' })
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now() + 120_000)
    const ofBuyer = mails.filter(({ to }) => to === returned.visitor.email)
    expect(ofBuyer.map(({ subject }) => subject)).toEqual([`Geld zurück zu Bestellung ${returned.reference}`])
  })

  it('PAY-07 is refunded if too little stock is left, and the seats are released again', async () => {
    const seatIds = nextPair()
    const order = await placeAndCancel({ seatIds, scarce: 3, method: 'bank_transfer' })
    await db.update(variantStock).set({ available: 2 }).where(eq(variantStock.variantId, world.scarce))
    await payByBank(order)
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ reason: 'late_payment' }])
    expect(await stockLeft(world)).toBe(2)
    expect(await isFree(world, seatIds[0])).toBe(true)
  })

  it('PAY-07 is refunded if it is incomplete, and does not revive an order whose event has begun', async () => {
    const part = await placeAndCancel({ standing: 2, method: 'bank_transfer' })
    await payByBank(part, 1000)
    expect((await recordsOf(part.id)).refunds).toMatchObject([{ reason: 'part_payment', amountCents: 1000 }])

    const late = await placeAndCancel({ standing: 1, method: 'bank_transfer' })
    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    await db
      .update(events)
      .set({ happeningFromAt: Date.now() - 1 })
      .where(eq(events.id, world.standingEvent))
    await payByBank(late)
    await db
      .update(events)
      .set({ happeningFromAt: event?.happeningFromAt ?? 0 })
      .where(eq(events.id, world.standingEvent))
    expect((await recordsOf(late.id)).order.status).toBe('cancelled')
  })

  it('EVT-05 is refunded if the buyer has since ordered up to the ticket limit', async () => {
    const order = await placeAndCancel({ standing: 4, method: 'bank_transfer' })
    const again = new Visitor()
    await again.add([{ productVariantId: world.standingVariant, amount: 4 }])
    expect((await again.placeOrder(4 * 4500, { email: order.visitor.email })).code).toBeNull()
    await payByBank(order)
    const records = await recordsOf(order.id)
    expect(records.order.status).toBe('cancelled')
    expect(records.tickets).toEqual([])
    expect(records.refunds).toMatchObject([{ reason: 'buyer_limit', amountCents: order.totalCents }])
  })

  it('EVT-03 is refunded if another order has since used up the presale code, and the mail names this reason', async () => {
    const order = await placeAndCancel({ standing: 1, method: 'bank_transfer' })
    const other = await placeOrder(world, { standing: 1 })
    const presaleCodeId = newId('presaleCode', Date.now())
    await db
      .insert(presaleCodes)
      .values({ id: presaleCodeId, eventId: world.standingEvent, codeHash: 'once', uses: 1, validFromAt: Date.now() })
    for (const { id } of [order, other])
      await db.update(orderItems).set({ presaleCodeId }).where(eq(orderItems.orderId, id))
    await payByBank(order)
    const { refunds, ...records } = await recordsOf(order.id)
    expect(records.order.status).toBe('cancelled')
    expect(refunds).toMatchObject([{ reason: 'presale_code_used', amountCents: order.totalCents }])
    await operator('POST', '/refunds/done', { refundId: refunds[0]?.id, bookingId: 'bank-code-1' })
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now() + 120_000)
    const reason = 'der Vorverkaufscode, mit dem du bestellt hast, war inzwischen aufgebraucht'
    expect(mails.map(({ text }) => text)).toContainEqual(expect.stringContaining(reason))
  })

  it('PAY-07 that is reported ten times at once books the seats once or is refunded once', async () => {
    for (const isGone of [false, true]) {
      const seatIds = nextPair()
      const { order, session, paymentId } = await payAfterCancellation({ seatIds, scarce: 1 })
      await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
      if (isGone) await placeOrder(world, { seatIds: [seatIds[0] ?? ''] })
      const notice = await noticeOf(session, 'checkout.session.completed')
      const before = await stockLeft(world)
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 3 }, () => deliverNotice(notice)),
        ...Array.from({ length: 3 }, () => confirmPayment(order)),
        ...Array.from({ length: 3 }, () => settlePayment(testEnv, paymentId, Date.now())),
        reconcilePayments(testEnv, Date.now() + 30_000),
      ])
      expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
      const records = await recordsOf(order.id)
      expect(records.payments).toMatchObject([{ status: isGone ? 'refunded' : 'captured' }])
      expect(records.order.status).toBe(isGone ? 'cancelled' : 'pending_fulfillment')
      expect(records.refunds).toHaveLength(isGone ? 1 : 0)
      expect(records.tickets).toHaveLength(isGone ? 0 : 2)
      expect(await stockLeft(world)).toBe(before - (isGone ? 0 : 1))
      expect(await isFree(world, seatIds[1])).toBe(isGone)
      const audit = await seats().audit(Date.now())
      expect(audit.faults).toEqual([])
    }
  })

  it('PAY-07 whose processing failed after the seats were booked is completed by the next attempt', async () => {
    const seatIds = nextPair()
    const { order, session } = await payAfterCancellation({ seatIds })
    await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
    // This simulates an attempt that booked the seats as epoch 2 and then failed.
    await setOrder(order.id, { seatEpoch: 2 })
    await seats().rebook({
      orderId: order.id,
      epoch: 2,
      plan: SEATED_PLAN,
      seatIds,
      amounts: [],
      now: Date.now(),
    })
    await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'done', seatEpoch: 3 })
    await seats().releaseOrder(order.id, 2, Date.now())
    expect(await isFree(world, seatIds[0])).toBe(false)
  })

  it('PAY-07 by card is refunded once through Stripe if a seat is taken', async () => {
    const seatIds = nextPair()
    const { order, session } = await payAfterCancellation({ seatIds })
    await drainOutbox(isolatedEnv().env, Date.now() + 120_000)
    await placeOrder(world, { seatIds: [seatIds[0] ?? ''] })
    await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
    const { env } = isolatedEnv()
    await drainOutbox(env, Date.now() + 120_000)
    await drainOutbox(env, Date.now() + 240_000)
    const records = await recordsOf(order.id)
    expect(records.refunds).toMatchObject([{ status: 'done', externalId: expect.stringMatching(/^re_/) }])
    expect(records.payments).toMatchObject([{ status: 'refunded' }])
    expect(await db.select().from(payments).where(eq(payments.orderId, order.id))).toHaveLength(1)
  })
})
