import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { providerEvents, refunds } from '../../schema/tables/payment.ts'
import { reconcileRefunds } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/payments/settle.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  actOnPaymentPage,
  addOutboxRow,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  failNextStripeRequest,
  finishRefund,
  isolatedEnv,
  mailsWithId,
  makeOverdue,
  noticeAbout,
  openPaymentPage,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
  refundInDashboard,
  setNextRefundOutcome,
  stripeObject,
} from '../support/payment-helpers.ts'
import { isFree, stockLeft } from '../support/seats-and-stock.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let errors: string[] = []
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const isWaitingWithoutError = and(isNull(outbox.doneAt), isNull(outbox.lastError))

/** Attempts all waiting outbox entries immediately. The shop's own queue may attempt some of them at the same time. */
async function drain(): Promise<void> {
  await db.update(outbox).set({ nextAttemptAt: 0 }).where(isNull(outbox.doneAt))
  const left = () => db.select().from(outbox).where(isWaitingWithoutError)
  const work = async () => {
    await drainOutbox(isolatedEnv().env, Date.now())
    expect(await left()).toEqual([])
  }
  await vi.waitFor(work, { timeout: 20_000 })
}

/** Counts the refund mails in the outbox, which sends each of them once. */
async function countRefundMails({ id }: Placed): Promise<number> {
  return (await recordsOf(id)).followUps.filter((kind) => kind === 'mail_payment_refunded').length
}

async function mailText(kind: OutboxKind, subjectId: string): Promise<string> {
  const { env, mails } = isolatedEnv()
  const mailId = await addOutboxRow(kind, subjectId)
  await drainOutbox(env, Date.now())
  return mailsWithId(mails, mailId)[0]?.text ?? ''
}

async function refundOf(orderId: string) {
  const [refund, ...more] = (await recordsOf(orderId)).refunds
  if (!refund || more.length > 0) throw new Error('the order does not have exactly one refund')
  return refund
}

async function placePaidByCard(wish: Parameters<typeof placeOrder>[1] = { standing: 2 }) {
  const order = await placeOrder(world, wish)
  await actOnPaymentPage(await openPaymentPage(order), 'approve')
  await confirmPayment(order)
  const [payment] = (await recordsOf(order.id)).payments
  return { order, captureId: payment?.captureId ?? '' }
}

