/**
 * MERGE-01: what the buyer of an add-on can do on the page to pay later: order it bindingly, or undo it. The cart object
 * undoes an add-on, because it also puts the items back into the cart.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import { UNPAID_ORDERS_OF_ADDRESS } from '../../schema/limits.ts'
import { openDatabase } from '../db/database.ts'
import { findOrder, type Order, type WholeOrder } from '../db/order.ts'
import { confirmReserved } from '../db/order-merge.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import type { Env } from '../env.ts'
import type { PaymentMethod } from '../payments/method.ts'
import { cancelWithRefund } from './cancellation.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'

type Consent = { termsAccepted: boolean; ageConfirmed: boolean; needsAge: boolean }

/**
 * Orders a reserved add-on. The caller must have checked that the method is offered, or that the add-on costs nothing. Does
 * nothing if the add-on has been ordered already. Throws TERMS_NOT_ACCEPTED, AGE_NOT_CONFIRMED, ORDER_NOT_PAYABLE,
 * UNPAID_ORDERS_EXCEEDED, or MERGEORDER_FAILED if the main order has been packed or cancelled in the meantime.
 */
export async function orderAddOn(
  env: Env,
  { order }: WholeOrder,
  method: PaymentMethod,
  { termsAccepted, ageConfirmed, needsAge }: Consent,
  now: number,
): Promise<void> {
  if (!order.isReserved) return
  if (order.status !== 'payment_pending') throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  if (!termsAccepted) throw new ShopError('TERMS_NOT_ACCEPTED', {})
  if (needsAge && !ageConfirmed) throw new ShopError('AGE_NOT_CONFIRMED', {})
  const db = openDatabase(env.DB)
  const { id, deadline, followUp } = method
  const dueAt = deadline.afterChange(order, now)
  try {
    const confirmation = {
      method: id,
      dueAt,
      remindAt: order.totalCents === 0 ? null : deadline.remindAt(dueAt, now),
      followUp,
      ageConfirmedAt: needsAge ? now : null,
    }
    if (await confirmReserved(db, order.id, confirmation, now)) return await wakeOutbox(env, order.id)
  } catch (error) {
    // The trigger orders_unpaid_transfers raises an error with this text.
    if (!/orders_unpaid_by_buyer/.test(rootMessageOf(error))) throw error
    throw new ShopError('UNPAID_ORDERS_EXCEEDED', { limit: UNPAID_ORDERS_OF_ADDRESS })
  }
  const current = (await findOrder(db, order.id))?.order
  if (current && !current.isReserved) return
  if (current?.status === 'payment_pending') throw new ShopError('MERGEORDER_FAILED', {})
  throw new ShopError('ORDER_NOT_PAYABLE', { status: current?.status ?? '' })
}

/** Whether the order is an add-on, or was one until its main order was sent or cancelled. */
export function isAddOn({ mergedIntoId, partedFromId }: Pick<Order, 'mergedIntoId' | 'partedFromId'>): boolean {
  return mergedIntoId !== null || partedFromId !== null
}

/**
 * Cancels an unpaid add-on for its buyer. A repeated call answers like the first, and so does the call for an add-on that was
 * cancelled because its reservation expired. Throws if the provider is unreachable.
 */
export async function cancelAddOn(env: Env, orderId: string, now: number): Promise<{ ok: true } | Refusal> {
  const order = (await findOrder(openDatabase(env.DB), orderId))?.order
  if (!order || !isAddOn(order)) return refuse('ORDER_NOT_FOUND', {})
  if (isUndone(order)) return { ok: true }
  if (order.status !== 'payment_pending' || order.paidCents > 0)
    return refuse('ORDER_NOT_PAYABLE', { status: order.status })
  const answer = await cancelWithRefund(env, orderId, 'buyer', now)
  if (answer === 'pending') return refuse('PAYMENT_IN_PROGRESS', {})
  await wakeOutbox(env, orderId)
  const current = (await findOrder(openDatabase(env.DB), orderId))?.order
  return current && isUndone(current) ? { ok: true } : refuse('ORDER_NOT_PAYABLE', { status: current?.status ?? '' })
}

/** Whether the add-on was cancelled for its buyer. */
export async function addOnIsUndone(env: Env, orderId: string): Promise<boolean> {
  const whole = await findOrder(openDatabase(env.DB), orderId)
  return whole !== null && isUndone(whole.order)
}

function isUndone({ status, cancelReason, isReserved }: Order): boolean {
  return status === 'cancelled' && (cancelReason === 'buyer' || isReserved)
}
