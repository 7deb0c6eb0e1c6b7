/**
 * Compares the bookings in an event's seat objects with the items of its orders. The objects are asked before the orders
 * are read. An order that has changed since `settledBefore` is not compared with its bookings, so an order that is being
 * placed causes no finding.
 *
 * A late payment may cause a false finding, because it books seats for an order that may have been cancelled long ago.
 * The repair then increments the order's seat epoch and releases the seats. The payment cannot be captured with the
 * previous epoch, so its outcome is decided again.
 */
import { idCreatedAt } from '../../../schema/ids.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import { type AuditMoment, type Finding, found } from '../orders/book-audit.ts'
import type { SoldClaim } from './seat-hold.ts'

/** A booking and the block whose object stores it. */
export type BlockClaim = SoldClaim & { block: number }

export type SeatOrder = {
  id: string
  status: OrderStatus
  seatEpoch: number
  /**
   * The latest instant at which the order was placed, paid or cancelled, or at which one of its items became void. Each of
   * these may book or release the order's seats.
   */
  changedAt: number
  items: { seatId: string | null; sectionId: string; amount: number; isVoid: boolean }[]
}

export type EventSeatBooks = {
  eventId: string
  claims: BlockClaim[]
  /** By id: all orders that a booking names, and all other active orders with an item of the event. */
  orders: ReadonlyMap<string, SeatOrder>
  /** Capacities of the areas, by section id. */
  capacities: ReadonlyMap<string, number>
}

const ENDED: readonly OrderStatus[] = ['cancelled', 'refunded']

export function auditSeats(books: EventSeatBooks, moment: AuditMoment): Finding[] {
  const claimsByOrder = Map.groupBy(books.claims, ({ orderId }) => orderId)
  return [
    ...strayClaims(books, claimsByOrder, moment),
    ...missingClaims(books, claimsByOrder, moment),
    ...doubleSeats(books),
    ...oversoldAreas(books),
  ]
}

type ClaimsByOrder = ReadonlyMap<string, BlockClaim[]>

/** Finds bookings of orders that do not exist or have ended. Without a repair, these seats would stay sold for ever. */
function strayClaims(
  { eventId, orders }: EventSeatBooks,
  claimsByOrder: ClaimsByOrder,
  { settledBefore }: AuditMoment,
): Finding[] {
  const findings: Finding[] = []
  for (const [orderId, own] of claimsByOrder) {
    const order = orders.get(orderId)
    const isYoung = (order?.changedAt ?? idCreatedAt(orderId)) >= settledBefore
    if (isYoung || (order && !ENDED.includes(order.status))) continue
    const kind = order ? 'seat_of_ended_order' : 'seat_without_order'
    for (const block of new Set(own.map((claim) => claim.block))) {
      const inBlock = own.filter((claim) => claim.block === block)
      const epoch = Math.max(...inBlock.map((claim) => claim.epoch))
      const details = { eventId, block, places: placesOf(inBlock), status: order?.status ?? null }
      findings.push(
        found(kind, `${orderId}/${eventId}/${block}`, details, { kind: 'release', eventId, block, orderId, epoch }),
      )
    }
  }
  return findings
}

/** Finds orders that lack a booking for one of their items, or have a booking that no item names. */
function missingClaims(
  { eventId, claims, orders }: EventSeatBooks,
  claimsByOrder: ClaimsByOrder,
  { settledBefore }: AuditMoment,
): Finding[] {
  const buyerOf = new Map(claims.flatMap(({ kind, place, orderId }) => (kind === 'seat' ? [[place, orderId]] : [])))
  const findings: Finding[] = []
  for (const order of orders.values()) {
    if (ENDED.includes(order.status) || order.changedAt >= settledBefore) continue
    const own = claimsByOrder.get(order.id) ?? []
    const has = amountsOf(own.map((claim) => [claim.place, claim.amount]))
    const named = amountsOf(order.items.map((item) => [item.seatId ?? item.sectionId, item.amount]))
    const due = amountsOf(
      order.items.filter(({ isVoid }) => !isVoid).map((item) => [item.seatId ?? item.sectionId, item.amount]),
    )
    const missing = [...due].filter(([place, amount]) => (has.get(place) ?? 0) < amount).map(([place]) => place)
    const taken = missing.filter((place) => buyerOf.has(place))
    const extra = [...has].filter(([place, amount]) => (named.get(place) ?? 0) < amount).map(([place]) => place)
    const blocks = [...new Set(own.map(({ block }) => block))]
    const rebook = { kind: 'rebook', eventId, blocks, orderId: order.id } as const
    const subjectId = `${order.id}/${eventId}`
    if (taken.length > 0)
      findings.push(
        found('seat_taken_by_other', subjectId, {
          eventId,
          places: taken.join(' '),
          other: buyerOf.get(taken[0] ?? '') ?? null,
        }),
      )
    else if (missing.length > 0)
      findings.push(found('order_without_seat', subjectId, { eventId, places: missing.join(' ') }, rebook))
    else if (extra.length > 0)
      findings.push(found('seat_without_item', subjectId, { eventId, places: extra.join(' ') }, rebook))
  }
  return findings
}

function doubleSeats({ eventId, claims, orders }: EventSeatBooks): Finding[] {
  const findings: Finding[] = []
  const blockOf = new Map<string, number>()
  for (const { kind, place, block } of claims) {
    if (kind !== 'seat') continue
    const first = blockOf.get(place)
    if (first === undefined) blockOf.set(place, block)
    else if (first !== block)
      findings.push(
        found('seat_in_two_objects', `${eventId}/${place}`, { eventId, seatId: place, first, second: block }),
      )
  }
  const orderOf = new Map<string, string>()
  for (const order of orders.values()) {
    if (ENDED.includes(order.status)) continue
    for (const { seatId, isVoid } of order.items) {
      if (seatId === null || isVoid) continue
      const first = orderOf.get(seatId)
      if (first === undefined) orderOf.set(seatId, order.id)
      else
        findings.push(found('seat_in_two_orders', `${eventId}/${seatId}`, { eventId, seatId, first, second: order.id }))
    }
  }
  return findings
}

function oversoldAreas({ eventId, orders, capacities }: EventSeatBooks): Finding[] {
  const ordered = amountsOf(
    [...orders.values()].flatMap(({ status, items }): [string, number][] =>
      ENDED.includes(status)
        ? []
        : items.flatMap(({ seatId, sectionId, amount, isVoid }): [string, number][] =>
            seatId === null && !isVoid ? [[sectionId, amount]] : [],
          ),
    ),
  )
  return [...ordered].flatMap(([sectionId, amount]) => {
    const capacity = capacities.get(sectionId) ?? 0
    const details = { eventId, sectionId, ordered: amount, capacity }
    return amount > capacity ? [found('area_oversold', `${eventId}/${sectionId}`, details)] : []
  })
}

function amountsOf(places: [place: string, amount: number][]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [place, amount] of places) sums.set(place, (sums.get(place) ?? 0) + amount)
  return sums
}

function placesOf(claims: BlockClaim[]): string {
  return claims.map(({ place, amount }) => (amount > 1 ? `${place}×${amount}` : place)).join(' ')
}
