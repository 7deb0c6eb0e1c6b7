type OrderState = { status: string; balanceCents: number; hasCancelledEvent: boolean }

/** An order is waited for while money is open and its status still takes it. */
export function isUnpaid({ status, balanceCents }: Pick<OrderState, 'status' | 'balanceCents'>): boolean {
  return balanceCents > 0 && ['payment_pending', 'incomplete', 'problem'].includes(status)
}

/** Nothing is to be paid any more, for the event of its tickets was called off. */
export function isCalledOff(order: OrderState): boolean {
  return order.hasCancelledEvent && (order.status === 'cancelled' || isUnpaid(order))
}
