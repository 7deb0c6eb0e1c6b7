/** Decides what the pages of a placed order show. The decision depends on the order's status, balance and events. */
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'

type OrderState = { status: string; balanceCents: number; hasCancelledEvent: boolean }

/** Whether one of the order's events is cancelled. Returns false if the order is already paid or refunded. */
export function isCalledOff(order: OrderState): boolean {
  return order.hasCancelledEvent && (order.status === 'cancelled' || orderIsPayable(order))
}

/** CHK-07: whether the order is paid in full. Returns false for a cancelled or refunded order. */
export function isPaid(order: OrderState): boolean {
  const state = payLaterState(order)
  return state === 'done' || state === 'allPaid'
}

/** What the page to pay later shows. For `done`, it redirects to the last step of the checkout (LATER-01). */
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
