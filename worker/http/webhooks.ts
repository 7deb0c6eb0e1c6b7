/**
 * The webhooks of the online providers. A notice only says which payment, refund or dispute has changed, and the current
 * state is then read from the provider. The id of a notice is stored after it was processed, so a repeated notice changes
 * nothing. If processing fails, the answer is 500, and the provider repeats the notice for days.
 */
import { type Database, openDatabase } from '../db/database.ts'
import { findPayment, findPaymentByExternalId, noteProviderEvent, providerEventIsKnown } from '../db/payment.ts'
import type { ProviderNotice } from '../domain/orders/payment-provider.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { settlePayment } from '../payments/settle.ts'
import { followDispute } from '../services/dispute.ts'
import { followRefunds } from '../services/refund.ts'
import { readText } from './body.ts'
import type { EdgeContext } from './edge-context.ts'
import { noteSecurityEvent } from './security-event.ts'

const LARGEST_NOTICE = 512 * 1024

/** Returns the handler of a provider's webhook. */
export const serveWebhook =
  (account: ProviderAccount) =>
  async (http: EdgeContext): Promise<Response> => {
    const { env } = http
    if (!account.hasWebhookSecret(env)) return http.text('not configured', 404)
    const body = await readText(http.req.raw, LARGEST_NOTICE)
    if (body === null) return http.text('too large', 413)
    const notice = await account.readNotice(env, body, http.req.raw.headers)
    if (!notice) {
      noteSecurityEvent('webhook signature refused', { provider: account.id })
      return http.text('bad signature', 400)
    }
    const db = openDatabase(env.DB)
    if (await providerEventIsKnown(db, notice.id)) return http.text('known')
    const now = Date.now()
    const { subject, externalId, paymentId, captureId, disputeId } = notice
    if (subject === 'payment') {
      const payment = await paymentOf(db, account, notice)
      const state = payment && (await settlePayment(env, payment.id, now, externalId))
      // The notice belongs to another account than our secret key. The provider must repeat it until the key is
      // corrected.
      if (state === 'missing') return http.text('unknown session', 500)
    }
    if (subject === 'refund' && captureId) await followRefunds(env, account, captureId, paymentId, now)
    if (subject === 'dispute' && disputeId) await followDispute(env, account, disputeId, now)
    await noteProviderEvent(db, { id: notice.id, provider: account.id, type: notice.type }, now)
    return http.text('ok')
  }

async function paymentOf(db: Database, account: ProviderAccount, { externalId, paymentId }: ProviderNotice) {
  const payment = externalId === null ? null : await findPaymentByExternalId(db, account.id, externalId)
  if (payment) return payment
  return paymentId === null ? null : findPayment(db, paymentId)
}
