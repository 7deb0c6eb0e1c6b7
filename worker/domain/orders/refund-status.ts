/**
 * A refund's life as one table. It follows the provider: `sent` is money that the provider has taken on and not yet paid
 * out. A failed refund is asked for again under a new idempotency key, or an operator returns the money by another way or in
 * the provider's dashboard.
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

/** What a conditional update may find before it moves a refund to `to`. */
export function refundStatusesBefore(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => TRANSITIONS[from].includes(to))
}

/** Stripe's word for a refund: `pending`, `requires_action`, `succeeded`, `failed`, `canceled`; null while unknown. */
export function refundStatusOf(stripeStatus: string | null): Exclude<RefundStatus, 'open'> {
  if (stripeStatus === 'succeeded') return 'done'
  return stripeStatus === 'failed' || stripeStatus === 'canceled' ? 'failed' : 'sent'
}

/**
 * True where the buyer gets a mail once the money is on its way. The mail about a cancelled event names the sum itself,
 * and a buyer who disputed a payment heard from the bank.
 */
export function refundIsMailed({ reason, subject }: { reason: RefundReason; subject: string }): boolean {
  if (reason === 'dispute') return false
  return reason !== 'cancelled_event' || subject === ''
}