/** Places an order that is paid by transfer and then by card, so that the card payment is refunded. */
async function placePaidTwice(begins: Parameters<typeof setNextRefundOutcome>[0] = 'succeeded') {
  const order = await placeOrder(world, { standing: 1 })
  const page = await openPaymentPage(order)
  await payByBank(order)
  await actOnPaymentPage(page, 'approve')
  const session = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${page}`)
  await setNextRefundOutcome(begins, session.payment_intent)
  await confirmPayment(order)
  const payment = (await recordsOf(order.id)).payments.find(({ provider }) => provider === 'stripe')
  return { order, captureId: payment?.captureId ?? '' }
}

/** Like `placePaidTwice`, but settles the card payment without a queue. The refund has therefore not been sent to Stripe. */
async function placePaidTwiceWithoutQueue() {
  const order = await placeOrder(world, { standing: 1 })
  const page = await openPaymentPage(order)
  await payByBank(order)
  await actOnPaymentPage(page, 'approve')
  const stripeOf = async () => (await recordsOf(order.id)).payments.find(({ provider }) => provider === 'stripe')
  await settlePayment(isolatedEnv().env, (await stripeOf())?.id ?? '', Date.now())
  return { order, captureId: (await stripeOf())?.captureId ?? '', refundId: (await refundOf(order.id)).id }
}

async function refundsAtStripe(captureId: string): Promise<{ id: string; status: string }[]> {
  return (await stripeObject<{ data: { id: string; status: string }[] }>(`refunds?payment_intent=${captureId}`)).data
}

async function openList() {
  return (await operator('GET', '/orders/open')).body as { refunds: object[]; orders: object[] }
}

describe('a refund at Stripe', () => {
  it('PAY-07 is done and announced by one mail when Stripe reports success', async () => {
    const { order } = await placePaidTwice()
    expect(await refundOf(order.id)).toMatchObject({ status: 'open', reason: 'double_payment' })
    await drain()
    await drain()
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: expect.stringMatching(/^re_/) })
    expect(await countRefundMails(order)).toBe(1)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'done', paidCents: 4500, refundedCents: 0 })
  })

  it('PAY-07 is not announced while it is pending at Stripe, and is announced by one mail when it succeeds', async () => {
    const { order } = await placePaidTwice('pending')
    await drain()
    const sent = await refundOf(order.id)
    expect(sent).toMatchObject({ status: 'sent', doneAt: null })
    expect(await countRefundMails(order)).toBe(0)

    await finishRefund(sent.externalId ?? '', 'succeeded')
    expect((await deliverNotice(await noticeAbout(sent.externalId ?? '', 'refund.updated'))).status).toBe(200)
    expect((await refundOf(order.id)).status).toBe('done')
    await drain()
    expect(await countRefundMails(order)).toBe(1)
  })

  it('PAY-07 is completed without a webhook by the reconciliation, but not before the pause between two checks has passed', async () => {
    const { order } = await placePaidTwice('pending')
    await drain()
    const sent = await refundOf(order.id)
    await finishRefund(sent.externalId ?? '', 'succeeded')
    await reconcileRefunds(testEnv, Date.now() + 60_000)
    expect((await refundOf(order.id)).status).toBe('sent')
    await reconcileRefunds(testEnv, Date.now() + 12 * 3_600_000)
    expect((await refundOf(order.id)).status).toBe('done')
  })

  it('PAY-07 that fails is listed for operators and not announced, and succeeds when an operator retries it', async () => {
    const { order, captureId } = await placePaidTwice('failed')
    await drain()
    expect(await countRefundMails(order)).toBe(0)
    const failed = await refundOf(order.id)
    expect(failed).toMatchObject({ status: 'failed', failure: 'expired_or_canceled_card', doneAt: null })
    expect(errors.some((line) => line.includes('refund failed'))).toBe(true)
    expect((await openList()).refunds).toContainEqual(
      expect.objectContaining({ id: failed.id, status: 'failed', reference: order.reference, buyer: 'Ida Brandt' }),
    )

    await setNextRefundOutcome('succeeded', captureId)
    expect(await operator('POST', '/refunds/retry', { refundId: failed.id })).toMatchObject({ status: 200 })
    await drain()
    expect(await countRefundMails(order)).toBe(1)
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', attempt: 2, failure: null })
    expect((await refundsAtStripe(captureId)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    // A late notice of the first attempt changes nothing.
    await deliverNotice(await noticeAbout(failed.externalId ?? '', 'refund.failed'))
    expect((await refundOf(order.id)).status).toBe('done')
  })

  it('PAY-07 that fails after it has succeeded gets the status “failed”', async () => {
    const { order } = await placePaidTwice()
    await drain()
    const done = await refundOf(order.id)
    await finishRefund(done.externalId ?? '', 'failed')
    await deliverNotice(await noticeAbout(done.externalId ?? '', 'refund.failed'))
    expect(await refundOf(order.id)).toMatchObject({ status: 'failed', failure: 'lost_or_stolen_card', doneAt: null })
  })

  it('PAY-07 that failed takes the id and the status of a refund that is then made in the dashboard', async () => {
    const { order, captureId } = await placePaidTwice('failed')
    await drain()
    await setNextRefundOutcome('succeeded', captureId)
    const { id } = await refundInDashboard(captureId)
    await deliverNotice(await noticeAbout(id, 'refund.created'))
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id, reason: 'double_payment' })
  })

  it.each(['open', 'failed'] as const)(
    'PAY-07 that is %s takes the id and the status of a refund made in the dashboard, and is not requested again',
    async (status) => {
      const { order, captureId, refundId } = await placePaidTwiceWithoutQueue()
      // The refund covers only part of the payment, so Stripe itself would accept a second one.
      await db.update(refunds).set({ status, amountCents: 1000 }).where(eq(refunds.id, refundId))
      await setNextRefundOutcome('pending', captureId)
      const { id } = await refundInDashboard(captureId, 1000)
      await deliverNotice(await noticeAbout(id, 'refund.created'))
      const sent = { status: 'sent', externalId: id, reason: 'double_payment', doneAt: null }
      expect(await refundOf(order.id)).toMatchObject(sent)
      await sendRefund(testEnv, refundId, Date.now())
      expect(await refundsAtStripe(captureId)).toMatchObject([{ id }])
      expect(await refundOf(order.id)).toMatchObject(sent)
      await finishRefund(id, 'succeeded')
      await deliverNotice(await noticeAbout(id, 'refund.updated'))
      expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id })
      await finishRefund(id, 'failed')
      await deliverNotice(await noticeAbout(id, 'refund.failed'))
      expect(await refundOf(order.id)).toMatchObject({ status: 'failed' })
    },
  )

  it('PAY-07 from the dashboard is found before the shop requests another, even if no notice of it has arrived', async () => {
    const { order, captureId, refundId } = await placePaidTwiceWithoutQueue()
    // The refund covers only part of the payment, so Stripe itself would accept a second one.
    await db.update(refunds).set({ amountCents: 1000 }).where(eq(refunds.id, refundId))
    const { id } = await refundInDashboard(captureId, 1000)
    await sendRefund(testEnv, refundId, Date.now())
    expect(await refundsAtStripe(captureId)).toMatchObject([{ id }])
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id, failure: null })
  })

  it("PAY-07 of part of a payment is replaced by the dashboard's refund of the whole payment", async () => {
    const { order, captureId, refundId } = await placePaidTwiceWithoutQueue()
    await db.update(refunds).set({ amountCents: 1000 }).where(eq(refunds.id, refundId))
    const { id } = await refundInDashboard(captureId)
    await sendRefund(testEnv, refundId, Date.now())
    expect((await recordsOf(order.id)).refunds).toMatchObject([
      { reason: 'provider', externalId: id, amountCents: 4500 },
    ])
  })

  it('PAY-07 waits while Stripe is unreachable, and is made once afterwards', async () => {
    // The queue that `placePaidTwice` uses could request the refund before `failNextStripeRequest` takes effect.
    const { order, captureId } = await placePaidTwiceWithoutQueue()
    await failNextStripeRequest(captureId)
    await drain()
    expect((await refundOf(order.id)).status).toBe('open')
    await drain()
    expect((await refundOf(order.id)).status).toBe('done')
    expect(await refundsAtStripe(captureId)).toHaveLength(1)
  })
})

describe("a refund made in Stripe's dashboard", () => {
  it('PAY-07 of part of a payment counts once despite several notices, and leaves the tickets valid', async () => {
    const { order, captureId } = await placePaidByCard()
    const { id } = await refundInDashboard(captureId, 1000)
    const [charge] = (
      await stripeObject<{ data: { type: string; data: { object: { id: string } } }[] }>(
        'events?limit=100&type=charge.refunded',
      )
    ).data
    const notices = [
      await noticeAbout(id, 'refund.created'),
      await noticeAbout(charge?.data.object.id ?? '', 'charge.refunded'),
    ]
    await Promise.all([...notices, ...notices].map((notice) => deliverNotice(notice)))
    const records = await recordsOf(order.id)
    expect(records.refunds).toMatchObject([{ reason: 'provider', externalId: id, status: 'done', amountCents: 1000 }])
    expect(records.order).toMatchObject({ status: 'done', paidCents: 9000, refundedCents: 1000 })
    expect(records.tickets.every(({ invalidatedAt }) => invalidatedAt === null)).toBe(true)
    await drain()
    expect(await countRefundMails(order)).toBe(1)
  })

  it('PAY-07 of the whole payment in two parts invalidates the tickets, and returns the seats and the stock once', async () => {
    const { order, captureId } = await placePaidByCard({ seatIds: ['A-3-1', 'A-3-2'], scarce: 1 })
    const before = await stockLeft(world)
    expect(await isFree(world, 'A-3-1')).toBe(false)
    for (const amount of [5000, undefined]) {
      const { id } = await refundInDashboard(captureId, amount)
      const notice = await noticeAbout(id, 'refund.created')
      await Promise.all([deliverNotice(notice), deliverNotice({ ...notice, id: `${notice.id}_again` })])
    }
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'refunded', refundedCents: order.totalCents })
    expect(records.tickets).toHaveLength(2)
    expect(records.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(await stockLeft(world)).toBe(before + 1)
    await drain()
    expect(await isFree(world, 'A-3-1')).toBe(true)
  })

  it('PAY-07 of an unknown payment makes the shop reject the notice with 500 and not record it, so that Stripe repeats it', async () => {
    const refund = { id: 're_gone', object: 'refund', payment_intent: 'pi_gone', metadata: {} }
    const notice = { id: 'evt_refund_gone', object: 'event', type: 'refund.created', data: { object: refund } }
    expect((await deliverNotice(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
  })

  it('PAY-07 is recorded together with its payment if its notice arrives before that of the payment', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const session = await openPaymentPage(order)
    await actOnPaymentPage(session, 'approve')
    const { payment_intent } = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${session}`)
    const { id } = await refundInDashboard(payment_intent)
    await deliverNotice(await noticeAbout(id, 'refund.created'))
    expect((await recordsOf(order.id)).order).toMatchObject({
      status: 'refunded',
      paidCents: 4500,
      refundedCents: 4500,
    })
  })
})

