/**
 * The states of an order and the rule by which a buyer may still pay for it. Worker and browser apply the same rule;
 * worker/domain/order-status holds the transitions between the states.
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

/** LATER-01: the states in which a buyer may pay. */
export const PAYABLE_STATUSES: readonly OrderStatus[] = ['payment_pending', 'problem']

/** The states of an order that is paid in full. */
export const PAID_STATUSES: readonly OrderStatus[] = ['processing', 'pending_fulfillment', 'fulfillment', 'done']

/** LATER-01: whether the order accepts a payment and money is still owed. `balanceCents` is the total less the payments. */
export function orderIsPayable({ status, balanceCents }: { status: string; balanceCents: number }): boolean {
  return balanceCents > 0 && PAYABLE_STATUSES.some((payable) => payable === status)
}
