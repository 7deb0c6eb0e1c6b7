import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { providerEvents, refunds } from '../../schema/tables/payment.ts'
import { drainOutbox } from '../../worker/jobs/drain-outbox.ts'
import { reconcileRefunds } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/services/payment.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import {
  askAgain,
  buildPaymentWorld,
  confirm,
  db,
  decide,
  decideRefund,
  deliver,
  failStripe,
  knownOf,
  mailWithId,
  makeOverdue,
  noticeAbout,
  openPage,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  quietEnv,
  refundInDashboard,
  refundsBegin,
  stripeObject,
} from '../support/payment-desk.ts'
import { freeSeatsOf } from '../support/seat-object.ts'
import { ROW, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const SEATED_PLAN = { key: 'seat-plans/seated.json', version: 0 }

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

const waitsUnfailed = and(isNull(outbox.doneAt), isNull(outbox.lastError))

/** Everything that waits, whatever pause it has taken. The shop's own queue may be at it too. */
async function drain(): Promise<void> {
  await db.update(outbox).set({ nextAttemptAt: 0 }).where(isNull(outbox.doneAt))
  const left = () => db.select().from(outbox).where(waitsUnfailed)
  const work = async () => {
    await drainOutbox(quietEnv().env, Date.now())
    expect(await left()).toEqual([])
  }
  await vi.waitFor(work, { timeout: 20_000 })
}

/** How many mails about returned money were asked for; the outbox sends each once. */
async function refundMails({ id }: Placed): Promise<number> {
  return (await knownOf(id)).followUps.filter((kind) => kind === 'mail_payment_refunded').length
}

/** What the mail says. */
async function mailText(kind: OutboxKind, subjectId: string): Promise<string> {
  const { env, mails } = quietEnv()
  const mailId = await askAgain(kind, subjectId)
  await drainOutbox(env, Date.now())
  return mailWithId(mails, mailId)[0]?.text ?? ''
}

async function refundOf(orderId: string) {
  const [refund, ...more] = (await knownOf(orderId)).refunds
  if (!refund || more.length > 0) throw new Error('not one refund')
  return refund
}

async function paidByCard(wish: Parameters<typeof placeOrder>[1] = { standing: 2 }) {
  const order = await placeOrder(world, wish)
  await decide(await openPage(order), 'approve')
  await confirm(order)
  const [payment] = (await knownOf(order.id)).payments
  return { order, captureId: payment?.captureId ?? '' }
}

/** Money that came by card while a transfer had paid the order: it goes back. */
async function paidTwice(begins: Parameters<typeof refundsBegin>[0] = 'succeeded') {
  const order = await placeOrder(world, { standing: 1 })
  const page = await openPage(order)
  await payByBank(order)
  await decide(page, 'approve')
  const session = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${page}`)
  await refundsBegin(begins, session.payment_intent)
  await confirm(order)
  const payment = (await knownOf(order.id)).payments.find(({ provider }) => provider === 'stripe')
  return { order, captureId: payment?.captureId ?? '' }
}

/** The same, in a shop whose queue is silent: nobody has asked Stripe for the refund. */
async function owedUnheard() {
  const order = await placeOrder(world, { standing: 1 })
  const page = await openPage(order)
  await payByBank(order)
  await decide(page, 'approve')
  const stripeOf = async () => (await knownOf(order.id)).payments.find(({ provider }) => provider === 'stripe')
  await settlePayment(quietEnv().env, (await stripeOf())?.id ?? '', Date.now())
  return { order, captureId: (await stripeOf())?.captureId ?? '', refundId: (await refundOf(order.id)).id }
}

async function isFree(seatId: string): Promise<boolean> {
  const [, row = 0, number = 0] = seatId.split('-').map(Number)
  const answer = await seatsObject(testEnv, world.seatedEvent, 0).availability(SEATED_PLAN, Date.now())
  return freeSeatsOf(answer).includes((row - 1) * ROW + number - 1)
}

async function openList() {
  return (await operator('GET', '/orders/open')).body as { refunds: object[]; orders: object[] }
}

describe('a refund at Stripe', () => {
  it('PAY-07 is done, and mailed once, when Stripe says that it succeeded', async () => {
    const { order } = await paidTwice()
    expect(await refundOf(order.id)).toMatchObject({ status: 'open', reason: 'double_payment' })
    await drain()
    await drain()
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: expect.stringMatching(/^re_/) })
    expect(await refundMails(order)).toBe(1)
    expect((await knownOf(order.id)).order).toMatchObject({ status: 'done', paidCents: 4500, refundedCents: 0 })
  })

  it('PAY-07 is only sent while Stripe lacks the balance: no mail leaves before the money does', async () => {
    const { order } = await paidTwice('pending')
    await drain()
    const sent = await refundOf(order.id)
    expect(sent).toMatchObject({ status: 'sent', doneAt: null })
    expect(await refundMails(order)).toBe(0)

    await decideRefund(sent.externalId ?? '', 'succeeded')
    expect((await deliver(await noticeAbout(sent.externalId ?? '', 'refund.updated'))).status).toBe(200)
    expect((await refundOf(order.id)).status).toBe('done')
    await drain()
    expect(await refundMails(order)).toBe(1)
  })

  it('PAY-07 whose end no webhook told of is asked about, at most once an hour', async () => {
    const { order } = await paidTwice('pending')
    await drain()
    const sent = await refundOf(order.id)
    await decideRefund(sent.externalId ?? '', 'succeeded')
    await reconcileRefunds(testEnv, Date.now() + 60_000)
    expect((await refundOf(order.id)).status).toBe('sent')
    await reconcileRefunds(testEnv, Date.now() + 12 * 3_600_000)
    expect((await refundOf(order.id)).status).toBe('done')
  })

  it('PAY-07 that fails is shown to the operator, promises nothing and is asked for again under a new key', async () => {
    const { order, captureId } = await paidTwice('failed')
    await drain()
    expect(await refundMails(order)).toBe(0)
    const failed = await refundOf(order.id)
    expect(failed).toMatchObject({ status: 'failed', failure: 'expired_or_canceled_card', doneAt: null })
    expect(errors.some((line) => line.includes('refund failed'))).toBe(true)
    expect((await openList()).refunds).toContainEqual(
      expect.objectContaining({ id: failed.id, status: 'failed', reference: order.reference, buyer: 'Ida Brandt' }),
    )

    await refundsBegin('succeeded', captureId)
    expect(await operator('POST', '/refunds/retry', { refundId: failed.id })).toMatchObject({ status: 200 })
    await drain()
    expect(await refundMails(order)).toBe(1)
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', attempt: 2, failure: null })
    const { data } = await stripeObject<{ data: { status: string }[] }>(`refunds?payment_intent=${captureId}`)
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    // A late notice of the first attempt changes nothing.
    await deliver(await noticeAbout(failed.externalId ?? '', 'refund.failed'))
    expect((await refundOf(order.id)).status).toBe('done')
  })

  it('PAY-07 that the bank returns after it was done is owed again', async () => {
    const { order } = await paidTwice()
    await drain()
    const done = await refundOf(order.id)
    await decideRefund(done.externalId ?? '', 'failed')
    await deliver(await noticeAbout(done.externalId ?? '', 'refund.failed'))
    expect(await refundOf(order.id)).toMatchObject({ status: 'failed', failure: 'lost_or_stolen_card', doneAt: null })
  })

  it('PAY-07 that failed and was made by hand at Stripe is that refund, not another one', async () => {
    const { order, captureId } = await paidTwice('failed')
    await drain()
    await refundsBegin('succeeded', captureId)
    const { id } = await refundInDashboard(captureId)
    await deliver(await noticeAbout(id, 'refund.created'))
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id, reason: 'double_payment' })
  })

  it.each(['open', 'failed'] as const)(
    'PAY-07 that is %s and is made by hand at Stripe is that refund, and is asked for no more',
    async (status) => {
      const { order, captureId, refundId } = await owedUnheard()
      await db.update(refunds).set({ status }).where(eq(refunds.id, refundId))
      await refundsBegin('pending', captureId)
      const { id } = await refundInDashboard(captureId)
      await deliver(await noticeAbout(id, 'refund.created'))
      const sent = { status: 'sent', externalId: id, reason: 'double_payment', doneAt: null }
      expect(await refundOf(order.id)).toMatchObject(sent)
      await sendRefund(testEnv, refundId, Date.now())
      expect(await refundOf(order.id)).toMatchObject(sent)
      await decideRefund(id, 'succeeded')
      await deliver(await noticeAbout(id, 'refund.updated'))
      expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id })
      await decideRefund(id, 'failed')
      await deliver(await noticeAbout(id, 'refund.failed'))
      expect(await refundOf(order.id)).toMatchObject({ status: 'failed' })
    },
  )

  it('PAY-07 that the dashboard has made unheard is found before it is asked for', async () => {
    const { order, captureId, refundId } = await owedUnheard()
    const { id } = await refundInDashboard(captureId)
    await sendRefund(testEnv, refundId, Date.now())
    expect(await refundOf(order.id)).toMatchObject({ status: 'done', externalId: id, failure: null })
  })

  it('PAY-07 of a part is dropped where the dashboard has returned the whole', async () => {
    const { order, captureId, refundId } = await owedUnheard()
    await db.update(refunds).set({ amountCents: 1000 }).where(eq(refunds.id, refundId))
    const { id } = await refundInDashboard(captureId)
    await sendRefund(testEnv, refundId, Date.now())
    expect((await knownOf(order.id)).refunds).toMatchObject([{ reason: 'provider', externalId: id, amountCents: 4500 }])
  })

  it('PAY-07 waits while Stripe is out of reach, and is made once', async () => {
    const { order, captureId } = await paidTwice()
    await failStripe(1, captureId)
    await drain()
    expect((await refundOf(order.id)).status).toBe('open')
    await drain()
    expect((await refundOf(order.id)).status).toBe('done')
    expect((await stripeObject<{ data: object[] }>(`refunds?payment_intent=${captureId}`)).data).toHaveLength(1)
  })
})

describe('a refund made in Stripe’s dashboard', () => {
  it('PAY-07 of a part counts once, whatever tells of it, and leaves the tickets valid', async () => {
    const { order, captureId } = await paidByCard()
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
    await Promise.all([...notices, ...notices].map((notice) => deliver(notice)))
    const known = await knownOf(order.id)
    expect(known.refunds).toMatchObject([{ reason: 'provider', externalId: id, status: 'done', amountCents: 1000 }])
    expect(known.order).toMatchObject({ status: 'done', paidCents: 9000, refundedCents: 1000 })
    expect(known.tickets.every(({ invalidatedAt }) => invalidatedAt === null)).toBe(true)
    await drain()
    expect(await refundMails(order)).toBe(1)
  })

  it('PAY-07 of the whole ends the order: tickets are void, seats and unpacked goods come back, once', async () => {
    const { order, captureId } = await paidByCard({ seatIds: ['A-3-1', 'A-3-2'], scarce: 1 })
    const before = await stock()
    for (const amount of [5000, undefined]) {
      const { id } = await refundInDashboard(captureId, amount)
      const notice = await noticeAbout(id, 'refund.created')
      await Promise.all([deliver(notice), deliver({ ...notice, id: `${notice.id}_again` })])
    }
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'refunded', refundedCents: order.totalCents })
    expect(known.tickets).toHaveLength(2)
    expect(known.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(await stock()).toBe((before ?? 0) + 1)
    expect(await isFree('A-3-1')).toBe(false)
    await drain()
    expect(await isFree('A-3-1')).toBe(true)
  })

  it('PAY-07 of money that Stripe does not know, for the key is wrong, is told again', async () => {
    const refund = { id: 're_gone', object: 'refund', payment_intent: 'pi_gone', metadata: {} }
    const notice = { id: 'evt_refund_gone', object: 'event', type: 'refund.created', data: { object: refund } }
    expect((await deliver(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
  })

  it('PAY-07 before we heard of the payment is found with it', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const session = await openPage(order)
    await decide(session, 'approve')
    const { payment_intent } = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${session}`)
    const { id } = await refundInDashboard(payment_intent)
    await deliver(await noticeAbout(id, 'refund.created'))
    expect((await knownOf(order.id)).order).toMatchObject({ status: 'refunded', paidCents: 4500, refundedCents: 4500 })
  })
})

