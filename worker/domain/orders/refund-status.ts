/**
 * The lifecycle of a refund as a table. `sent` means that the provider has accepted the refund but has not paid it out
 * yet. An operator retries a failed refund under a new idempotency key, or refunds the money in the provider's
 * dashboard or by other means.
 */
import type { RefundReason, RefundStatus } from '../../../schema/tables/payment.ts'

const TRANSITIONS: Record<RefundStatus, readonly RefundStatus[]> = {
  open: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  // The buyer's bank may return the money days after the provider reported that the refund had succeeded.
  done: ['failed'],
  failed: ['open', 'sent', 'done'],
}

const REFUND_STATUSES = Object.keys(TRANSITIONS) as RefundStatus[]

/** Returns the statuses from which a refund may move to `to`. An update of the status must be conditional on them. */
export function refundStatusesBefore(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => TRANSITIONS[from].includes(to))
}

/**
 * Maps Stripe's status (`pending`, `requires_action`, `succeeded`, `failed`, `canceled`; null if Stripe does not name
 * one) to the status of a refund.
 */
export function refundStatusOf(stripeStatus: string | null): Exclude<RefundStatus, 'open'> {
  if (stripeStatus === 'succeeded') return 'done'
  return stripeStatus === 'failed' || stripeStatus === 'canceled' ? 'failed' : 'sent'
}

/**
 * Whether the buyer gets a mail when the provider has paid out the refund. The bank informs the buyer about a dispute, so
 * the shop sends no mail. If `subject` is the id of a cancelled event, the shop sends none either, because the mail about
 * the cancellation has already named the amount. If a payment arrives after the cancellation, its refund has an empty
 * `subject` and is mailed.
 */
export function refundIsMailed({ reason, subject }: { reason: RefundReason; subject: string }): boolean {
  if (reason === 'dispute') return false
  return reason !== 'cancelled_event' || subject === ''
}
