import { gtin } from 'cdigit'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import { payments, providerEvents } from '../../schema/tables/payment.ts'
import { takeFailedPayments } from '../../worker/db/payment.ts'
import { transferDeadline } from '../../worker/domain/orders/payment-deadline.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/payments/settle.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  actOnPaymentPage,
  allowNextCheck,
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
  placeOrder,
  recordsOf,
  requireEnqueuedOutbox,
  returnUrlsOf,
  setOrder,
  startPayment,
  stripeObject,
} from '../support/payment-helpers.ts'
import { seatPairs } from '../support/seats-and-stock.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
/** Returns two adjacent seats that no other test uses. */
const nextPair = seatPairs()

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
requireEnqueuedOutbox()

async function placeAndPayAtStripe(): Promise<{ order: Placed; session: string }> {
  const order = await placeOrder(world, { standing: 2 })
  const session = await openPaymentPage(order)
  await actOnPaymentPage(session, 'approve')
  return { order, session }
}

async function expectPaidOnce({ id, totalCents }: Placed) {
  const records = await recordsOf(id)
  expect(records.order).toMatchObject({ status: 'done', paidCents: totalCents, refundedCents: 0 })
  expect(records.payments).toMatchObject([{ status: 'captured', amountCents: totalCents }])
  expect(records.refunds).toEqual([])
  expect(records.tickets).toHaveLength(2)
  expect(records.followUps).toEqual(['mail_order_paid'])
  return records
}

