/**
 * The lifecycle of a refund as a table. It follows the provider: `sent` means that the provider has accepted the refund and
 * not paid it out yet. A failed refund is retried under a new idempotency key, or an operator returns the money by other
 * means or in the provider's dashboard.
 */
import type { RefundReason, RefundStatus } from '../../../schema/tables/payment.ts'

const TRANSITIONS: Record<RefundStatus, readonly RefundStatus[]> = {
  open: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  // A bank may return the money days after the provider called the refund succeeded.
  done: ['failed'],
  failed: ['open', 'sent', 'done'],
}

const REFUND_STATUSES = Object.keys(TRANSITIONS) as RefundStatus[]

/** The statuses that a conditional update accepts before it moves a refund to `to`. */
export function refundStatusesBefore(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => TRANSITIONS[from].includes(to))
}

/** Maps Stripe's status (`pending`, `requires_action`, `succeeded`, `failed`, `canceled`; null while unknown). */
export function refundStatusOf(stripeStatus: string | null): Exclude<RefundStatus, 'open'> {
  if (stripeStatus === 'succeeded') return 'done'
  return stripeStatus === 'failed' || stripeStatus === 'canceled' ? 'failed' : 'sent'
}

/**
 * Whether the buyer gets a mail once the money is on its way. The mail about a cancelled event already names the amount,
 * and the bank informs a buyer who disputed a payment.
 */
export function refundIsMailed({ reason, subject }: { reason: RefundReason; subject: string }): boolean {
  if (reason === 'dispute') return false
  return reason !== 'cancelled_event' || subject === ''
}
