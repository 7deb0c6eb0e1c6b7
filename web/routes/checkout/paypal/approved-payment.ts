/**
 * The order at PayPal that the buyer approved on the cart step, for the review step. It is lost when the document is left.
 * The buyer then chooses a payment method on the payment step.
 */
export type ApprovedPayment = { id: string; cartId: string; email: string }

let approved: ApprovedPayment | null = null

/** Returns the approved payment of this cart; null if there is none. */
export function approvedPayment(cartId: string): ApprovedPayment | null {
  return approved?.cartId === cartId ? approved : null
}

export function holdApproved(payment: ApprovedPayment | null): void {
  approved = payment
}
