/** The status of an order in plain words, for the page of the order. */

import { isDateOpen } from '../../../schema/rules/event-sale.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { nameEnding } from '../checkout/name-ending.ts'
import { orderEnding } from '../checkout/order-ending.ts'
import { payLaterState } from '../checkout/order-state.ts'
import type { OrderPage } from './use-order-page.ts'

/** `now` in epoch milliseconds. */
export function statusText(page: OrderPage, now: number): { title: string; text: string } {
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
      return (
        concertText(page) ?? returnedText(order, now) ?? (order.status === 'done' ? doneText(page) : parcelText(page))
      )
  }
}

type Timeline = { kind: OrderPage['timeline'][number]['kind'] }[]

type TicketOrder = {
  status: string
  items: { eventId: string | null }[]
  tickets: { eventId: string }[]
  events: {
    id: string
    status: string
    formerDate: number | null
    acceptsReturns: boolean
    returnsArePaused: boolean
  }[]
}

/**
 * Returns a text if all concerts of the order's tickets are cancelled, or all have moved, and otherwise null. If the order
 * also contains goods, a sentence about their parcel follows.
 */
export function concertText(page: { order: TicketOrder; timeline: Timeline }): { title: string; text: string } | null {
  const concerts = ticketText(page.order)
  if (concerts === null || page.order.items.every(({ eventId }) => eventId !== null)) return concerts
  return { title: concerts.title, text: [concerts.text, ...parcelSentence(page)].join(' ') }
}

function ticketText({ tickets, events: all }: TicketOrder): { title: string; text: string } | null {
  const events = all.filter(({ id }) => tickets.some(({ eventId }) => eventId === id))
  if (events.length === 0) return null
  const isReturnable = events.every(({ acceptsReturns }) => acceptsReturns)
  const isReturnableNow = isReturnable && !events.some(({ returnsArePaused }) => returnsArePaused)
  if (events.every(({ status }) => status === 'cancelled'))
    return {
      title: events.length === 1 ? m.order_page_cancelled_title() : m.order_page_cancelled_titles(),
      text: !isReturnable
        ? m.order_page_cancelled_text()
        : events.every(({ returnsArePaused }) => returnsArePaused)
          ? m.order_page_cancelled_paused()
          : m.order_page_cancelled_return(),
    }
  if (events.every(({ status, formerDate }) => isDateOpen(status, formerDate)))
    return {
      title: m.order_page_postponed_title(),
      text: isReturnableNow ? m.order_page_postponed_return() : m.order_page_postponed_text(),
    }
  if (events.every(({ status, formerDate }) => status !== 'cancelled' && formerDate !== null))
    return {
      title: events.length === 1 ? m.order_page_moved_title() : m.order_page_moved_titles(),
      text: isReturnableNow ? m.order_page_moved_return() : m.order_page_moved_text(),
    }
  return null
}

/** Returns no sentence for goods that are not sent, such as downloads, because their order is done without a parcel. */
function parcelSentence({ order, timeline }: { order: TicketOrder; timeline: Timeline }): string[] {
  const kinds = new Set(timeline.map(({ kind }) => kind))
  if (order.status === 'fulfillment') return [`${m.order_page_packing_title()}.`]
  if (order.status !== 'done') return [m.order_page_parcel_next()]
  if (kinds.has('DELIVERED')) return [`${m.order_page_delivered_title()}.`]
  return kinds.has('SHIPPED') ? [`${m.order_page_shipped_title()}.`] : []
}

type ReturnedOrder = {
  items: { eventId: string | null }[]
  tickets: unknown[]
  events: { happeningFromAt: number | null }[]
  totalCents: number
  refundedCents: number
  refundingCents: number
}

/**
 * Returns null unless the order consists of tickets, none of which is valid, and money went back or is on its way. The tickets of
 * a past concert are not valid either, but that does not mean that they were returned.
 */
export function returnedText(order: ReturnedOrder, now: number): { title: string; text: string } | null {
  const { items, tickets, events, refundedCents, refundingCents } = order
  if (tickets.length > 0 || refundedCents + refundingCents === 0) return null
  if (items.length === 0 || items.some(({ eventId }) => eventId === null)) return null
  if (events.some(({ happeningFromAt }) => happeningFromAt !== null && happeningFromAt <= now)) return null
  const amount = formatPrice(order.totalCents)
  return { title: m.order_page_returned_title(), text: m.order_page_returned_text({ amount }) }
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
  if (order.tickets.some(({ needsCheckIn }) => needsCheckIn))
    return { title: m.order_page_check_in_title(), text: m.order_page_check_in_text() }
  if (order.tickets.length > 0) return { title: m.order_page_ready_title(), text: m.order_page_ready_text() }
  return { title: m.order_page_done_title(), text: m.order_page_done_text() }
}
