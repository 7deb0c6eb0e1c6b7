/**
 * An order's life as one table: each status and those that may follow it. `moveOrder` in db/order-move is the only writer of
 * a status and takes the statuses before the new one from here.
 */
import { ORDER_STATUSES, type OrderStatus, orderIsPayable } from '../../../schema/rules/order-payable.ts'

/** The status that an order is written with. */
export const FIRST_STATUS = 'payment_pending' satisfies OrderStatus

const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  payment_pending: ['processing', 'pending_fulfillment', 'done', 'problem', 'cancelled'],
  processing: ['pending_fulfillment', 'done', 'problem', 'refunded'],
  pending_fulfillment: ['fulfillment', 'done', 'problem', 'refunded'],
  fulfillment: ['done', 'problem', 'refunded'],
  done: ['refunded', 'problem'],
  problem: ['payment_pending', 'processing', 'pending_fulfillment', 'done', 'cancelled', 'refunded'],
  // A late payment takes the order up again if its seats and goods are still there.
  cancelled: ['pending_fulfillment', 'done'],
  refunded: [],
}

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** The statuses that `to` may follow. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => mayBecome(from, to))
}

/** The same rule as the browser's, on an order's row. */
export function isPayable(order: { status: OrderStatus; totalCents: number; paidCents: number }): boolean {
  return orderIsPayable({ status: order.status, balanceCents: order.totalCents - order.paidCents })
}

/** Nobody pays for an order with tickets of an event that was called off. */
export function hasCancelledEvent(events: ReadonlyMap<string, { status: string }>): boolean {
  return [...events.values()].some(({ status }) => status === 'cancelled')
}

/** Where a paid order goes: to the warehouse if anything is to be sent, else it is done with its tickets. */
export function paidStatus(items: { physical: boolean }[]): 'pending_fulfillment' | 'done' {
  return items.some((item) => item.physical) ? 'pending_fulfillment' : 'done'
}
