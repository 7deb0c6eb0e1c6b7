/**
 * Refunds at the provider: requested once per attempt, and followed until they complete or fail. Refunds that an operator
 * made in the provider's dashboard are found in the provider's list.
 */
import { type Database, openDatabase } from '../db/database.ts'
import { noteIncidents, resolveIncidents } from '../db/incident.ts'
import { findPayment, findPaymentByCapture, type Payment } from '../db/payment.ts'
import {
  dropCoveredRefund,
  findRefund,
  moveRefund,
  noteProviderRefund,
  type Refund,
  refundIdByExternalId,
  refundsOfPayment,
  retryRefund,
} from '../db/refund.ts'
import { noteTransfer, waitsForAccount } from '../db/refund-account.ts'
import type { ProviderRefund } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { settlePayment } from '../payments/settle.ts'
import { methodOf } from '../payments/table.ts'
import { log } from './log.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'

/**
 * Requests an open refund from the provider, unless the provider's list shows that it was made. A refund by bank transfer
 * waits for an operator, and others may wait for the organiser. Throws if the provider is unreachable.
 */
export async function sendRefund(env: Env, refundId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const found = await findRefund(db, refundId)
  const payment = found?.payment
  const account = payment && methodOf(payment.method).online?.account
  if (!account || found.isTransfer || found.isWaiting || found.refund.status !== 'open') return
  const { captureId } = payment
  if (captureId === null) throw new Error(`payment ${payment.id} has no capture to refund`)
  const openAfterLook = async () => {
    await bringInLine(env, db, account, payment, captureId, now)
    const again = await findRefund(db, refundId)
    // Meanwhile, the refund may have failed, and the buyer may have named an account to which an operator transfers it.
    const isSame = again?.refund.attempt === found.refund.attempt && !again.isTransfer
    return isSame && again.refund.status === 'open' ? again.refund : null
  }
  const refund = await openAfterLook()
  if (!refund) return
  const { id, attempt, amountCents } = refund
  try {
    const made = await account.refund(env, { refundId: id, attempt, captureId, amountCents })
    await follow(env, db, refund, made, now)
  } catch (error) {
    if (!account.isRefusal(error)) throw error
    // The provider also refuses if the money was refunded in its dashboard meanwhile.
    const refused = await openAfterLook()
    if (!refused || (await dropCoveredRefund(db, refused))) return
    await fail(db, refused, null, account.refusalCode(error), now)
  }
}

async function follow(env: Env, db: Database, refund: Refund, found: ProviderRefund, now: number): Promise<void> {
  const to = found.status
  if (to === 'failed') return fail(db, refund, found.externalId, found.failure, now)
  // Here, the answer `sent` changes only an open refund. If the row has another status, the answer is older than the row.
  if (to === refund.status || (to === 'sent' && refund.status !== 'open')) return
  await moveRefund(db, refund, to, { externalId: found.externalId, isByProvider: true }, now)
  await wakeOutbox(env, refund.orderId)
}

async function fail(db: Database, refund: Refund, externalId: string | null, failure: string | null, now: number) {
  if (await moveRefund(db, refund, 'failed', { externalId, failure }, now))
    log('error', 'refund failed', { refund: refund.id, order: refund.orderId, failure: failure ?? 'unknown' })
}

/**
 * Updates a payment's refunds from the provider's list. Refunds that the shop requested change their status, and a refund
 * from the dashboard gets a row. `paymentId` comes from the webhook, for a capture that the shop does not know yet.
 */
export async function followRefunds(
  env: Env,
  account: ProviderAccount,
  captureId: string,
  paymentId: string | null,
  now: number,
): Promise<void> {
  const db = openDatabase(env.DB)
  const payment = await paymentWithCapture(env, db, account, captureId, paymentId, now)
  if (payment) await bringInLine(env, db, account, payment, captureId, now)
}

/**
 * Applies the shop's own refunds first, and then the refunds from the dashboard. Otherwise, a dashboard refund could be
 * matched to the row of a requested refund of the same amount.
 */
async function bringInLine(
  env: Env,
  db: Database,
  account: ProviderAccount,
  payment: Payment,
  captureId: string,
  now: number,
): Promise<void> {
  const listed = await account.listRefunds(env, captureId)
  const own = listed.filter(({ refundId }) => refundId !== null)
  const others = listed.filter(({ refundId }) => refundId === null)
  for (const found of [...own, ...others]) await followOne(env, db, payment, found, now)
  await wakeOutbox(env, payment.orderId)
}

/**
 * Applies one refund of the provider's list. A dashboard refund with the amount of a failed or open refund counts as that
 * refund, so that the money is not returned twice.
 */
