/** The status of an order in plain words, for the page of the order. */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { orderEnding } from '../checkout/order-ending.ts'
import { payLaterState } from '../checkout/order-state.ts'
import type { Order } from '../checkout/use-order.ts'

export function statusText(order: Order): { title: string; text: string } {
  const ending = orderEnding(order)
  if (ending) return ending
  if (order.isReserved) return { title: m.order_page_reserved_title(), text: m.order_page_reserved_text() }
  if (order.isPaymentPending) return { title: m.done_pending_title(), text: m.done_pending_text() }
  if (payLaterState(order) === 'payable') {
    const amount = formatPrice(order.balanceCents)
    return { title: m.order_page_unpaid_title(), text: m.order_page_unpaid_text({ amount }) }
  }
  if (payLaterState(order) === 'allPaid') return { title: m.order_page_paid_title(), text: m.done_settling() }
  switch (order.status) {
    case 'pending_fulfillment':
      return { title: m.order_page_paid_title(), text: m.order_page_waiting_text() }
    case 'fulfillment':
      return { title: m.order_page_packing_title(), text: m.order_page_packing_text() }
    default:
      return { title: m.order_page_done_title(), text: m.order_page_done_text() }
  }
}
