/**
 * Audits the books: compares an order's amounts and tickets with the payments, refunds and tickets that exist. Also
 * checks stock, presale codes, refunds, webhooks and the outbox. Every difference is a finding. If exactly one repair
 * is correct, the finding contains it. An operator decides on all other findings.
 */
import { DAY, HOUR } from '../../../schema/limits.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'

/**
 * The audit skips the seats of an order that changed less than this time ago, because they may still change.
 * It does not report an order in `processing` as stuck if it was placed less than this time ago.
 */
export const SETTLING_MS = HOUR
const OVERDUE_MS = DAY
const REFUND_STUCK_MS = 3 * DAY
const OUTBOX_LATE_MS = DAY
/** With fewer captures in the audited period, missing notices do not prove that the webhook is broken. */
const FEWEST_CAPTURES = 3

export const FINDINGS = {
  seat_without_order: 'seats are sold to an order that does not exist',
  seat_of_ended_order: 'seats are sold to an order that is cancelled or refunded',
  order_without_seat: 'an open or paid order does not have its seats',
  seat_taken_by_other: 'a seat of an order is sold to another order',
  seat_without_item: 'an order has booked a seat that none of its items names',
  seat_in_two_orders: 'two open or paid orders have the same seat',
  seat_in_two_objects: 'two seat objects have sold the same seat',
  area_oversold: 'more tickets of an area are ordered than it has',
  seat_object_inconsistent: 'the memory of a seat object differs from its rows',
  seat_object_unreachable: 'a seat object does not answer',
  tickets_missing: 'a paid order has too few tickets',
  tickets_excess: 'a paid order has too many tickets',
  tickets_unpaid: 'an unpaid order has valid tickets',
  paid_differs: 'the paid amount of an order is not the sum of its payments',
  refunded_differs: 'the refunded amount of an order is not the sum of its completed refunds',
  payment_overreturned: 'the refunds of a payment exceed it, so the buyer got money twice',
  captured_unpaid: 'money was captured for an order that is not paid',
  refund_stuck: 'a refund has not been completed for days',
  order_stuck: 'an order has been in a transitional state for too long',
  add_on_stranded: 'a paid add-on waits for a main order that can no longer be sent with it',
  stock_differs: 'the remaining stock is not the imported stock minus the ordered amount',
  presale_code_overused: 'a presale code was used by more orders than allowed',
  voucher_differs: 'the used amount of a voucher is not the sum of what its orders hold',
  gift_used_and_refunded: 'a gift voucher was used, and the order that bought it was refunded',
  voucher_of_order_differs:
    'the voucher of an order is not the sum of its items, or an ended order still holds its value',
  books_unreadable: 'a part of the books could not be read',
  webhook_silent: 'webhooks have reported fewer than half of the captures',
  outbox_late: 'an outbox message has been waiting for more than a day',
} as const

/** The time of the audit. An order counts as settled if it last changed before `settledBefore`. */
export type AuditMoment = { now: number; settledBefore: number }

/** With `resting`, nobody uses the shop, so nothing is in progress and every order counts as settled. */
export function auditMoment(now: number, resting: boolean): AuditMoment {
  return { now, settledBefore: resting ? Number.POSITIVE_INFINITY : now - SETTLING_MS }
}

export type FindingKind = keyof typeof FINDINGS

/** The findings that depend on the seat objects. If an object does not answer, it is unknown whether they are resolved. */
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

/** The findings that depend only on the rows of one order. */
export const ORDER_FINDINGS = [
  'tickets_missing',
  'tickets_excess',
  'tickets_unpaid',
  'paid_differs',
  'refunded_differs',
  'payment_overreturned',
  'captured_unpaid',
  'order_stuck',
  'add_on_stranded',
  'voucher_of_order_differs',
] as const satisfies readonly FindingKind[]

export type SeatRelease = { eventId: string; block: number; orderId: string; epoch: number }

export type Repair =
  /** Releases the seats of an order that is not entitled to them. */
  | ({ kind: 'release' } & SeatRelease)
  /** Books the seats that the order's items name, and releases its other seats in these blocks. */
  | { kind: 'rebook'; eventId: string; blocks: number[]; orderId: string }

export type Finding = {
  kind: FindingKind
  /**
   * An id (for example of an order, an event or a refund), a compound key such as `orderId/eventId` or
   * `eventId/seatId`, or a name (of a payment provider, an outbox kind or a phase of the audit).
   */
  subjectId: string
  /** The numbers and ids behind the finding. They must not contain personal data. */
  details: Record<string, string | number | boolean | null>
  repair: Repair | null
}