describe('a refund by bank transfer', () => {
  async function placePaidTooLate() {
    const order = await placeOrder(world, { seatIds: ['A-1-1'], method: 'bank_transfer' })
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    await drain()
    const other = await placeOrder(world, { seatIds: ['A-1-1'] })
    await payByBank(order, null, `bank-late-${order.reference}`)
    return { order, other }
  }

  it('PAY-07 is listed for operators with its details, and is announced by one mail after it is recorded as done', async () => {
    const { order } = await placePaidTooLate()
    await drain()
    expect(await countRefundMails(order)).toBe(0)
    const refund = await refundOf(order.id)
    expect((await openList()).refunds).toContainEqual(
      expect.objectContaining({
        id: refund.id,
        status: 'open',
        provider: 'bank',
        amountCents: 4500,
        reference: order.reference,
        buyer: 'Ida Brandt',
        bookingId: `bank-late-${order.reference}`,
      }),
    )

    const done = { refundId: refund.id, bookingId: `bank-back-${order.reference}` }
    const answers = await Promise.all([1, 2, 3].map(() => operator('POST', '/refunds/done', done)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await operator('POST', '/refunds/done', done)).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await countRefundMails(order)).toBe(1)
    const text = await mailText('mail_payment_refunded', refund.id)
    expect(text).toContain('nach Ablauf der Frist angekommen')
    expect(text).toContain('auf das Konto überwiesen, von dem deine Zahlung kam')
    expect((await openList()).refunds).not.toContainEqual(expect.objectContaining({ id: refund.id }))
  })

  it('PAY-07 cannot be recorded as done with the booking of another refund or with an unknown refund id, and cannot be retried while open', async () => {
    const order = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    await payByBank(order, 9500)
    await payByBank(order, 300)
    const [first, second] = (await recordsOf(order.id)).refunds
    await operator('POST', '/refunds/done', { refundId: first?.id, bookingId: 'bank-shared' })
    expect(await operator('POST', '/refunds/done', { refundId: second?.id, bookingId: 'bank-shared' })).toMatchObject({
      status: 409,
      body: { code: 'BOOKING_KNOWN' },
    })
    expect(await operator('POST', '/refunds/done', { refundId: 'rfd_none', bookingId: 'bank-none' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_FOUND' },
    })
    expect(await operator('POST', '/refunds/retry', { refundId: second?.id })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_STATUS', params: { status: 'open' } },
    })
    expect(await db.select().from(refunds).where(eq(refunds.status, 'done'))).toContainEqual(
      expect.objectContaining({ id: first?.id }),
    )
  })
})

