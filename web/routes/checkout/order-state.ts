import { orderIsPayable } from '../../../schema/rules/order-payable.ts'

type OrderState = { status: string; balanceCents: number; hasCancelledEvent: boolean }

/** Nothing is to be paid any more, for the event of its tickets was called off. */
export function isCalledOff(order: OrderState): boolean {
  return order.hasCancelledEvent && (order.status === 'cancelled' || orderIsPayable(order))
}

/** What the pay-later page shows of an order (LATER-01). */
export type PayLaterState = 'payable' | 'done' | 'allPaid' | 'cancelled' | 'calledOff' | 'deadEnd'

export function payLaterState(order: OrderState): PayLaterState {
  if (isCalledOff(order)) return 'calledOff'
  if (orderIsPayable(order)) return 'payable'
  switch (order.status) {
    case 'done':
    case 'pending_fulfillment':
    case 'fulfillment':
      return 'done'
    case 'payment_pending':
    case 'processing':
      return 'allPaid'
    case 'cancelled':
      return 'cancelled'
    default:
      return 'deadEnd'
  }
}
