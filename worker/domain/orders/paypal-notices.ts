/** The event types that PayPal must send to the webhook, by the object that they concern. README.md lists them too. */

/** PayPal sends this once for each completed capture. */
export const PAYPAL_CAPTURE_NOTICES: readonly string[] = ['PAYMENT.CAPTURE.COMPLETED']

const SETTLEMENT = [
  ...PAYPAL_CAPTURE_NOTICES,
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
]
const APPROVAL = ['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.VOIDED', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED']
const REFUND = [
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
]
const DISPUTE = ['CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.UPDATED', 'CUSTOMER.DISPUTE.RESOLVED']

/** The object of PayPal that a notice contains. */
export type PayPalSubject = 'order' | 'capture' | 'refund' | 'dispute'

const SUBJECTS = new Map<string, PayPalSubject>([
  ...APPROVAL.map((type) => [type, 'order'] as const),
  ...SETTLEMENT.map((type) => [type, 'capture'] as const),
  ...REFUND.map((type) => [type, 'refund'] as const),
  ...DISPUTE.map((type) => [type, 'dispute'] as const),
])

export const PAYPAL_NOTICES: readonly string[] = [...SUBJECTS.keys()]

/** Returns the object that a notice of this type contains; null if the shop ignores the type. */
export function payPalSubject(type: string): PayPalSubject | null {
  return SUBJECTS.get(type) ?? null
}
