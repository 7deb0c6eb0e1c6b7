/**
 * Whether the books agree: what an order says of its money and tickets with the payments, refunds and tickets there are.
 * Every fault is a finding. A finding that has exactly one right answer brings its repair, and a person decides on the rest.
 */
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A placement, payment or cancellation in progress ends within seconds; younger differences are no faults yet. */
export const SETTLING_MS = HOUR
const OVERDUE_MS = DAY
const REFUND_STUCK_MS = 3 * DAY
const OUTBOX_LATE_MS = DAY
/** Fewer captures than these in the time looked at say nothing about the webhook. */
const FEWEST_CAPTURES = 3

export const FINDINGS = {
  seat_without_order: 'seats are sold to an order that does not exist',
  seat_of_ended_order: 'seats are sold to an order that is cancelled or refunded',
  order_without_seat: 'an order that is open or paid does not have its seats',
  seat_taken_by_other: 'a seat of an order is sold to another one',
  seat_without_item: 'an order has a seat that none of its items names',
  seat_in_two_orders: 'two orders that are open or paid have the same seat',
  seat_in_two_objects: 'two seat objects have sold the same seat',
  area_oversold: 'more places of an area are ordered than it has',
  seat_object_inconsistent: 'a seat object contradicts its own rows',
  seat_object_unreachable: 'a seat object cannot be asked',
  tickets_missing: 'a paid order has too few tickets',
  tickets_excess: 'a paid order has too many tickets',
  tickets_unpaid: 'an order that is not paid has valid tickets',
  paid_differs: 'what an order counts as paid is not the sum of its payments',
  refunded_differs: 'what an order counts as refunded is not the sum of its finished refunds',
  captured_unpaid: 'money was taken for an order that is not paid',
  refund_stuck: 'a refund has been open for days',
  order_stuck: 'an order has been in a passing state for too long',
  stock_differs: 'what is left of a stock is not what was imported less what was ordered',
  presale_code_overused: 'a presale code let in more orders than it may',
  books_unreadable: 'a part of the books could not be read',
  webhook_silent: 'payments were found by asking that no webhook told of',
  outbox_late: 'work that the outbox holds has not been done for more than a day',
} as const

/** When the audit looks, and before which instant an order must have changed last for its differences to be faults. */
export type AuditMoment = { now: number; settledBefore: number }

/** `resting` is a shop in which nobody buys: nothing is in progress. */
export function auditMoment(now: number, resting: boolean): AuditMoment {
  return { now, settledBefore: resting ? Number.POSITIVE_INFINITY : now - SETTLING_MS }
}

export type FindingKind = keyof typeof FINDINGS

/** What the objects of seats are asked for: while one of them cannot be asked, nobody knows whether these are gone. */
export const SEAT_FINDINGS = [
  'seat_without_order',
  'seat_of_ended_order',
  'order_without_seat',
  'seat_taken_by_other',
  'seat_without_item',
  'seat_in_two_orders',
  'seat_in_two_objects',
  'area_oversold',
  'seat_object_inconsistent',
] as const satisfies readonly FindingKind[]

export function isSeatFinding(kind: FindingKind): boolean {
  return (SEAT_FINDINGS as readonly FindingKind[]).includes(kind)
}

/** What an order's own rows are asked for. */
export const ORDER_FINDINGS = [
  'tickets_missing',
  'tickets_excess',
  'tickets_unpaid',
  'paid_differs',
  'refunded_differs',
  'captured_unpaid',
  'order_stuck',
] as const satisfies readonly FindingKind[]

export type SeatRelease = { eventId: string; block: number; orderId: string; epoch: number }

export type Repair =
  /** Frees seats of an order that has no right to them. */
  | ({ kind: 'release' } & SeatRelease)
  /** Books what the order's items name, and frees what else it has in these blocks. */
  | { kind: 'rebook'; eventId: string; blocks: number[]; orderId: string }

export type Finding = {
  kind: FindingKind
  /** What it is about: an order, event, variant, refund or code; of an order's seats with the event, and with the block. */
  subjectId: string
  /** No personal data. */
  details: Record<string, string | number | boolean | null>
  repair: Repair | null
}

/** `isAccepted`: an operator knows of exactly this difference and lets it be. */
export type AuditedFinding = Finding & { isRepaired: boolean; isAccepted: boolean }
/** `cursor` is where the next slice begins; null once everything has been looked at. */
export type AuditSlice = { findings: AuditedFinding[]; cursor: string | null }

