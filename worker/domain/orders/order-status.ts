/**
 * The lifecycle of an order as a table: each status and the statuses that may follow it. Only db/order-move writes the
 * status. Its function `moveOrder` takes the allowed previous statuses from this table.
 */
import { ORDER_STATUSES, type OrderStatus, orderIsPayable } from '../../../schema/rules/order-payable.ts'

/** The status of a new order. */
export const FIRST_STATUS = 'payment_pending' satisfies OrderStatus

const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  payment_pending: ['processing', 'pending_fulfillment', 'done', 'problem', 'cancelled'],
  processing: ['pending_fulfillment', 'done', 'problem', 'refunded'],
  pending_fulfillment: ['fulfillment', 'done', 'problem', 'refunded'],
  fulfillment: ['done', 'problem', 'refunded'],
  done: ['refunded', 'problem'],
  problem: ['payment_pending', 'processing', 'pending_fulfillment', 'done', 'cancelled', 'refunded'],
  // A late payment revives the order if its seats and merchandise are still available.
  cancelled: ['pending_fulfillment', 'done'],
  refunded: [],
}

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** Returns the statuses from which an order may move to `to`. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => mayBecome(from, to))
}

/** Applies `orderIsPayable`, which the browser also uses, to the row of an order. A reserved add-on cannot be paid yet. */
export function isPayable(order: {
  status: OrderStatus
  totalCents: number
  paidCents: number
  isReserved: boolean
}): boolean {
  return !order.isReserved && orderIsPayable({ status: order.status, balanceCents: order.totalCents - order.paidCents })
}

/** Whether one of the order's events is cancelled. Such an order must not be paid. */
export function hasCancelledEvent(events: ReadonlyMap<string, { status: string }>): boolean {
  return [...events.values()].some(({ status }) => status === 'cancelled')
}

/** Returns the status of a paid order: `pending_fulfillment` if an item must be shipped, otherwise `done`. */
export function paidStatus(items: { physical: boolean }[]): 'pending_fulfillment' | 'done' {
  return items.some((item) => item.physical) ? 'pending_fulfillment' : 'done'
}