describe('a refund by transfer', () => {
  async function late() {
    const order = await placeOrder(world, { seatIds: ['A-1-1'], method: 'bank_transfer' })
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    await drain()
    const other = await placeOrder(world, { seatIds: ['A-1-1'] })
    await payByBank(order, null, `bank-late-${order.reference}`)
    return { order, other }
  }

  it('PAY-07 waits for an operator, who sees sum, order, buyer and the booking it came by', async () => {
    const { order } = await late()
    await drain()
    expect(await refundMails(order)).toBe(0)
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
    expect(await refundMails(order)).toBe(1)
    const text = await mailText('mail_payment_refunded', refund.id)
    expect(text).toContain('nach Ablauf der Frist angekommen')
    expect(text).toContain('auf das Konto überwiesen, von dem deine Zahlung kam')
    expect((await openList()).refunds).not.toContainEqual(expect.objectContaining({ id: refund.id }))
  })

  it('PAY-07 takes no booking that stands for another refund, and no unknown refund', async () => {
    const order = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    await payByBank(order, 9500)
    await payByBank(order, 300)
    const [first, second] = (await knownOf(order.id)).refunds
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

async function stock(): Promise<number | undefined> {
  const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, world.scarce))
  return row?.available
}

describe('an order in problem', () => {
  async function inProblem(cents = 1000, wish: Parameters<typeof placeOrder>[1] = { standing: 2 }): Promise<Placed> {
    const order = await placeOrder(world, { method: 'bank_transfer', ...wish })
    await payByBank(order, cents)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect((await knownOf(order.id)).order.status).toBe('problem')
    return order
  }

  it('PAY-06 is listed, and can be completed with what has been paid', async () => {
    const order = await inProblem()
    expect((await openList()).orders).toContainEqual(
      expect.objectContaining({ reference: order.reference, paidCents: 1000, totalCents: 9000, buyer: 'Ida Brandt' }),
    )
    expect(await operator('POST', '/orders/complete', { reference: order.reference })).toMatchObject({
      status: 200,
      body: { status: 'done' },
    })
    expect((await knownOf(order.id)).tickets).toHaveLength(2)
    expect((await knownOf(order.id)).followUps).toContain('mail_order_paid')
    expect(await operator('POST', '/orders/complete', { reference: order.reference })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_STATUS', params: { status: 'done' } },
    })
  })

  it('PAY-06 can be cancelled: seats and goods come back, what was paid goes back', async () => {
    const order = await inProblem(1000, { seatIds: ['A-2-1'], scarce: 1 })
    const before = await stock()
    const answers = await Promise.all(
      [1, 2].map(() => operator('POST', '/orders/cancel', { reference: order.reference })),
    )
    expect(answers.map(({ status }) => status)).toContain(200)
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'cancelled', cancelReason: 'operator', paidCents: 0 })
    expect(known.payments).toMatchObject([{ status: 'refunded' }])
    expect(known.refunds).toMatchObject([{ reason: 'cancelled_order', status: 'open', amountCents: 1000 }])
    expect(await stock()).toBe((before ?? 0) + 1)
    expect(known.followUps.filter((kind) => kind === 'mail_order_cancelled')).toHaveLength(1)
    expect(await mailText('mail_order_cancelled', order.id)).toContain(
      'Was du schon bezahlt hast, bekommst du zurück: 10,00 €.',
    )
    await drain()
    expect(await isFree('A-2-1')).toBe(true)
  })

  it('PAY-06 a paid order is not cancelled by that command', async () => {
    const { order } = await paidByCard({ standing: 1 })
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