/** `isAccepted`: an operator has accepted exactly this difference. */
export type AuditedFinding = Finding & { isRepaired: boolean; isAccepted: boolean }
/** `cursor` is the position at which the next slice begins; null after the last slice. */
export type AuditSlice = { findings: AuditedFinding[]; cursor: string | null }

export type OrderBook = {
  id: string
  status: OrderStatus
  totalCents: number
  paidCents: number
  refundedCents: number
  placedAt: number
  dueAt: number
  /** The sum of the captured payments. */
  capturedCents: number
  /** The sum of the completed refunds of captured payments, without refunds of amounts paid above the total. */
  returnedCents: number
  /** By how much the completed refunds of single payments exceed them. */
  overreturnedCents: number
  /** For each valid ticket item, the ordered amount and the number of issued tickets. */
  tickets: { ordered: number; issued: number }[]
  validTickets: number
  /** 1 if the order is a paid add-on whose main order is sent, cancelled, refunded or an add-on itself, else 0. */
  isStranded: number
  /** The voucher's part of the order, and its parts of all items and of the valid items. */
  voucherCents: number
  itemVoucherCents: number
  validVoucherCents: number
  /** What the order's redemption took from the voucher, and what it still holds. */
  redeemedCents: number
  heldCents: number
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
  const { overreturnedCents } = order
  if (overreturnedCents > 0) findings.push(found('payment_overreturned', id, { overreturnedCents }))
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
  if (!voucherIsHeld(order)) {
    const { voucherCents, itemVoucherCents, redeemedCents, heldCents } = order
    findings.push(found('voucher_of_order_differs', id, { voucherCents, itemVoucherCents, redeemedCents, heldCents }))
  }
  if (order.isStranded === 1) findings.push(found('add_on_stranded', id, { status }))
  const isPassing = status === 'processing'
  const isOverdue = status === 'payment_pending' && order.dueAt + OVERDUE_MS < now
  if (isOverdue || (isPassing && order.placedAt < settledBefore)) findings.push(found('order_stuck', id, { status }))
  return findings
}

/** An active order holds the parts of its valid items, and an ended order holds nothing. */
function voucherIsHeld(order: OrderBook): boolean {
  const { status, voucherCents, itemVoucherCents, validVoucherCents, redeemedCents, heldCents } = order
  const isEnded = status === 'cancelled' || status === 'refunded'
  const mustHold = isEnded ? 0 : validVoucherCents
  return voucherCents === itemVoucherCents && voucherCents === redeemedCents && heldCents === mustHold
}

/** `refundedGift`: the order that bought the voucher as a gift was refunded, so that the voucher is void. */
export type VoucherBook = { id: string; usedCents: number; heldCents: number; refundedGift: boolean }

export function auditVoucher({ id, usedCents, heldCents, refundedGift }: VoucherBook): Finding[] {
  return [
    ...(usedCents === heldCents ? [] : [found('voucher_differs', id, { usedCents, heldCents })]),
    ...(refundedGift && usedCents > 0 ? [found('gift_used_and_refunded', id, { usedCents })] : []),
  ]
}

/** A refund that waited for the organiser takes its time from the release. */
export function auditRefund(
  refund: { id: string; orderId: string; status: string; createdAt: number; releasedAt: number | null },
  now: number,
): Finding[] {
  const { id, orderId, status, createdAt, releasedAt } = refund
  if (status === 'done' || (releasedAt ?? createdAt) + REFUND_STUCK_MS >= now) return []
  return [found('refund_stuck', id, { orderId, status, createdAt })]
}

/**
 * The argument is the oldest pending message of its kind. A message that has waited for less than a day is no finding,
 * because its provider may be unreachable for a while.
 */
export function auditOutbox({ kind, createdAt }: { kind: string; createdAt: number }, now: number): Finding[] {
  return createdAt + OUTBOX_LATE_MS < now ? [found('outbox_late', kind, { createdAt })] : []
}

/**
 * `perhapsBack` is the amount of merchandise in refunded orders and void items. It returned to stock only if the warehouse
 * had not packed it, which the rows do not record. The audit therefore accepts that any part of it is back in stock.
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

/**
 * `seen` counts the captures and notices of the last hours. The provider sends a notice of each capture, even if polling
 * found the capture first. It is a finding if there are fewer notices than half of the captures.
 */
export function auditWebhook(provider: string, seen: { captures: number; notices: number }): Finding[] {
  const { captures, notices } = seen
  if (!webhookIsJudgeable(seen) || notices * 2 >= captures) return []
  return [found('webhook_silent', provider, { captures, notices })]
}

/** Whether there are enough captures to judge the webhook by the number of its notices. */
export function webhookIsJudgeable({ captures }: { captures: number }): boolean {
  return captures >= FEWEST_CAPTURES
}
