import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { payments } from '../../schema/tables/payment.ts'
import { shops } from '../../schema/tables/shop.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { actAtBank, CARDS, confirmInBrowser, intentOf, openIntent, startInPage } from '../support/intent-helpers.ts'
import {
  allowNextCheck,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  failNextStripeRequest,
  fetchOrder,
  isolatedEnv,
  makeOverdue,
  noticeAbout,
  payByBank,
  placeOrder,
  recordsOf,
  requireEnqueuedOutbox,
  setNextRefundOutcome,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db
    .update(shops)
    .set({ meta: { card_fields: true } })
    .where(eq(shops.slug, 'stagedoor'))
})
requireEnqueuedOutbox()

const order = () => placeOrder(world, { standing: 1, method: 'stripe_express' })
const isPaidOnce = (intentId: string) => ({
  order: { status: 'done' },
  payments: [{ status: 'captured', captureId: intentId, externalUrl: null }],
  tickets: [{}],
  refunds: [],
})

describe('a payment in the shop’s page', () => {
  it('PAY-03 gets a token for exactly the owed amount, the same one after a second click, and stores no token', async () => {
    const placed = await order()
    const [first, second] = await Promise.all([openIntent(placed), openIntent(placed)])
    expect(second).toEqual(first)
    expect(await intentOf(first.id)).toMatchObject({
      amount: placed.totalCents,
      currency: 'eur',
      client_secret: first.clientSecret,
      status: 'requires_payment_method',
      payment_method_types: ['card', 'link'],
      statement_descriptor_suffix: `CCX${placed.reference}`,
      metadata: { order: placed.id },
    })
    const { payments: rows } = await recordsOf(placed.id)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(first.clientSecret)
  })

  it('PAY-03 pays the order, whether the notice comes first, twice, or never', async () => {
    const byNotice = await order()
    const first = await openIntent(byNotice)
    expect((await confirmInBrowser(first.clientSecret, CARDS.good)).body.status).toBe('succeeded')
    const notice = await noticeAbout(first.id, 'payment_intent.succeeded')
    await Promise.all([deliverNotice(notice), deliverNotice(notice)])
    expect(await recordsOf(byNotice.id)).toMatchObject(isPaidOnce(first.id))

    const byReturn = await order()
    const second = await openIntent(byReturn)
    await confirmInBrowser(second.clientSecret, CARDS.good)
    expect((await confirmPayment(byReturn)).data?.confirmOrderPayment.status).toBe('done')
    expect(await recordsOf(byReturn.id)).toMatchObject(isPaidOnce(second.id))

    const byCron = await order()
    const third = await openIntent(byCron)
    await confirmInBrowser(third.clientSecret, CARDS.good)
    await allowNextCheck(byCron.id)
    await reconcilePayments(isolatedEnv().env, Date.now())
    expect(await recordsOf(byCron.id)).toMatchObject(isPaidOnce(third.id))
  })

  it('PAY-03 is settled by a notice even if the shop has not recorded the intent', async () => {
    const placed = await order()
    const { id, clientSecret } = await openIntent(placed)
    await db.update(payments).set({ externalId: null }).where(eq(payments.orderId, placed.id))
    await confirmInBrowser(clientSecret, CARDS.good)
    expect((await deliverNotice(await noticeAbout(id, 'payment_intent.succeeded'))).status).toBe(200)
    expect(await recordsOf(placed.id)).toMatchObject({ order: { status: 'done' }, tickets: [{}] })
  })

  it('PAY-03 stays open after a declined card, so that the same payment accepts another card', async () => {
    const placed = await order()
    const { id, clientSecret } = await openIntent(placed)
    expect(await confirmInBrowser(clientSecret, CARDS.declined)).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined' } },
    })
    await deliverNotice(await noticeAbout(id, 'payment_intent.payment_failed'))
    expect(await recordsOf(placed.id)).toMatchObject({
      order: { status: 'payment_pending' },
      payments: [{ status: 'open' }],
    })
    expect(await openIntent(placed)).toEqual({ id, clientSecret })
    await confirmInBrowser(clientSecret, CARDS.good)
    await allowNextCheck(placed.id)
    await confirmPayment(placed)
    expect(await recordsOf(placed.id)).toMatchObject(isPaidOnce(id))
  })

  it('PAY-03 waits for 3-D Secure, and is paid after it', async () => {
    const placed = await order()
    const { id, clientSecret } = await openIntent(placed)
    expect((await confirmInBrowser(clientSecret, CARDS.threeDSecure)).body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    await confirmPayment(placed)
    expect((await recordsOf(placed.id)).order.status).toBe('payment_pending')
    await actAtBank(id, 'approve')
    await deliverNotice(await noticeAbout(id, 'payment_intent.succeeded'))
    expect(await recordsOf(placed.id)).toMatchObject(isPaidOnce(id))
  })

  it('PAY-03 is cancelled at Stripe before the sweep cancels the order, and its token is then worthless', async () => {
    const placed = await order()
    const { id, clientSecret } = await openIntent(placed)
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('cancelled')
    expect((await intentOf(id)).status).toBe('canceled')
    expect((await confirmInBrowser(clientSecret, CARDS.good)).status).toBe(400)
    expect((await startInPage(placed)).code).toBe('ORDER_NOT_PAYABLE')
  })

  it('PAY-07 that arrives after the cancellation revives the order or is refunded', async () => {
    const placed = await order()
    const { id, clientSecret } = await openIntent(placed)
    await db.update(payments).set({ status: 'failed' }).where(eq(payments.orderId, placed.id))
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('cancelled')
    await confirmInBrowser(clientSecret, CARDS.good)
    await deliverNotice(await noticeAbout(id, 'payment_intent.succeeded'))
    expect(await recordsOf(placed.id)).toMatchObject({ order: { status: 'done' }, payments: [{ status: 'captured' }] })
  })

  it.each(['done', 'failed'] as const)(
    'PAY-07 is refunded if the order is paid already; the refund is %s',
    async (end) => {
      const placed = await order()
      const { id, clientSecret } = await openIntent(placed)
      await payByBank(placed)
      if (end === 'failed') await setNextRefundOutcome('failed', id)
      await confirmInBrowser(clientSecret, CARDS.good)
      await deliverNotice(await noticeAbout(id, 'payment_intent.succeeded'))
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await drainOutbox(isolatedEnv().env, Date.now())
      expect((await recordsOf(placed.id)).refunds).toMatchObject([
        { status: end, amountCents: placed.totalCents, reason: 'double_payment' },
      ])
    },
  )

  it('PAY-03 is not started while Stripe fails, and works at the next click', async () => {
    const placed = await order()
    await failNextStripeRequest(placed.id)
    expect((await startInPage(placed)).code).toBe('PAYMENT_FAILED')
    const { id } = await openIntent(placed)
    await failNextStripeRequest(id)
    await allowNextCheck(placed.id)
    expect((await startInPage(placed)).code).toBe('PAYMENT_FAILED')
    await allowNextCheck(placed.id)
    expect((await openIntent(placed)).id).toBe(id)
  })

  it('PAY-03 is refused for another method, a foreign or unknown order, and a shop that blacklists wallets', async () => {
    const byBank = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await startInPage(byBank)).code).toBe('PAYMENT_METHOD_INVALID')
    const placed = await order()
    expect((await startInPage({ ...placed, reference: byBank.reference })).code).toBe('ORDER_NOT_FOUND')
    const visitor = new Visitor()
    visitor.env = { ...testEnv, STRIPE_PUBLISHABLE_KEY: '' }
    expect((await startInPage({ ...placed, visitor })).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('PAY-03 cannot be chosen for an open order if it is a button of the cart', async () => {
    const byBank = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const shown = await fetchOrder(byBank)
    expect(shown?.paymentMethods.map(({ id }) => id)).not.toContain('stripe_express')
    const { visitor, id, reference } = byBank
    const wish = { orderId: id, reference, preferredPaymentMethod: 'stripe_express' }
    expect((await visitor.run('UpdatePreferredPaymentMethod', wish)).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('PAY-03 with card fields replaces the hosted card page in a shop whose meta enables it', async () => {
    await db
      .update(shops)
      .set({ meta: { card_fields: true } })
      .where(eq(shops.slug, 'stagedoor'))
    const visitor = new Visitor()
    visitor.isUncached = true
    const placed = await placeOrder(world, { standing: 1, method: 'stripe_card', visitor })
    const { id, clientSecret } = await openIntent(placed)
    expect(await intentOf(id)).toMatchObject({
      payment_method_types: ['card'],
      statement_descriptor_suffix: `CCX${placed.reference}`,
    })
    expect((await fetchOrder(placed))?.paymentMethods.map(({ id: method }) => method)).not.toContain('stripe_checkout')
    await confirmInBrowser(clientSecret, CARDS.good)
    await confirmPayment(placed)
    expect(await recordsOf(placed.id)).toMatchObject(isPaidOnce(id))
  })
})
