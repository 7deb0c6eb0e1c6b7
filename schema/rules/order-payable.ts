/**
 * The states of an order, and the rule for when its state and balance allow a payment. The worker and the
 * browser apply the same rule. worker/domain/orders/order-status.ts defines the transitions between the states.
 */
export const ORDER_STATUSES = [
  'payment_pending',
  'processing',
  'pending_fulfillment',
  'fulfillment',
  'done',
  'problem',
  'cancelled',
  'refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** LATER-01: the states in which the buyer may pay. */
export const PAYABLE_STATUSES: readonly OrderStatus[] = ['payment_pending', 'problem']

/** The states of an order that has been paid in full, settled as free, or completed by an operator. */
export const PAID_STATUSES: readonly OrderStatus[] = ['processing', 'pending_fulfillment', 'fulfillment', 'done']

/**
 * LATER-01: returns whether the order's state and balance allow a payment. `balanceCents` is the order's total minus the
 * amount that has been paid. The rule does not consider cancelled events, which also prevent a payment (EVT-12).
 */
export function orderIsPayable({ status, balanceCents }: { status: string; balanceCents: number }): boolean {
  return balanceCents > 0 && PAYABLE_STATUSES.some((payable) => payable === status)
}
