/**
 * Stripe's webhooks. A notice is only a knock: the truth is read from Stripe. Its id is remembered once it has been dealt
 * with, so a repeated one costs nothing. One that could not be dealt with is answered with 500: Stripe repeats it for days.
 */
import { openDatabase } from '../db/database.ts'
import { findPayment, findPaymentByExternalId, noteProviderEvent, providerEventIsKnown } from '../db/payment.ts'
import { readNotice, type StripeNotice } from '../integrations/stripe.ts'
import { followDispute } from '../services/dispute.ts'
import { settlePayment } from '../services/payment.ts'
import { followRefunds } from '../services/refund.ts'
import { readText } from './body.ts'
import { noteSecurityEvent } from './security-event.ts'
import type { EdgeContext } from './shop-context.ts'

const LARGEST_NOTICE = 512 * 1024
const SETTLES = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
])

/** The charge's own notice, and those of each refund; `charge.refund.updated` is what older API versions send. */
const REFUNDS = new Set([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
])
const DISPUTES = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])

export async function serveStripeWebhook(http: EdgeContext): Promise<Response> {
  const { env } = http
  if (!env.STRIPE_WEBHOOK_SECRET) return http.text('not configured', 404)
  const body = await readText(http.req.raw, LARGEST_NOTICE)
  if (body === null) return http.text('too large', 413)
  const notice = await readNotice(env, body, http.req.header('stripe-signature') ?? '')
  if (!notice) {
    noteSecurityEvent('webhook signature refused', { provider: 'stripe' })
    return http.text('bad signature', 400)
  }
  const db = openDatabase(env.DB)
  if (await providerEventIsKnown(db, notice.id)) return http.text('known')
  const now = Date.now()
  if (SETTLES.has(notice.type)) {
    const payment = await paymentOf(http, notice)
    const state = payment && (await settlePayment(env, payment.id, now, notice.sessionId))
    // The notice is of another account than our key: it must come again once the key is corrected.
    if (state === 'missing') return http.text('unknown session', 500)
  }
  if (REFUNDS.has(notice.type) && notice.captureId) {
    await followRefunds(env, notice.captureId, notice.paymentId, now)
  }
  if (DISPUTES.has(notice.type) && notice.disputeId) await followDispute(env, notice.disputeId, now)
  await noteProviderEvent(db, { id: notice.id, provider: 'stripe', type: notice.type }, now)
  return http.text('ok')
}

async function paymentOf(http: EdgeContext, notice: StripeNotice) {
  const db = openDatabase(http.env.DB)
  if (notice.sessionId) {
    const payment = await findPaymentByExternalId(db, 'stripe', notice.sessionId)
    if (payment) return payment
  }
  return notice.paymentId ? findPayment(db, notice.paymentId) : null
}
