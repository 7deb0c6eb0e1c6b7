/**
 * Stripe's webhooks. A notice only triggers a lookup: the truth is read from Stripe. The id of a processed notice is stored,
 * so a repeated one costs nothing. A notice that could not be processed gets 500, and Stripe repeats it for days.
 */
import { openDatabase } from '../db/database.ts'
import { findPayment, findPaymentByExternalId, noteProviderEvent, providerEventIsKnown } from '../db/payment.ts'
import { noticeSubject } from '../domain/orders/stripe-notices.ts'
import { readNotice, type StripeNotice } from '../integrations/stripe.ts'
import { settlePayment } from '../payments/settle.ts'
import { followDispute } from '../services/dispute.ts'
import { followRefunds } from '../services/refund.ts'
import { readText } from './body.ts'
import type { EdgeContext } from './edge-context.ts'
import { noteSecurityEvent } from './security-event.ts'

const LARGEST_NOTICE = 512 * 1024

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
  const subject = noticeSubject(notice.type)
  if (subject === 'payment') {
    const payment = await paymentOf(http, notice)
    const state = payment && (await settlePayment(env, payment.id, now, notice.sessionId))
    // The notice belongs to another account than our key: Stripe must repeat it once the key is corrected.
    if (state === 'missing') return http.text('unknown session', 500)
  }
  if (subject === 'refund' && notice.captureId) {
    await followRefunds(env, notice.captureId, notice.paymentId, now)
  }
  if (subject === 'dispute' && notice.disputeId) await followDispute(env, notice.disputeId, now)
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
