import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { incidents } from '../../schema/tables/incident.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments, providerEvents } from '../../schema/tables/payment.ts'
import { takeFailedPayments } from '../../worker/db/payment.ts'
import { dueAtOf } from '../../worker/domain/payment-deadline.ts'
import { isValidationCode } from '../../worker/domain/validation-code.ts'
import { drainOutbox } from '../../worker/jobs/drain-outbox.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/services/payment.ts'
import {
  addressesOf,
  askForPage,
  buildPaymentWorld,
  confirm,
  db,
  decide,
  deliver,
  failStripe,
  knownOf,
  makeOverdue,
  makeUnasked,
  noticeOf,
  openPage,
  operator,
  type Placed,
  placeOrder,
  quietEnv,
  shown,
  stripeObject,
} from '../support/payment-desk.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let warnings: string[] = []
let seat = 0
/** The next free pair of seats. */
const pair = () => {
  const row = Math.floor(seat / 5) + 1
  const first = (seat++ % 5) * 2 + 1
  return [`A-${row}-${first}`, `A-${row}-${first + 1}`]
}

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(warnings.filter((line) => line.includes('outbox not rung'))).toEqual([])
})

async function paidAtStripe(): Promise<{ order: Placed; session: string }> {
  const order = await placeOrder(world, { standing: 2 })
  const session = await openPage(order)
  await decide(session, 'approve')
  return { order, session }
}

async function expectPaidOnce({ id, totalCents }: Placed) {
  const known = await knownOf(id)
  expect(known.order).toMatchObject({ status: 'done', paidCents: totalCents, refundedCents: 0 })
  expect(known.payments).toMatchObject([{ status: 'captured', amountCents: totalCents }])
  expect(known.refunds).toEqual([])
  expect(known.tickets).toHaveLength(2)
  expect(known.followUps).toEqual(['mail_order_paid'])
  return known
}