describe('an operator', () => {
  async function placeProblemOrder(
    cents = 1000,
    wish: Parameters<typeof placeOrder>[1] = { standing: 2 },
  ): Promise<Placed> {
    const order = await placeOrder(world, { method: 'bank_transfer', ...wish })
    await payByBank(order, cents)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('problem')
    return order
  }

  it('PAY-06 sees an order with the status “problem” in a list, and can complete it with the amount paid', async () => {
    const order = await placeProblemOrder()
    expect((await openList()).orders).toContainEqual(
      expect.objectContaining({ reference: order.reference, paidCents: 1000, totalCents: 9000, buyer: 'Ida Brandt' }),
    )
    expect(await operator('POST', '/orders/complete', { reference: order.reference })).toMatchObject({
      status: 200,
      body: { status: 'done' },
    })
    expect((await recordsOf(order.id)).tickets).toHaveLength(2)
    expect((await recordsOf(order.id)).followUps).toContain('mail_order_paid')
    expect(await operator('POST', '/orders/complete', { reference: order.reference })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_STATUS', params: { status: 'done' } },
    })
  })

  it('PAY-06 can cancel an order with the status “problem”, which returns seats and stock and refunds the amount paid', async () => {
    const order = await placeProblemOrder(1000, { seatIds: ['A-2-1'], scarce: 1 })
    const before = await stockLeft(world)
    const answers = await Promise.all(
      [1, 2].map(() => operator('POST', '/orders/cancel', { reference: order.reference })),
    )
    expect(answers.map(({ status }) => status)).toContain(200)
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'cancelled', cancelReason: 'operator', paidCents: 0 })
    expect(records.payments).toMatchObject([{ status: 'refunded' }])
    expect(records.refunds).toMatchObject([{ reason: 'cancelled_order', status: 'open', amountCents: 1000 }])
    expect(await stockLeft(world)).toBe(before + 1)
    expect(records.followUps.filter((kind) => kind === 'mail_order_cancelled')).toHaveLength(1)
    expect(await mailText('mail_order_cancelled', order.id)).toContain(
      'Was du schon bezahlt hast, bekommst du zurück: 10,00\u00a0€.',
    )
    await drain()
    expect(await isFree(world, 'A-2-1')).toBe(true)
  })

  it('PAY-06 cannot cancel a paid or an unknown order', async () => {
    const { order } = await placePaidByCard({ standing: 1 })
    expect(await operator('POST', '/orders/cancel', { reference: order.reference })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_STATUS', params: { status: 'done' } },
    })
    expect(await operator('POST', '/orders/cancel', { reference: '1000000000' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await operator('POST', '/orders/cancel', { reference: 'x' })).toMatchObject({ status: 400 })
  })
})
