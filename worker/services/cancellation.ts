/**
 * Cancels an order that is not paid in full. The provider's payment page is expired first, and the provider is asked once
 * more, so that a payment in progress is not lost. The outbox then releases the seats, requests the refunds and mails the
 * buyer.
 */
import type { CancelReason } from '../../schema/tables/order.ts'
import { cancelUnpaidOrder } from '../db/cancellation.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { eventsOf, findOrder } from '../db/order.ts'
import { closePayment, paymentsOf } from '../db/payment.ts'
import { hasCancelledEvent, mayBecome } from '../domain/orders/order-status.ts'
import { stockOf } from '../domain/orders/stock.ts'
import type { Env } from '../env.ts'
import { settleFreeOrder, settlePayment } from '../payments/settle.ts'
import { methodOf } from '../payments/table.ts'

/**
 * Returns `pending` if a payment is in progress. The order must then not be cancelled yet. Throws if the provider is
 * unreachable.
 */
async function closePages(env: Env, db: Database, orderId: string, now: number): Promise<'closed' | 'pending'> {
  for (const payment of await paymentsOf(db, orderId)) {
    const { online } = methodOf(payment.method)
    if (payment.status !== 'open' || online === null || payment.externalId === null) continue
    const isUnpaid = await online.expire(env, payment.externalId)
    const state = isUnpaid ? 'expired' : await settlePayment(env, payment.id, now)
    if (state === 'pending') return 'pending'
    // PayPal keeps an order open until it deletes it, but the shop captures no payment that it has closed.
    if (isUnpaid || state === 'approved') await closePayment(db, payment.id, 'expired', now)
  }
  return 'closed'
}

/**
 * Decides about an overdue order that costs nothing, or that is paid in part and has a cancelled event. If an event is
 * cancelled, cancels the order and refunds its captured payments. Otherwise settles the order as free.
 */
export async function decideOverdueOrder(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (whole?.order.status !== 'payment_pending') return
  if (hasCancelledEvent(await eventsOf(db, whole.items))) await cancelWithRefund(env, orderId, 'event_cancelled', now)
  else await settleFreeOrder(env, orderId, now)
}

export type CancelAnswer = 'cancelled' | 'pending' | 'changed' | 'not_cancellable'

/** Cancels an order that is not paid in full, and refunds its captured payments. */
export async function cancelWithRefund(
  env: Env,
  orderId: string,
  reason: Exclude<CancelReason, 'unpaid'>,
  now: number,
): Promise<CancelAnswer> {
  const db = openDatabase(env.DB)
  if ((await closePages(env, db, orderId, now)) === 'pending') return 'pending'
  const [whole, payments] = await Promise.all([findOrder(db, orderId), paymentsOf(db, orderId)])
  if (!whole || !mayBecome(whole.order.status, 'cancelled')) return 'not_cancellable'
  const captured = payments.filter(({ status }) => status === 'captured')
  const isCancelled = await cancelUnpaidOrder(db, whole.order, captured, stockOf(whole.items), reason, now)
  return isCancelled ? 'cancelled' : 'changed'
}
