/**
 * SUP-01: a refund did not reach the buyer, and the buyer names an account on the page of the order. A bank sent the
 * transfer back, or the provider of the payment could not make the refund, for example because the card is no longer valid.
 */
import type { RefundAccountInput } from '../../schema/inputs/refund.ts'
import { ibanIn } from '../../schema/rules/iban.ts'
import type { ShopContext } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import type { WholeOrder } from '../db/order.ts'
import { findRefund, type Refund } from '../db/refund.ts'
import {
  askForAccount,
  hasOpenAccount,
  nameAccount,
  noteReturnedTransfer,
  waitsForAccount,
} from '../db/refund-account.ts'
import type { Env } from '../env.ts'
import { methodOf } from '../payments/table.ts'
import { log } from './log.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { orderWithKey } from './order-access.ts'
import { wakeOutbox } from './outbox.ts'
import { requireBuyer } from './refund-request.ts'
import { ShopError } from './shop-error.ts'

/**
 * Records that the bank sent a transfer back, or did not accept it, and asks the buyer for another account by mail.
 * `bookingId` is the booking of the transfer; null if the bank booked none. A repeated call changes nothing. Refuses a
 * transfer that is not the refund's last one, and a refund that a provider makes, unless it failed. An operator decides
 * about a failed one, because the money of a stolen card must not reach another account, and because a retry may succeed.
 */
export async function returnTransfer(
  env: Env,
  { refundId, bookingId }: { refundId: string; bookingId: string | null },
  now: number,
): Promise<Refund> {
  const db = openDatabase(env.DB)
  const found = await findRefund(db, refundId)
  if (!found) throw new OperatorRefusal('NOT_FOUND', { refundId })
  const { refund, payment, isTransfer } = found
  if (waitsForAccount(refund)) return refund
  const isByHand = isTransfer || (payment !== null && methodOf(payment.method).online === null)
  // Only the last transfer can come back: an earlier one has been answered by another account already.
  const isLast = refund.status === 'done' ? bookingId === refund.externalId : bookingId === null
  // A provider pays out a refund in the status `sent`, also one that was to be transferred.
  const isPossible = isLast && (isByHand ? refund.status !== 'sent' : refund.status === 'failed')
  const note = isByHand ? noteReturnedTransfer : askForAccount
  if (!isPossible || !(await note(db, refund, now)))
    throw new OperatorRefusal('REFUND_STATUS', { status: refund.status })
  log('warn', 'refund waits for another account', { refund: refundId, order: refund.orderId })
  await wakeOutbox(env, refund.orderId)
  return (await findRefund(db, refundId))?.refund ?? refund
}

/**
 * Stores the account for the refunds that wait for one, and tells the buyer. Throws ORDER_NOT_FOUND for a wrong key,
 * BAD_INPUT for a wrong IBAN, the errors of `requireBuyer`, and REFUND_ACCOUNT_KNOWN if no refund waits. A repeated call
 * with the same account changes nothing.
 */
export async function nameRefundAccount(context: ShopContext, input: RefundAccountInput): Promise<WholeOrder> {
  const whole = await orderWithKey(context, input.orderId, input.key)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  await requireBuyer(context, whole.order, input.email)
  const iban = ibanIn(input.iban)
  if (iban === null) throw new ShopError('BAD_INPUT', { field: 'input.iban', expected: 'a valid IBAN' })
  const account = { holder: input.name, iban }
  const isNamed = await nameAccount(context.db, whole.order.id, account, context.now)
  if (isNamed) {
    log('info', 'account for a refund named', { order: whole.order.id })
    await wakeOutbox(context.env, whole.order.id)
  } else if (!(await hasOpenAccount(context.db, whole.order.id, account)))
    throw new ShopError('REFUND_ACCOUNT_KNOWN', {})
  return whole
}
