/** Disputes of payments: applies the provider's state to the payment, the order's tickets and the incidents. */
import { type Database, openDatabase } from '../db/database.ts'
import { noteDispute, resolveSettledDisputes } from '../db/dispute.ts'
import { noteIncident } from '../db/incident.ts'
import { findOrder } from '../db/order.ts'
import type { Payment } from '../db/payment.ts'
import type { ProviderDispute } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { log } from './log.ts'
import { wakeOutbox } from './outbox.ts'
import { noteReturn, paymentWithCapture } from './refund.ts'

export async function followDispute(env: Env, account: ProviderAccount, disputeId: string, now: number): Promise<void> {
  const dispute = await account.readDispute(env, disputeId)
  if (dispute.captureId === null) return
  const db = openDatabase(env.DB)
  const payment = await paymentWithCapture(env, db, account, dispute.captureId, null, now)
  if (!payment) return
  const isNews = await noteDispute(db, payment, dispute, now)
  if (dispute.status === 'lost') {
    const { amountCents } = dispute
    await noteReturn(db, payment, { reason: 'dispute', externalId: disputeId, amountCents, status: 'done' }, now)
    await reportPart(db, payment, dispute, now)
  }
  if (isNews && dispute.status !== 'won') {
    log('error', 'payment disputed', { payment: payment.id, order: payment.orderId, status: dispute.status })
    const details = { orderId: payment.orderId, disputeId, status: dispute.status, amountCents: dispute.amountCents }
    await noteIncident(db, { kind: 'payment_disputed', subjectId: payment.id, details }, now)
  }
  // This runs after the dispute and its incident were recorded, because another notice may have reported the end of the
  // dispute meanwhile.
  await db.run(resolveSettledDisputes(payment.orderId, now))
  await wakeOutbox(env, payment.orderId)
}

/**
 * Records an incident if money remains after a lost dispute. The tickets stay valid, because it is unknown which of them the
 * dispute concerns. An operator decides whether to refund the rest, which ends the order.
 */
async function reportPart(db: Database, payment: Payment, dispute: ProviderDispute, now: number): Promise<void> {
  const order = (await findOrder(db, payment.orderId))?.order
  const keptCents = order ? order.paidCents - order.refundedCents : 0
  if (keptCents === 0) return
  const { disputeId, amountCents } = dispute
  const details = { orderId: payment.orderId, disputeId, amountCents, keptCents }
  await noteIncident(db, { kind: 'dispute_lost_in_part', subjectId: disputeId, details }, now)
}