describe('Stripe’s hosted page', () => {
  it('PAY-02 asks for exactly what is owed, in euros, with the order’s number on the statement', async () => {
    const order = await placeOrder(world, { seatIds: pair(), scarce: 1 })
    const answer = await askForPage(order)
    const { externalPaymentId, externalPaymentUrl } = answer.data?.createStripePayment ?? {}
    expect(externalPaymentUrl).toContain(`/pay/${externalPaymentId}`)
    const session = await stripeObject<Record<string, unknown>>(`checkout/sessions/${externalPaymentId}`)
    expect(session).toMatchObject({
      amount_total: order.totalCents,
      currency: 'eur',
      client_reference_id: order.id,
      customer_email: order.visitor.email,
      locale: 'de',
      metadata: { order: order.id },
      success_url: addressesOf(order).successUrl,
      cancel_url: addressesOf(order).cancelUrl,
    })
    const lines = await stripeObject<{ data: { description: string; amount_total: number }[] }>(
      `checkout/sessions/${externalPaymentId}/line_items`,
    )
    expect(lines.data.map(({ description, amount_total }) => [description, amount_total])).toEqual([
      ['Nachtfalter – seated, Parkett, Normalpreis, Block A, Reihe 1, Platz 1', 4500],
      ['Nachtfalter – seated, Parkett, Normalpreis, Block A, Reihe 1, Platz 2', 4500],
      ['Band scarce, M', 2490],
      ['Paket', 590],
    ])
    await decide(externalPaymentId ?? '', 'approve')
    const { payment_intent } = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${externalPaymentId}`)
    expect(await stripeObject(`payment_intents/${payment_intent}`)).toMatchObject({
      statement_descriptor_suffix: `CCX${order.reference}`,
      metadata: { order: order.id },
    })
  })

  it('PAY-02 a second click, or five at once, find the same page', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForPage(order)))
    const again = await askForPage(order)
    const pages = new Set(
      [...answers, again].map(({ data, code }) => data?.createStripePayment.externalPaymentId ?? code),
    )
    expect([...pages]).toEqual([expect.stringMatching(/^cs_test_/)])
    expect((await knownOf(order.id)).payments).toHaveLength(1)
  })

  it.each([
    ['another site', () => 'https://evil.example/checkout/done'],
    ['a host that only begins like ours', () => 'http://localhost:8787.evil.example/checkout/done'],
    ['a user name that looks like our host', () => 'http://localhost:8787@evil.example/checkout/'],
    ['another page of ours', () => 'http://localhost:8787/nachtfalter'],
    ['a way out by dots', () => 'http://localhost:8787/checkout/../operator'],
    ['a script', () => 'javascript:alert(1)//http://localhost:8787/checkout/'],
    ['nothing', () => ''],
  ])('PAY-02 never sends the browser to %s', async (_what, address) => {
    const order = await placeOrder(world, { standing: 1 })
    expect(await askForPage(order, { ...addressesOf(order), successUrl: address() })).toMatchObject({
      code: 'BAD_INPUT',
      params: { field: 'successUrl' },
    })
    expect(await askForPage(order, { ...addressesOf(order), cancelUrl: address() })).toMatchObject({
      code: 'BAD_INPUT',
      params: { field: 'cancelUrl' },
    })
    expect((await knownOf(order.id)).payments).toEqual([])
  })

  it('PAY-02 where Stripe is out of reach the payment fails with a code and the order can still be paid', async () => {
    const order = await placeOrder(world, { standing: 2 })
    await failStripe(1, order.id)
    expect(await askForPage(order)).toMatchObject({ code: 'PAYMENT_FAILED' })
    expect(await shown(order)).toMatchObject({ status: 'payment_pending', balanceCents: order.totalCents })
    const session = await openPage(order)
    await decide(session, 'approve')
    await confirm(order)
    await expectPaidOnce(order)
  })

  it('PAY-02 a refused card leaves the order payable on the same page', async () => {
    const order = await placeOrder(world, { standing: 2 })
    const session = await openPage(order)
    await decide(session, 'decline')
    await deliver(await noticeOf(session, 'payment_intent.payment_failed'))
    expect(await shown(order)).toMatchObject({ status: 'payment_pending' })
    expect(await openPage(order)).toBe(session)
    await decide(session, 'approve')
    await makeUnasked(order.id)
    await confirm(order)
    await expectPaidOnce(order)
  })

  it('PAY-01 a shop that has put cards on its blacklist opens no page', async () => {
    const visitor = new Visitor('nachtfalter')
    const order = await placeOrder(world, { standing: 1, visitor, method: 'bank_transfer' })
    expect((await askForPage(order)).code).toBe('PAYMENT_METHOD_INVALID')
    // Nor does the main shop for such an order.
    expect((await askForPage({ ...order, visitor: new Visitor() })).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('LATER-02 an order opens to nobody without both id and reference, nor in another band’s shop', async () => {
    const order = await placeOrder(world, { standing: 1 })
    expect(await shown({ ...order, reference: '1000000000' })).toBeNull()
    expect(await shown({ ...order, id: `${order.id.slice(0, -4)}0000` })).toBeNull()
    expect(await shown({ ...order, visitor: new Visitor('nachtfalter') })).toBeNull()
    expect((await askForPage({ ...order, reference: '1000000000' })).code).toBe('ORDER_NOT_FOUND')
    expect((await confirm({ ...order, reference: '' })).code).toBe('ORDER_NOT_FOUND')
  })
})

describe('who tells of a payment', () => {
  it('PAY-07 the webhook alone is enough', async () => {
    const { order, session } = await paidAtStripe()
    expect((await deliver(await noticeOf(session, 'checkout.session.completed'))).status).toBe(200)
    const known = await expectPaidOnce(order)
    expect(known.payments[0]?.captureId).toMatch(/^pi_/)
  })

  it('PAY-07 the payment intent’s notice alone is enough', async () => {
    const { order, session } = await paidAtStripe()
    await deliver(await noticeOf(session, 'payment_intent.succeeded'))
    await expectPaidOnce(order)
  })

  it('CHK-07 the return page alone is enough', async () => {
    const { order } = await paidAtStripe()
    const { data } = await confirm(order)
    expect(data?.confirmOrderPayment).toMatchObject({ status: 'done', balanceCents: 0, bankTransfer: null })
    await expectPaidOnce(order)
  })

  it('PAY-07 the sweep alone is enough', async () => {
    const { order } = await paidAtStripe()
    await reconcilePayments(testEnv, Date.now())
    expect((await knownOf(order.id)).order.status).toBe('payment_pending')
    await makeUnasked(order.id)
    await reconcilePayments(testEnv, Date.now())
    await expectPaidOnce(order)
  })

  it('PAY-07 all of them at once, several times each, change nothing twice', async () => {
    const { order, session } = await paidAtStripe()
    await makeUnasked(order.id)
    const [completed, succeeded] = await Promise.all([
      noticeOf(session, 'checkout.session.completed'),
      noticeOf(session, 'payment_intent.succeeded'),
    ])
    const [payment] = (await knownOf(order.id)).payments
    await Promise.all([
      ...Array.from({ length: 4 }, () => deliver(completed)),
      ...Array.from({ length: 4 }, () => deliver(succeeded)),
      ...Array.from({ length: 4 }, () => confirm(order)),
      ...Array.from({ length: 4 }, () => settlePayment(testEnv, payment?.id ?? '', Date.now())),
      reconcilePayments(testEnv, Date.now()),
      reconcilePayments(testEnv, Date.now()),
    ])
    const known = await expectPaidOnce(order)
    for (const again of [() => deliver(completed), () => confirm(order)]) await again()
    expect(await knownOf(order.id)).toEqual(known)
  })

  it('PAY-07 a repeated notice is known by its id, a late or reordered one changes nothing', async () => {
    const { order, session } = await paidAtStripe()
    const completed = await noticeOf(session, 'checkout.session.completed')
    // Told in the wrong order: an older notice says expired, the truth at Stripe says paid.
    const expired = { ...completed, id: 'evt_out_of_order', type: 'checkout.session.expired' }
    expect((await deliver(expired)).status).toBe(200)
    const known = await expectPaidOnce(order)
    expect(await (await deliver(completed)).text()).toBe('ok')
    expect(await (await deliver(completed)).text()).toBe('known')
    expect(await knownOf(order.id)).toEqual(known)
  })

  it('PAY-07 takes no notice without Stripe’s signature, nor an old one', async () => {
    const { order, session } = await paidAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    expect((await deliver(notice, Date.now(), 'whsec_wrong')).status).toBe(400)
    expect((await deliver(notice, Date.now() - 301_000)).status).toBe(400)
    expect(
      (await deliver({ id: 'evt_x', object: 'event', type: 'customer.created', data: { object: {} } })).status,
    ).toBe(200)
    expect((await knownOf(order.id)).order.status).toBe('payment_pending')
  })

  it('PAY-07 a notice that could not be dealt with is asked for again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await paidAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await failStripe(1, session)
    expect((await deliver(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
    expect((await deliver(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  it('PAY-07 a notice of a page that Stripe does not know, for the key is wrong, is asked for again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await paidAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await db
      .update(payments)
      .set({ externalId: `gone_${session}` })
      .where(eq(payments.orderId, order.id))
    expect((await deliver(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
    await db.update(payments).set({ externalId: session }).where(eq(payments.orderId, order.id))
    expect((await deliver(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  /** Closed while the key was wrong; then the key is right again. */
  async function closedByWrongKey() {
    const { order, session } = await paidAtStripe()
    await db
      .update(payments)
      .set({ externalId: `gone_${session}` })
      .where(eq(payments.orderId, order.id))
    const [payment] = (await knownOf(order.id)).payments
    await settlePayment(testEnv, payment?.id ?? '', Date.now())
    await db.update(payments).set({ externalId: session }).where(eq(payments.orderId, order.id))
    expect((await knownOf(order.id)).payments).toMatchObject([{ status: 'failed' }])
    return { order, createdAt: payment?.createdAt ?? 0 }
  }

  it('PAY-07 a payment that was closed while the key was wrong is asked about again', async () => {
    const { order } = await closedByWrongKey()
    const paymentId = (await knownOf(order.id)).payments[0]?.id ?? ''
    const isReported = async () => {
      const [incident] = await db.select().from(incidents).where(eq(incidents.subjectId, paymentId))
      return incident?.kind === 'payment_unknown_at_provider' && incident.resolvedAt === null
    }
    expect(await isReported()).toBe(true)
    await reconcilePayments(testEnv, Date.now() + 9 * 60_000)
    expect((await knownOf(order.id)).order.status).toBe('payment_pending')
    await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
    await expectPaidOnce(order)
    expect(await isReported()).toBe(false)
  })

  it('PAY-07 a payment that was closed while the key was wrong is asked about by the return page', async () => {
    const { order } = await closedByWrongKey()
    await makeUnasked(order.id)
    await confirm(order)
    await expectPaidOnce(order)
  })

  it.each(['the cron', 'the return page'])(
    'PAY-07 money of a payment that was closed while the key was wrong goes back where the fan has paid again: %s asks',
    async (asker) => {
      const { order } = await closedByWrongKey()
      const again = await openPage(order)
      await decide(again, 'approve')
      await deliver(await noticeOf(again, 'checkout.session.completed'))
      expect((await knownOf(order.id)).order.status).toBe('done')
      if (asker === 'the cron') await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
      else {
        await makeUnasked(order.id)
        await confirm(order)
      }
      expect((await knownOf(order.id)).refunds).toMatchObject([
        { reason: 'double_payment', amountCents: order.totalCents },
      ])
    },
  )

  it('PAY-07 money of a payment that was closed while the key was wrong is asked about until it could be taken', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order } = await closedByWrongKey()
    const again = await openPage(order)
    await decide(again, 'approve')
    await deliver(await noticeOf(again, 'checkout.session.completed'))
    await testEnv.DB.prepare(
      `create trigger refunds_contended before insert on refunds when new.order_id = '${order.id}' begin select raise(abort, 'busy'); end`,
    ).run()
    try {
      await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
    } finally {
      await testEnv.DB.prepare('drop trigger refunds_contended').run()
    }
    expect((await knownOf(order.id)).refunds).toEqual([])
    await reconcilePayments(testEnv, Date.now() + 2 * 3_600_000)
    expect((await knownOf(order.id)).refunds).toMatchObject([
      { reason: 'double_payment', amountCents: order.totalCents },
    ])
  })

  it('PAY-07 an operator’s command asks about an order or a payment again, also where the order was cancelled', async () => {
    for (const subject of ['reference', 'paymentId']) {
      const { order } = await closedByWrongKey()
      await makeOverdue(order.id)
      await sweepOrders(quietEnv().env, Date.now())
      const { order: cancelled, payments: rows } = await knownOf(order.id)
      expect(cancelled.status).toBe('cancelled')
      await drainOutbox(quietEnv().env, Date.now())
      const [paymentId] = rows.map(({ id }) => id)
      const asked = subject === 'reference' ? { reference: order.reference } : { paymentId }
      expect(await operator('POST', '/orders/ask', asked)).toMatchObject({
        status: 200,
        body: {
          reference: order.reference,
          status: 'done',
          payments: [{ paymentId, provider: 'paid', status: 'captured' }],
        },
      })
      expect(await operator('POST', '/orders/ask', asked)).toMatchObject({
        body: { payments: [{ provider: 'known', status: 'captured' }] },
      })
    }
    const { order, session } = await paidAtStripe()
    await failStripe(1, session)
    expect(await operator('POST', '/orders/ask', { reference: order.reference })).toMatchObject({
      status: 200,
      body: {
        status: 'payment_pending',
        payments: [{ provider: expect.stringMatching(/^no answer: /), status: 'open' }],
      },
    })
    expect(await operator('POST', '/orders/ask', { reference: '1000000000' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await operator('POST', '/orders/ask', {})).toMatchObject({ status: 400 })
  })

  it('PAY-07 asks about a failed payment ever more rarely, for three days, and not once its order is paid and Stripe had known it', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await openPage(order)
    await db.update(payments).set({ status: 'failed' }).where(eq(payments.orderId, order.id))
    const start = (await knownOf(order.id)).payments[0]?.createdAt ?? 0
    const asked: number[] = []
    for (let minute = 0; minute <= 5 * 24 * 60; minute += 10) {
      const taken = await takeFailedPayments(db, start + minute * 60_000, 1000)
      if (taken.some(({ orderId }) => orderId === order.id)) asked.push(minute)
    }
    expect(asked.slice(0, 7)).toEqual([10, 30, 90, 270, 630, 990, 1350])
    expect(asked.at(-1)).toBe(4230)
    await db.update(payments).set({ checkedAt: start }).where(eq(payments.orderId, order.id))
    await db.update(orders).set({ status: 'done' }).where(eq(orders.id, order.id))
    const ids = (await takeFailedPayments(db, start + 3_600_000, 1000)).map(({ orderId }) => orderId)
    expect(ids).not.toContain(order.id)
  })

  it('PAY-07 a notice of money that could not be taken is asked for again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await paidAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await db.update(payments).set({ status: 'expired' }).where(eq(payments.orderId, order.id))
    await testEnv.DB.prepare(
      `create trigger payments_contended before update of status on payments when new.status = 'captured' begin select raise(ignore); end`,
    ).run()
    try {
      expect((await deliver(notice)).status).toBe(500)
    } finally {
      await testEnv.DB.prepare('drop trigger payments_contended').run()
    }
    expect((await deliver(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  it('CHK-07 the return page says so where Stripe cannot be asked', async () => {
    const { order, session } = await paidAtStripe()
    await failStripe(1, session)
    expect(await confirm(order)).toMatchObject({ code: 'PAYMENT_NOT_CONFIRMED' })
    await makeUnasked(order.id)
    expect((await confirm(order)).data?.confirmOrderPayment.status).toBe('done')
  })

  it('PAY-07 money for a page that was never noted is found by its notice', async () => {
    const { order, session } = await paidAtStripe()
    await db.update(payments).set({ externalId: null, status: 'failed' }).where(eq(payments.orderId, order.id))
    await deliver(await noticeOf(session, 'checkout.session.completed'))
    await expectPaidOnce(order)
  })

  it('PAY-07 asks about open payments ever more rarely, and about others while Stripe is out of reach', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await openPage(order)
    const [opened] = (await knownOf(order.id)).payments
    const start = opened?.createdAt ?? 0
    const asked: number[] = []
    for (let second = 0; second <= 600; second += 10) {
      const before = (await knownOf(order.id)).payments[0]?.checkedAt
      await reconcilePayments(testEnv, start + second * 1000)
      const after = (await knownOf(order.id)).payments[0]?.checkedAt
      if (after !== before) asked.push(second)
    }
    expect(asked).toEqual([20, 40, 60, 90, 140, 210, 320, 480])
  })
})

describe('money and its order', () => {
  it('PAY-08 a sum that does not fit makes no ticket: support is called', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order } = await paidAtStripe()
    await db
      .update(payments)
      .set({ amountCents: order.totalCents + 1 })
      .where(eq(payments.orderId, order.id))
    await confirm(order)
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'problem', paidCents: order.totalCents, paidAt: null })
    expect(known.tickets).toEqual([])
    expect(known.followUps).toEqual([])
    expect(errors).toHaveBeenCalledOnce()
  })

  it('PAY-08 what is missing after such a payment can still be paid', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const order = await placeOrder(world, { standing: 2 })
    await decide(await openPage(order), 'approve')
    await db.update(orders).set({ totalCents: 9500, subtotalCents: 9500 }).where(eq(orders.id, order.id))
    await db.update(payments).set({ amountCents: 9500 }).where(eq(payments.orderId, order.id))
    await confirm(order)
    expect(await shown(order)).toMatchObject({ status: 'problem', balanceCents: 500 })
    await decide(await openPage(order), 'approve')
    await confirm(order)
    expect(await shown(order)).toMatchObject({ status: 'done', balanceCents: 0 })
    expect((await knownOf(order.id)).tickets).toHaveLength(2)
  })

  it('PAY-07 of two pages paid at once one pays the order and the other’s money goes back', async () => {
    const order = await placeOrder(world, { standing: 2 })
    const first = await openPage(order)
    // The first page was taken for closed here, and was not.
    await db.update(payments).set({ status: 'expired' }).where(eq(payments.externalId, first))
    const second = await openPage(order)
    expect(second).not.toBe(first)
    await Promise.all([decide(first, 'approve'), decide(second, 'approve')])
    const notices = await Promise.all([first, second].map((page) => noticeOf(page, 'checkout.session.completed')))
    await Promise.all([...notices, ...notices].map((notice) => deliver(notice)))
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'done', paidCents: order.totalCents })
    expect(known.tickets).toHaveLength(2)
    expect(known.refunds).toMatchObject([{ reason: 'double_payment', amountCents: order.totalCents }])
    expect(known.followUps).toEqual(['mail_order_paid', 'refund_payment'])

    const { env } = quietEnv()
    await drainOutbox(env, Date.now() + 3_600_000)
    const captured = known.payments.find(({ id }) => id === known.refunds[0]?.paymentId)?.captureId
    const { data } = await stripeObject<{ data: { amount: number }[] }>(`refunds?payment_intent=${captured}`)
    expect(data).toMatchObject([{ amount: order.totalCents }])
  })
})

describe('paid orders', () => {
  it('TIX-01 each ticket has a code of its own, thirteen digits with GS1’s check digit', async () => {
    const order = await placeOrder(world, { seatIds: pair(), standing: 2 })
    await decide(await openPage(order), 'approve')
    await confirm(order)
    const { tickets } = await knownOf(order.id)
    expect(tickets).toHaveLength(4)
    expect(new Set(tickets.map(({ validationCode }) => validationCode)).size).toBe(4)
    expect(tickets.every(({ validationCode }) => isValidationCode(validationCode))).toBe(true)
    expect(tickets.map(({ kind }) => kind)).toEqual(['online', 'online', 'online', 'online'])
  })

  it('TIX-01 codes that are in use are drawn again', async () => {
    const { order: former, session } = await paidAtStripe()
    await deliver(await noticeOf(session, 'checkout.session.completed'))
    const used = (await knownOf(former.id)).tickets[0]?.validationCode ?? ''
    const { order } = await paidAtStripe()
    const draw = crypto.getRandomValues.bind(crypto)
    let draws = 0
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array && array.length === 24 && draws++ === 0) {
        array.set([...used.slice(0, 12)].map(Number))
        return array
      }
      return draw(array)
    })
    const [payment] = (await knownOf(order.id)).payments
    await settlePayment(testEnv, payment?.id ?? '', Date.now())
    expect(draws).toBe(4)
    await expectPaidOnce(order)
  })

  it('LATER-01 an order with goods waits for the warehouse, one with tickets alone is done', async () => {
    const goods = await placeOrder(world, { standing: 1, scarce: 1 })
    await decide(await openPage(goods), 'approve')
    await confirm(goods)
    expect(await shown(goods)).toMatchObject({ status: 'pending_fulfillment', paymentMethods: [] })
    expect((await knownOf(goods.id)).tickets).toHaveLength(1)
  })

  it.each(['done', 'pending_fulfillment', 'fulfillment', 'processing', 'cancelled', 'refunded'] as const)(
    'LATER-01 nothing can be paid for an order that is %s',
    async (status) => {
      const order = await placeOrder(world, { standing: 1 })
      await db.update(orders).set({ status }).where(eq(orders.id, order.id))
      expect(await askForPage(order)).toMatchObject({ code: 'ORDER_NOT_PAYABLE', params: { status } })
      expect(
        await order.visitor.run('UpdatePreferredPaymentMethod', {
          orderId: order.id,
          reference: order.reference,
          preferredPaymentMethod: 'bank_transfer',
        }),
      ).toMatchObject({ code: 'ORDER_NOT_PAYABLE' })
      expect(await shown(order)).toMatchObject({ status, paymentMethods: [], bankTransfer: null })
    },
  )

  it.each(['payment_pending', 'incomplete', 'problem'] as const)(
    'LATER-01 an order that is %s can be paid as long as something is owed',
    async (status) => {
      const order = await placeOrder(world, { standing: 2 })
      await db.update(orders).set({ status }).where(eq(orders.id, order.id))
      expect((await shown(order))?.paymentMethods.map(({ id }) => id)).toEqual(['stripe_checkout', 'bank_transfer'])
      await decide(await openPage(order), 'approve')
      await confirm(order)
      await expectPaidOnce(order)
    },
  )

  it('LATER-02 another method can be chosen, and brings its own deadline', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const choose = (preferredPaymentMethod: string) =>
      order.visitor.run<{
        updatePreferredPaymentMethod: { paymentMethod: string; dueAt: number; bankTransfer: object | null }
      }>('UpdatePreferredPaymentMethod', { orderId: order.id, reference: order.reference, preferredPaymentMethod })
    const { placedAt } = (await knownOf(order.id)).order
    const chosen = (await choose('bank_transfer')).data?.updatePreferredPaymentMethod
    expect(chosen).toMatchObject({ paymentMethod: 'bank_transfer', dueAt: dueAtOf('bank_transfer', placedAt) })
    expect(chosen?.bankTransfer).not.toBeNull()
    expect((await choose('internal_payment_skipped')).code).toBe('PAYMENT_METHOD_INVALID')
    expect((await choose('paypal')).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('CHK-10 orders show the VAT they contain', async () => {
    const order = await placeOrder(world, { standing: 1, scarce: 1 })
    expect(await shown(order)).toMatchObject({ vatCents: 1210 })
    const [stock] = await db.select().from(variantStock).where(eq(variantStock.variantId, world.scarce))
    expect(stock?.available).toBeLessThan(5)
  })
})
