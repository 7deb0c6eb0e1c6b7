/**
 * Applies a provider's notice. A notice only says which payment, refund or dispute has changed, and the current state is then
 * read from the provider. The id of a notice is stored after it was applied, so a repeated notice changes nothing.
 */
import { type Database, openDatabase } from '../db/database.ts'
import { findPayment, findPaymentByExternalId, noteProviderEvent, providerEventIsKnown } from '../db/payment.ts'
import type { ProviderNotice } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { settlePayment } from '../payments/settle.ts'
import { followDispute } from './dispute.ts'
import { followRefunds } from './refund.ts'

/**
 * Returns `known` if the notice was applied before, and `missing` if the provider does not know its payment. The notice then
 * belongs to another account than the shop's key, so it must be repeated until the key is corrected. Throws if the provider
 * is unreachable.
 */
export async function applyNotice(
  env: Env,
  account: ProviderAccount,
  notice: ProviderNotice,
  now: number,
): Promise<'applied' | 'known' | 'missing'> {
  const db = openDatabase(env.DB)
  if (await providerEventIsKnown(db, notice.id)) return 'known'
  const { subject, externalId, paymentId, captureId, disputeId } = notice
  if (subject === 'payment') {
    const payment = await paymentOf(db, account, notice)
    const state = payment && (await settlePayment(env, payment.id, now, externalId))
    if (state === 'missing') return 'missing'
  }
  if (subject === 'refund' && captureId) await followRefunds(env, account, captureId, paymentId, now)
  if (subject === 'dispute' && disputeId) await followDispute(env, account, disputeId, now)
  await noteProviderEvent(db, { id: notice.id, provider: account.id, type: notice.type }, now)
  return 'applied'
}

async function paymentOf(db: Database, account: ProviderAccount, { externalId, paymentId }: ProviderNotice) {
  const payment = externalId === null ? null : await findPaymentByExternalId(db, account.id, externalId)
  if (payment) return payment
  return paymentId === null ? null : findPayment(db, paymentId)
}
