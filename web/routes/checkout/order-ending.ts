/** The texts about an order that is neither paid nor payable: the last step and the page to pay later show them. */
import { m } from '../../i18n/messages.ts'
import { payLaterState } from './order-state.ts'
import type { Order } from './use-order.ts'

/** Returns null if the order is paid or can be paid. */
export function orderEnding(order: Order): { title: string; text: string } | null {
  const { reference } = order
  switch (payLaterState(order)) {
    case 'calledOff':
      return { title: m.checkout_called_off_title(), text: m.checkout_called_off_text({ reference }) }
    case 'cancelled':
      return { title: m.checkout_cancelled_title(), text: m.checkout_cancelled_text({ reference }) }
    case 'deadEnd':
      return { title: m.checkout_dead_end_title(), text: m.checkout_dead_end_text({ reference }) }
    default:
      return null
  }
}
