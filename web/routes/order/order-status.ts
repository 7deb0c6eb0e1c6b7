/** The status of an order in plain words, for the page of the order. */

import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { nameEnding } from '../checkout/name-ending.ts'
import { orderEnding } from '../checkout/order-ending.ts'
import { payLaterState } from '../checkout/order-state.ts'
import type { OrderPage } from './use-order-page.ts'

export function statusText(page: OrderPage): { title: string; text: string } {
  const { order } = page
  const ending = nameEnding(order) ?? orderEnding(order)
  if (ending) return ending
  if (order.isReserved) return { title: m.order_page_reserved_title(), text: m.order_page_reserved_text() }
  if (order.isPaymentPending) return { title: m.done_pending_title(), text: m.done_pending_text() }
  switch (payLaterState(order)) {
    case 'payable': {
      const amount = formatPrice(order.balanceCents)
      const until = formatDateTime(order.dueAt, SHOP_ZONE)
      return { title: m.order_page_unpaid_title(), text: m.order_page_unpaid_text({ amount, until }) }
    }
    case 'allPaid':
      return { title: m.order_page_paid_title(), text: m.done_settling() }
    default:
      return order.status === 'done' ? doneText(page) : parcelText(page)
  }
}

/** An order whose parcel has not left yet. Its tickets are ready at once. */
function parcelText({ order }: OrderPage): { title: string; text: string } {
  const hasTickets = order.tickets.some(({ code }) => code !== null)
  if (order.status === 'fulfillment') return { title: m.order_page_packing_title(), text: m.order_page_packing_text() }
  return {
    title: m.order_page_paid_title(),
    text: hasTickets ? m.order_page_waiting_with_tickets() : m.order_page_waiting_text(),
  }
}

function doneText({ order, timeline }: OrderPage): { title: string; text: string } {
  const has = (wanted: OrderPage['timeline'][number]['kind']) => timeline.some(({ kind }) => kind === wanted)
  if (has('DELIVERED')) return { title: m.order_page_delivered_title(), text: m.order_page_delivered_text() }
  if (has('SHIPPED')) return { title: m.order_page_shipped_title(), text: m.order_page_shipped_text() }
  if (order.tickets.length > 0) return { title: m.order_page_ready_title(), text: m.order_page_ready_text() }
  return { title: m.order_page_done_title(), text: m.order_page_done_text() }
}
