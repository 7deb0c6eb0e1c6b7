/**
 * An order's life as one table: from where to where it may go. Everything that moves an order asks here, and the database
 * is told the former status, so that two who move it at once do not both succeed.
 */
import type { OrderStatus } from '../../schema/tables/order.ts'

const TRANSITIONS: Record<OrderStatus, OrderStatus[]> = {
  incomplete: ['payment_pending', 'cancelled'],
  payment_pending: ['processing', 'pending_fulfillment', 'done', 'problem', 'cancelled'],
  processing: ['pending_fulfillment', 'done', 'problem', 'refunded'],
  pending_fulfillment: ['fulfillment', 'done', 'problem', 'refunded'],
  fulfillment: ['done', 'problem', 'refunded'],
  done: ['refunded', 'problem'],
  problem: ['payment_pending', 'processing', 'pending_fulfillment', 'done', 'cancelled', 'refunded'],
  // A payment that comes late takes the order up again if its seats and goods are still there.
  cancelled: ['pending_fulfillment', 'done'],
  refunded: [],
}

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** LATER-01: a buyer may still pay. */
export function isPayable(order: { status: OrderStatus; totalCents: number; paidCents: number }): boolean {
  const waits = order.status === 'payment_pending' || order.status === 'incomplete' || order.status === 'problem'
  return waits && order.totalCents > order.paidCents
}

/** Where a paid order goes: to the warehouse if anything is to be sent, else it is done with its tickets. */
export function paidStatus(items: { physical: boolean }[]): 'pending_fulfillment' | 'done' {
  return items.some((item) => item.physical) ? 'pending_fulfillment' : 'done'
}