export type OrderBook = {
  id: string
  status: OrderStatus
  totalCents: number
  paidCents: number
  refundedCents: number
  placedAt: number
  dueAt: number
  /** The sum of its captured payments. */
  capturedCents: number
  /** Finished refunds of captured payments, without what was paid above the total. */
  returnedCents: number
  /** Lines of tickets that are not void, each with the tickets that were issued for it. */
  tickets: { ordered: number; issued: number }[]
  validTickets: number
}

export function found(
  kind: FindingKind,
  subjectId: string,
  details: Finding['details'],
  repair: Repair | null = null,
): Finding {
  return { kind, subjectId, details, repair }
}

const UNPAID: readonly OrderStatus[] = ['payment_pending', 'cancelled']

export function auditOrder(order: OrderBook, { now, settledBefore }: AuditMoment): Finding[] {
  const { id, status, totalCents, paidCents, refundedCents, capturedCents, returnedCents } = order
  const findings: Finding[] = []
  const counted = Math.min(totalCents, capturedCents)
  if (paidCents !== counted) findings.push(found('paid_differs', id, { paidCents, capturedCents, totalCents }))
  const returned = Math.min(paidCents, returnedCents)
  if (refundedCents !== returned) findings.push(found('refunded_differs', id, { refundedCents, returnedCents }))
  if (UNPAID.includes(status)) {
    if (capturedCents >= totalCents && totalCents > 0)
      findings.push(found('captured_unpaid', id, { status, capturedCents, totalCents }))
    if (order.validTickets > 0) findings.push(found('tickets_unpaid', id, { status, tickets: order.validTickets }))
  }
  if (PAID_STATUSES.includes(status)) {
    const missing = order.tickets.reduce((sum, { ordered, issued }) => sum + Math.max(0, ordered - issued), 0)
    const excess = order.tickets.reduce((sum, { ordered, issued }) => sum + Math.max(0, issued - ordered), 0)
    if (missing > 0) findings.push(found('tickets_missing', id, { missing }))
    if (excess > 0) findings.push(found('tickets_excess', id, { excess }))
  }
  const isPassing = status === 'processing'
  const isOverdue = status === 'payment_pending' && order.dueAt + OVERDUE_MS < now
  if (isOverdue || (isPassing && order.placedAt < settledBefore)) findings.push(found('order_stuck', id, { status }))
  return findings
}

export function auditRefund(
  refund: { id: string; orderId: string; status: string; createdAt: number },
  now: number,
): Finding[] {
  const { id, orderId, status, createdAt } = refund
  if (status === 'done' || createdAt + REFUND_STUCK_MS >= now) return []
  return [found('refund_stuck', id, { orderId, status, createdAt })]
}

/** Of each kind of work the oldest that is neither done nor given up: a provider may have been out of reach so long. */
export function auditOutbox({ kind, createdAt }: { kind: string; createdAt: number }, now: number): Finding[] {
  return createdAt + OUTBOX_LATE_MS < now ? [found('outbox_late', kind, { createdAt })] : []
}

/**
 * A refunded order's goods came back only where they had not left, and rows do not tell which: `perhapsBack` counts them,
 * and either number is right.
 */
export function auditStock(stock: {
  variantId: string
  initial: number
  available: number
  ordered: number
  perhapsBack: number
}): Finding[] {
  const { variantId, initial, available, ordered, perhapsBack } = stock
  const gone = initial - available
  if (gone >= ordered && gone <= ordered + perhapsBack) return []
  return [found('stock_differs', variantId, { initial, available, ordered, perhapsBack })]
}

export function auditPresaleCode(code: { id: string; uses: number; used: number }): Finding[] {
  return code.used > code.uses ? [found('presale_code_overused', code.id, { uses: code.uses, used: code.used })] : []
}

/** Of the last hours: the provider tells each capture by a notice of its own, whoever found it first. */
export function auditWebhook(provider: string, seen: { captures: number; notices: number }): Finding[] {
  const { captures, notices } = seen
  if (!tellsOfWebhook(seen) || notices * 2 >= captures) return []
  return [found('webhook_silent', provider, { captures, notices })]
}

/** False at a quiet time: whether the webhook is heard cannot be said then. */
export function tellsOfWebhook({ captures }: { captures: number }): boolean {
  return captures >= FEWEST_CAPTURES
}
