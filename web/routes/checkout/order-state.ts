/** Derives what the pages of a placed order show from its status and its events. */
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'

type OrderState = { status: string; balanceCents: number; hasCancelledEvent: boolean }

/** Whether an event of the order's tickets was cancelled before the order was paid, so that the buyer must not pay it. */
export function isCalledOff(order: OrderState): boolean {
  return order.hasCancelledEvent && (order.status === 'cancelled' || orderIsPayable(order))
}

/** Decides what the page to pay later shows (LATER-01). */
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