describe("Stripe's hosted page", () => {
  it("PAY-02 asks for exactly the amount owed, in euros, with the order's number on the statement", async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), scarce: 1 })
    const answer = await startPayment(order)
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
      success_url: returnUrlsOf(order).successUrl,
      cancel_url: returnUrlsOf(order).cancelUrl,
    })
    const lines = await stripeObject<{ data: { description: string; amount_total: number }[] }>(
      `checkout/sessions/${externalPaymentId}/line_items`,
    )
    expect(lines.data.map(({ description, amount_total }) => [description, amount_total])).toEqual([
      ['Nachtfalter – seated, Parkett, Normalpreis, Online-Ticket, Block A, Reihe 1, Platz 1', 4500],
      ['Nachtfalter – seated, Parkett, Normalpreis, Online-Ticket, Block A, Reihe 1, Platz 2', 4500],
      ['Band scarce, M', 2490],
      ['Paket', 590],
    ])
    await actOnPaymentPage(externalPaymentId ?? '', 'approve')
    const { payment_intent } = await stripeObject<{ payment_intent: string }>(`checkout/sessions/${externalPaymentId}`)
    expect(await stripeObject(`payment_intents/${payment_intent}`)).toMatchObject({
      statement_descriptor_suffix: `CCX${order.reference}`,
      metadata: { order: order.id },
    })
  })

  it('PAY-02 is the same for five simultaneous requests and a later request', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => startPayment(order)))
    const again = await startPayment(order)
    const pages = new Set(
      [...answers, again].map(({ data, code }) => data?.createStripePayment.externalPaymentId ?? code),
    )
    expect([...pages]).toEqual([expect.stringMatching(/^cs_test_/)])
    expect((await recordsOf(order.id)).payments).toHaveLength(1)
  })

  it.each([
    ['another site', () => 'https://evil.example/checkout/done'],
    ['a host with ours as its prefix', () => 'http://localhost:8787.evil.example/checkout/done'],
    ['another site with our host as user name', () => 'http://localhost:8787@evil.example/checkout/'],
    ['a page outside the checkout', () => 'http://localhost:8787/nachtfalter'],
    ['a path out of the checkout', () => 'http://localhost:8787/checkout/../operator'],
    ['a script', () => 'javascript:alert(1)//http://localhost:8787/checkout/'],
    ['an empty URL', () => ''],
  ])('PAY-02 is not opened with %s as a return URL', async (_case, url) => {
    const order = await placeOrder(world, { standing: 1 })
    expect(await startPayment(order, { ...returnUrlsOf(order), successUrl: url() })).toMatchObject({
      code: 'BAD_INPUT',
      params: { field: 'successUrl' },
    })
    expect(await startPayment(order, { ...returnUrlsOf(order), cancelUrl: url() })).toMatchObject({
      code: 'BAD_INPUT',
      params: { field: 'cancelUrl' },
    })
    expect((await recordsOf(order.id)).payments).toEqual([])
  })

  it('PAY-02 cannot be opened while Stripe is unreachable, but the order can be paid afterwards', async () => {
    const order = await placeOrder(world, { standing: 2 })
    await failNextStripeRequest(order.id)
    expect(await startPayment(order)).toMatchObject({ code: 'PAYMENT_FAILED' })
    expect(await fetchOrder(order)).toMatchObject({ status: 'payment_pending', balanceCents: order.totalCents })
    const session = await openPaymentPage(order)
    await actOnPaymentPage(session, 'approve')
    await confirmPayment(order)
    await expectPaidOnce(order)
  })

  it('PAY-02 stays open for another attempt after a declined card', async () => {
    const order = await placeOrder(world, { standing: 2 })
    const session = await openPaymentPage(order)
    await actOnPaymentPage(session, 'decline')
    await deliverNotice(await noticeOf(session, 'payment_intent.payment_failed'))
    expect(await fetchOrder(order)).toMatchObject({ status: 'payment_pending' })
    expect(await openPaymentPage(order)).toBe(session)
    await actOnPaymentPage(session, 'approve')
    await allowNextCheck(order.id)
    await confirmPayment(order)
    await expectPaidOnce(order)
  })

  it("PAY-01 does not open if the order's shop has put cards on its blacklist", async () => {
    const visitor = new Visitor('nachtfalter')
    const order = await placeOrder(world, { standing: 1, visitor, method: 'bank_transfer' })
    expect((await startPayment(order)).code).toBe('PAYMENT_METHOD_INVALID')
    // The page does not open through the main shop either.
    expect((await startPayment({ ...order, visitor: new Visitor() })).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('PAY-01 does not open with a wrong reference. An order of the main shop is not found by a wrong id or reference, or in a band’s shop', async () => {
    const order = await placeOrder(world, { standing: 1 })
    expect(await fetchOrder({ ...order, reference: '1000000000' })).toBeNull()
    expect(await fetchOrder({ ...order, id: `${order.id.slice(0, -4)}0000` })).toBeNull()
    expect(await fetchOrder({ ...order, visitor: new Visitor('nachtfalter') })).toBeNull()
    expect((await startPayment({ ...order, reference: '1000000000' })).code).toBe('ORDER_NOT_FOUND')
    expect((await confirmPayment({ ...order, reference: '' })).code).toBe('ORDER_NOT_FOUND')
  })
})

describe('a Stripe payment', () => {
  it('PAY-07 is settled by the webhook alone', async () => {
    const { order, session } = await placeAndPayAtStripe()
    expect((await deliverNotice(await noticeOf(session, 'checkout.session.completed'))).status).toBe(200)
    const records = await expectPaidOnce(order)
    expect(records.payments[0]?.captureId).toMatch(/^pi_/)
  })

  it("PAY-07 is settled by the payment intent's notice alone", async () => {
    const { order, session } = await placeAndPayAtStripe()
    await deliverNotice(await noticeOf(session, 'payment_intent.succeeded'))
    await expectPaidOnce(order)
  })

  it('CHK-07 is settled by the return page alone', async () => {
    const { order } = await placeAndPayAtStripe()
    const { data } = await confirmPayment(order)
    expect(data?.confirmOrderPayment).toMatchObject({ status: 'done', balanceCents: 0, bankTransfer: null })
    await expectPaidOnce(order)
  })

  it('PAY-07 is settled by the reconciliation alone', async () => {
    const { order } = await placeAndPayAtStripe()
    await reconcilePayments(testEnv, Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('payment_pending')
    await allowNextCheck(order.id)
    await reconcilePayments(testEnv, Date.now())
    await expectPaidOnce(order)
  })

  it('PAY-07 is settled once if webhook, return page and reconciliation report it several times at once', async () => {
    const { order, session } = await placeAndPayAtStripe()
    await allowNextCheck(order.id)
    const [completed, succeeded] = await Promise.all([
      noticeOf(session, 'checkout.session.completed'),
      noticeOf(session, 'payment_intent.succeeded'),
    ])
    const [payment] = (await recordsOf(order.id)).payments
    await Promise.all([
      ...Array.from({ length: 4 }, () => deliverNotice(completed)),
      ...Array.from({ length: 4 }, () => deliverNotice(succeeded)),
      ...Array.from({ length: 4 }, () => confirmPayment(order)),
      ...Array.from({ length: 4 }, () => settlePayment(testEnv, payment?.id ?? '', Date.now())),
      reconcilePayments(testEnv, Date.now()),
      reconcilePayments(testEnv, Date.now()),
    ])
    const records = await expectPaidOnce(order)
    for (const again of [() => deliverNotice(completed), () => confirmPayment(order)]) await again()
    expect(await recordsOf(order.id)).toEqual(records)
  })

  it("PAY-07 is settled according to Stripe's state even if a notice contradicts it, and a repeated notice changes nothing", async () => {
    const { order, session } = await placeAndPayAtStripe()
    const completed = await noticeOf(session, 'checkout.session.completed')
    // This notice says that the session has expired, but at Stripe the session is paid.
    const expired = { ...completed, id: 'evt_out_of_order', type: 'checkout.session.expired' }
    expect((await deliverNotice(expired)).status).toBe(200)
    const records = await expectPaidOnce(order)
    expect(await (await deliverNotice(completed)).text()).toBe('ok')
    expect(await (await deliverNotice(completed)).text()).toBe('known')
    expect(await recordsOf(order.id)).toEqual(records)
  })

  it('PAY-07 is not settled by a notice with a wrong signature, an old timestamp or an unrelated type', async () => {
    const { order, session } = await placeAndPayAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    expect((await deliverNotice(notice, Date.now(), 'whsec_wrong')).status).toBe(400)
    expect((await deliverNotice(notice, Date.now() - 301_000)).status).toBe(400)
    expect(
      (await deliverNotice({ id: 'evt_x', object: 'event', type: 'customer.created', data: { object: {} } })).status,
    ).toBe(200)
    expect((await recordsOf(order.id)).order.status).toBe('payment_pending')
  })

  it('PAY-07 is settled when Stripe repeats a notice that got the answer 500 because Stripe was unreachable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await placeAndPayAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await failNextStripeRequest(session)
    expect((await deliverNotice(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
    expect((await deliverNotice(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  it('PAY-07 is settled when Stripe repeats a notice that got the answer 500 because Stripe did not know the session', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await placeAndPayAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await db
      .update(payments)
      .set({ externalId: `gone_${session}` })
      .where(eq(payments.orderId, order.id))
    expect((await deliverNotice(notice)).status).toBe(500)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, notice.id))).toEqual([])
    await db.update(payments).set({ externalId: session }).where(eq(payments.orderId, order.id))
    expect((await deliverNotice(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  /**
   * Returns an order that is paid at Stripe, but whose payment the shop has closed as failed. This happens with a wrong API
   * key, because Stripe then finds no session. Here, a temporarily wrong session id has the same effect.
   */
  async function closePaymentByWrongKey() {
    const { order, session } = await placeAndPayAtStripe()
    await db
      .update(payments)
      .set({ externalId: `gone_${session}` })
      .where(eq(payments.orderId, order.id))
    const [payment] = (await recordsOf(order.id)).payments
    await settlePayment(testEnv, payment?.id ?? '', Date.now())
    await db.update(payments).set({ externalId: session }).where(eq(payments.orderId, order.id))
    expect((await recordsOf(order.id)).payments).toMatchObject([{ status: 'failed' }])
    return order
  }

  it('PAY-07 closed because of a wrong key is settled by a later reconciliation, which resolves the incident', async () => {
    const order = await closePaymentByWrongKey()
    const paymentId = (await recordsOf(order.id)).payments[0]?.id ?? ''
    const isReported = async () => {
      const [incident] = await db.select().from(incidents).where(eq(incidents.subjectId, paymentId))
      return incident?.kind === 'payment_unknown_at_provider' && incident.resolvedAt === null
    }
    expect(await isReported()).toBe(true)
    await reconcilePayments(testEnv, Date.now() + 9 * 60_000)
    expect((await recordsOf(order.id)).order.status).toBe('payment_pending')
    await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
    await expectPaidOnce(order)
    expect(await isReported()).toBe(false)
  })

  it('PAY-07 closed because of a wrong key is settled by the return page', async () => {
    const order = await closePaymentByWrongKey()
    await allowNextCheck(order.id)
    await confirmPayment(order)
    await expectPaidOnce(order)
  })

  it.each(['the cron', 'the return page'])(
    'PAY-07 closed because of a wrong key is found by %s and refunded if the fan has paid again',
    async (asker) => {
      const order = await closePaymentByWrongKey()
      const again = await openPaymentPage(order)
      await actOnPaymentPage(again, 'approve')
      await deliverNotice(await noticeOf(again, 'checkout.session.completed'))
      expect((await recordsOf(order.id)).order.status).toBe('done')
      if (asker === 'the cron') await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
      else {
        await allowNextCheck(order.id)
        await confirmPayment(order)
      }
      expect((await recordsOf(order.id)).refunds).toMatchObject([
        { reason: 'double_payment', amountCents: order.totalCents },
      ])
    },
  )

  it('PAY-07 closed because of a wrong key is checked again if its refund could not be recorded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const order = await closePaymentByWrongKey()
    const again = await openPaymentPage(order)
    await actOnPaymentPage(again, 'approve')
    await deliverNotice(await noticeOf(again, 'checkout.session.completed'))
    await testEnv.DB.prepare(
      `create trigger refunds_contended before insert on refunds when new.order_id = '${order.id}' begin select raise(abort, 'busy'); end`,
    ).run()
    try {
      await reconcilePayments(testEnv, Date.now() + 11 * 60_000)
    } finally {
      await testEnv.DB.prepare('drop trigger refunds_contended').run()
    }
    expect((await recordsOf(order.id)).refunds).toEqual([])
    await reconcilePayments(testEnv, Date.now() + 2 * 3_600_000)
    expect((await recordsOf(order.id)).refunds).toMatchObject([
      { reason: 'double_payment', amountCents: order.totalCents },
    ])
  })

  it("PAY-07 is checked again on an operator's command, even if its order is cancelled", async () => {
    for (const subject of ['reference', 'paymentId']) {
      const order = await closePaymentByWrongKey()
      await makeOverdue(order.id)
      await sweepOrders(isolatedEnv().env, Date.now())
      const { order: cancelled, payments: rows } = await recordsOf(order.id)
      expect(cancelled.status).toBe('cancelled')
      await drainOutbox(isolatedEnv().env, Date.now())
      const [paymentId] = rows.map(({ id }) => id)
      const input = subject === 'reference' ? { reference: order.reference } : { paymentId }
      expect(await operator('POST', '/orders/ask', input)).toMatchObject({
        status: 200,
        body: {
          reference: order.reference,
          status: 'done',
          payments: [{ paymentId, provider: 'paid', status: 'captured' }],
        },
      })
      expect(await operator('POST', '/orders/ask', input)).toMatchObject({
        body: { payments: [{ provider: 'known', status: 'captured' }] },
      })
    }
    const { order, session } = await placeAndPayAtStripe()
    await failNextStripeRequest(session)
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

  it('PAY-07 with the status “failed” is checked for three days, at growing intervals of up to six hours, but not if its order is paid', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await openPaymentPage(order)
    await db.update(payments).set({ status: 'failed' }).where(eq(payments.orderId, order.id))
    const start = (await recordsOf(order.id)).payments[0]?.createdAt ?? 0
    const checkedMinutes: number[] = []
    for (let minute = 0; minute <= 5 * 24 * 60; minute += 10) {
      const taken = await takeFailedPayments(db, start + minute * 60_000, 1000)
      if (taken.some(({ orderId }) => orderId === order.id)) checkedMinutes.push(minute)
    }
    expect(checkedMinutes.slice(0, 7)).toEqual([10, 30, 90, 270, 630, 990, 1350])
    expect(checkedMinutes.at(-1)).toBe(4230)
    await db.update(payments).set({ checkedAt: start }).where(eq(payments.orderId, order.id))
    await setOrder(order.id, { status: 'done' })
    const ids = (await takeFailedPayments(db, start + 3_600_000, 1000)).map(({ orderId }) => orderId)
    expect(ids).not.toContain(order.id)
  })

  it('PAY-07 is settled when Stripe repeats a notice that got the answer 500 because the capture was not recorded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, session } = await placeAndPayAtStripe()
    const notice = await noticeOf(session, 'checkout.session.completed')
    await db.update(payments).set({ status: 'expired' }).where(eq(payments.orderId, order.id))
    await testEnv.DB.prepare(
      `create trigger payments_contended before update of status on payments when new.status = 'captured' begin select raise(ignore); end`,
    ).run()
    try {
      expect((await deliverNotice(notice)).status).toBe(500)
    } finally {
      await testEnv.DB.prepare('drop trigger payments_contended').run()
    }
    expect((await deliverNotice(notice)).status).toBe(200)
    await expectPaidOnce(order)
  })

  it('CHK-07 is not confirmed on the return page while Stripe is unreachable, but is confirmed afterwards', async () => {
    const { order, session } = await placeAndPayAtStripe()
    await failNextStripeRequest(session)
    expect(await confirmPayment(order)).toMatchObject({ code: 'PAYMENT_NOT_CONFIRMED' })
    await allowNextCheck(order.id)
    expect((await confirmPayment(order)).data?.confirmOrderPayment.status).toBe('done')
  })

  it('PAY-07 is settled by a notice even if the shop has not recorded the session', async () => {
    const { order, session } = await placeAndPayAtStripe()
    await db.update(payments).set({ externalId: null, status: 'failed' }).where(eq(payments.orderId, order.id))
    await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
    await expectPaidOnce(order)
  })

  it('PAY-07 that is open is checked less and less often', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await openPaymentPage(order)
    const [opened] = (await recordsOf(order.id)).payments
    const start = opened?.createdAt ?? 0
    const checkedSeconds: number[] = []
    for (let second = 0; second <= 600; second += 10) {
      const before = (await recordsOf(order.id)).payments[0]?.checkedAt
      await reconcilePayments(testEnv, start + second * 1000)
      const after = (await recordsOf(order.id)).payments[0]?.checkedAt
      if (after !== before) checkedSeconds.push(second)
    }
    expect(checkedSeconds).toEqual([20, 40, 60, 90, 140, 210, 320, 480])
  })
})

describe('the amount paid', () => {
  it('PAY-08 gives the order the status “problem” and no tickets if it differs from the amount requested', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order } = await placeAndPayAtStripe()
    await db
      .update(payments)
      .set({ amountCents: order.totalCents + 1 })
      .where(eq(payments.orderId, order.id))
    await confirmPayment(order)
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'problem', paidCents: order.totalCents, paidAt: null })
    expect(records.tickets).toEqual([])
    expect(records.followUps).toEqual([])
    expect(errors).toHaveBeenCalledOnce()
  })

  it('PAY-08 can be completed by another payment if it was too low', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const order = await placeOrder(world, { standing: 2 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await setOrder(order.id, { totalCents: 9500, subtotalCents: 9500 })
    await db.update(payments).set({ amountCents: 9500 }).where(eq(payments.orderId, order.id))
    await confirmPayment(order)
    expect(await fetchOrder(order)).toMatchObject({ status: 'problem', balanceCents: 500 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    expect(await fetchOrder(order)).toMatchObject({ status: 'done', balanceCents: 0 })
    expect((await recordsOf(order.id)).tickets).toHaveLength(2)
  })

  it('PAY-07 is refunded for exactly one of an order’s two pages if both are paid at the same time', async () => {
    const order = await placeOrder(world, { standing: 2 })
    const first = await openPaymentPage(order)
    // The shop has recorded the first page as expired, although the page is still open at Stripe.
    await db.update(payments).set({ status: 'expired' }).where(eq(payments.externalId, first))
    const second = await openPaymentPage(order)
    expect(second).not.toBe(first)
    await Promise.all([actOnPaymentPage(first, 'approve'), actOnPaymentPage(second, 'approve')])
    const notices = await Promise.all([first, second].map((page) => noticeOf(page, 'checkout.session.completed')))
    await Promise.all([...notices, ...notices].map((notice) => deliverNotice(notice)))
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: order.totalCents })
    expect(records.tickets).toHaveLength(2)
    expect(records.refunds).toMatchObject([{ reason: 'double_payment', amountCents: order.totalCents }])
    expect(records.followUps).toEqual(['mail_order_paid', 'refund_payment'])

    const { env } = isolatedEnv()
    await drainOutbox(env, Date.now() + 3_600_000)
    const captured = records.payments.find(({ id }) => id === records.refunds[0]?.paymentId)?.captureId
    const { data } = await stripeObject<{ data: { amount: number }[] }>(`refunds?payment_intent=${captured}`)
    expect(data).toMatchObject([{ amount: order.totalCents }])
  })
})

describe('orders', () => {
  it('TIX-01 contain tickets with unique codes of thirteen digits, of which the last is a GS1 check digit', async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), standing: 2 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    const { tickets } = await recordsOf(order.id)
    expect(tickets).toHaveLength(4)
    expect(new Set(tickets.map(({ validationCode }) => validationCode)).size).toBe(4)
    for (const { validationCode } of tickets) {
      expect(validationCode).toMatch(/^\d{13}$/)
      expect(gtin.validate(validationCode)).toBe(true)
    }
    expect(tickets.map(({ kind }) => kind)).toEqual(['online', 'online', 'online', 'online'])
  })

  it('TIX-01 get a new ticket code if a random code is already in use', async () => {
    const { order: former, session } = await placeAndPayAtStripe()
    await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
    const used = (await recordsOf(former.id)).tickets[0]?.validationCode ?? ''
    const { order } = await placeAndPayAtStripe()
    const getRandomValues = crypto.getRandomValues.bind(crypto)
    let calls = 0
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array && array.length === 24 && calls++ === 0) {
        array.set([...used.slice(0, 12)].map(Number))
        return array
      }
      return getRandomValues(array)
    })
    const [payment] = (await recordsOf(order.id)).payments
    await settlePayment(testEnv, payment?.id ?? '', Date.now())
    expect(calls).toBe(4)
    await expectPaidOnce(order)
  })

  it('LATER-01 with merchandise get the status “pending_fulfillment” once they are paid', async () => {
    const goods = await placeOrder(world, { standing: 1, scarce: 1 })
    await actOnPaymentPage(await openPaymentPage(goods), 'approve')
    await confirmPayment(goods)
    expect(await fetchOrder(goods)).toMatchObject({ status: 'pending_fulfillment', paymentMethods: [] })
    expect((await recordsOf(goods.id)).tickets).toHaveLength(1)
  })

  it.each(['done', 'pending_fulfillment', 'fulfillment', 'processing', 'cancelled', 'refunded'] as const)(
    'LATER-01 with the status “%s” cannot be paid',
    async (status) => {
      const order = await placeOrder(world, { standing: 1 })
      await setOrder(order.id, { status })
      expect(await startPayment(order)).toMatchObject({ code: 'ORDER_NOT_PAYABLE', params: { status } })
      expect(
        await order.visitor.run('UpdatePreferredPaymentMethod', {
          orderId: order.id,
          reference: order.reference,
          preferredPaymentMethod: 'bank_transfer',
        }),
      ).toMatchObject({ code: 'ORDER_NOT_PAYABLE' })
      expect(await fetchOrder(order)).toMatchObject({ status, paymentMethods: [], bankTransfer: null })
    },
  )

  it.each(['payment_pending', 'problem'] as const)(
    'LATER-01 with the status “%s” can be paid if nothing has been paid',
    async (status) => {
      const order = await placeOrder(world, { standing: 2 })
      await setOrder(order.id, { status })
      expect((await fetchOrder(order))?.paymentMethods.map(({ id }) => id)).toEqual([
        'paypal',
        'stripe_checkout',
        'stripe_sofort',
        'bank_transfer',
      ])
      await actOnPaymentPage(await openPaymentPage(order), 'approve')
      await confirmPayment(order)
      await expectPaidOnce(order)
    },
  )

  it('LATER-02 accept bank transfer with its own deadline, and reject methods that are not offered', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const choose = (preferredPaymentMethod: string) =>
      order.visitor.run<{
        updatePreferredPaymentMethod: { paymentMethod: string; dueAt: number; bankTransfer: object | null }
      }>('UpdatePreferredPaymentMethod', { orderId: order.id, reference: order.reference, preferredPaymentMethod })
    const { placedAt } = (await recordsOf(order.id)).order
    const chosen = (await choose('bank_transfer')).data?.updatePreferredPaymentMethod
    expect(chosen).toMatchObject({ paymentMethod: 'bank_transfer', dueAt: transferDeadline.of(placedAt) })
    expect(chosen?.bankTransfer).not.toBeNull()
    expect((await choose('internal_payment_skipped')).code).toBe('PAYMENT_METHOD_INVALID')
    expect((await choose('stripe_express')).code).toBe('PAYMENT_METHOD_INVALID')
    expect((await choose('kulturpass')).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('CHK-10 show the VAT that their total contains', async () => {
    const order = await placeOrder(world, { standing: 1, scarce: 1 })
    expect(await fetchOrder(order)).toMatchObject({ vatCents: 1210 })
  })
})