async function followOne(env: Env, db: Database, payment: Payment, found: ProviderRefund, now: number): Promise<void> {
  const known = await refundsOfPayment(db, payment.id)
  const { externalId, refundId, attempt, amountCents, status } = found
  const own =
    known.find((refund) => refund.externalId === externalId) ??
    known.find((refund) => refund.id === refundId && refund.attempt === attempt && refund.externalId === null)
  if (own) return follow(env, db, own, found, now)
  if (status === 'failed') return
  // If a refund names one of our rows but another attempt, the money was refunded twice, so both refunds must have a
  // row.
  const isOurs = known.some(({ id }) => id === refundId)
  const waiting = known.find(
    (refund) => (refund.status === 'failed' || refund.status === 'open') && refund.amountCents === amountCents,
  )
  if (waiting && !isOurs) await moveRefund(db, waiting, status, { externalId, isByProvider: true }, now)
  else await noteReturn(db, payment, { reason: 'provider', externalId, amountCents, status }, now)
}

/**
 * Records money that a provider or a bank returned without the shop's request. An incident names each refund by hand that it
 * replaces, because an operator may be transferring that refund at this moment.
 */
export async function noteReturn(
  db: Database,
  payment: Payment,
  found: Parameters<typeof noteProviderRefund>[2],
  now: number,
): Promise<void> {
  const replaced = await noteProviderRefund(db, payment, found, now)
  const { orderId } = payment
  for (const { id } of replaced) log('warn', 'refund by hand replaced', { refund: id, order: orderId })
  const by = { reason: found.reason, externalId: found.externalId }
  const incidents = replaced.map(({ id, amountCents }) => ({
    kind: 'refund_replaced',
    subjectId: id,
    details: { orderId, amountCents, ...by },
  }))
  await noteIncidents(db, incidents, now)
}

/**
 * The payment that a capture belongs to; null if the capture is not the shop's. If the shop does not know the capture yet,
 * the payment is settled first. If the provider does not know the payment, the secret key is probably wrong. This function
 * then throws, so that the provider repeats the webhook until the key is corrected.
 */
export async function paymentWithCapture(
  env: Env,
  db: Database,
  account: ProviderAccount,
  captureId: string,
  paymentId: string | null,
  now: number,
): Promise<Payment | null> {
  const known = await findPaymentByCapture(db, captureId)
  if (known) return known
  const id = paymentId ?? (await account.paymentOfCapture(env, captureId))
  if (id === null) return null
  if ((await settlePayment(env, id, now)) === 'missing') throw new Error(`${account.id} does not know payment ${id}`)
  const settled = await findPayment(db, id)
  return settled?.captureId === captureId ? settled : null
}

/** Retries a failed refund at an operator's request. */
export async function repeatRefund(env: Env, refundId: string, now: number): Promise<Refund> {
  const db = openDatabase(env.DB)
  const { refund, isTransfer } = await requireRefund(db, refundId)
  if (isTransfer || waitsForAccount(refund) || !(await retryRefund(db, refund, now)))
    throw new OperatorRefusal('REFUND_STATUS', { status: refund.status })
  await wakeOutbox(env, refund.orderId)
  return (await requireRefund(db, refundId)).refund
}

/**
 * Completes a refund that an operator has transferred, and stores the id of the bank booking. A booking completes only one
 * refund, and repeating the call changes nothing. A refund through an online provider can be completed by hand only after
 * it failed; the bank may send that transfer back like any other. If the buyer's bank has taken the payment back or may do so, the operator must confirm with `isDisputed` that the
 * transfer was made nevertheless.
 */
export async function finishRefundByHand(
  env: Env,
  { refundId, bookingId, isDisputed }: { refundId: string; bookingId: string; isDisputed: boolean },
  now: number,
): Promise<Refund> {
  const db = openDatabase(env.DB)
  const { refund, payment, isTransfer } = await requireRefund(db, refundId)
  if (refund.status === 'done' && refund.externalId === bookingId) return refund
  const isOnline = payment !== null && methodOf(payment.method).online !== null && !isTransfer
  // A provider is paying out a refund in the status `sent`.
  const isWaiting = refund.status === 'failed' || (refund.status === 'open' && !isOnline)
  if (!isWaiting) throw new OperatorRefusal('REFUND_STATUS', { status: refund.status })
  const dispute = payment?.disputeStatus ?? 'won'
  if (dispute !== 'won' && !isDisputed) throw new OperatorRefusal('REFUND_DISPUTED', { dispute })
  const holder = await refundIdByExternalId(db, bookingId)
  // The booking of a transfer that the bank sent back does not prove the next transfer.
  if (holder !== null) throw new OperatorRefusal('BOOKING_KNOWN', { bookingId, refundId: holder })
  const further = isOnline ? [noteTransfer(refundId, bookingId)] : []
  if (!(await moveRefund(db, refund, 'done', { externalId: bookingId }, now, further)))
    throw new OperatorRefusal('REFUND_STATUS', { status: refund.status })
  await resolveIncidents(db, [{ kind: 'refund_stuck', subjectId: refundId }], now)
  await wakeOutbox(env, refund.orderId)
  return (await requireRefund(db, refundId)).refund
}

async function requireRefund(db: Database, refundId: string) {
  const found = await findRefund(db, refundId)
  if (!found) throw new OperatorRefusal('NOT_FOUND', { refundId })
  return found
}
