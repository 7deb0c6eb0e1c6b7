/**
 * The transitions of holds and bookings: held → free, held → sold, sold → held again or free, and free → sold for a
 * late payment or a repair of the books. A booking gets all its seats or none, and a repeated command changes nothing
 * more. An order's epoch counts its attempts to book its seats. Once an epoch has been released
 * (`releasedEpoch`), a late command of that epoch or an earlier one books nothing.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { seatIsOpen } from './distancing.ts'
import type { Verdict } from './hold-decision.ts'
import { closeGaps } from './seat-allocation.ts'
import type { BookingAnswer, EventSeatsApi, ReleaseAnswer } from './seat-hold.ts'
import type { Claim, ClaimChange, SeatLedger } from './seat-ledger.ts'

type Released = { ok: true; released: number }
type Booking = Parameters<EventSeatsApi['book']>[0]
type Rebooking = Parameters<EventSeatsApi['rebook']>[0]

export function decideRelease(ledger: SeatLedger, cartId: string, holdIds: string[]): Verdict<Released> {
  const held = ledger.heldBy(cartId)
  return release([...new Set(holdIds)].flatMap((holdId) => held.get(holdId) ?? []))
}

/**
 * Releases the holds. If that leaves a single free seat in a run, the cart's other holds in the run move, if possible
 * (SEAT-07).
 */
export function decideRemoval(ledger: SeatLedger, cartId: string, holdIds: string[]): Verdict<ReleaseAnswer> {
  const ids = new Set(holdIds)
  const held = [...ledger.heldBy(cartId).values()]
  const leaving = held.filter(({ holdId }) => ids.has(holdId))
  const staying = held.filter(({ holdId }) => !ids.has(holdId))
  const moves = [...closeGaps(ledger, leaving, staying, cartId)].map(([before, seat]) => ({
    before,
    after: { ...before, place: ledger.layout.plan.seats[seat]?.[0] ?? before.place },
  }))
  return {
    answer: { ok: true, released: leaving.length, moved: moves.map(({ after }) => ledger.describe(after)) },
    changes: [
      ...leaving.map((before): ClaimChange => ({ before, after: null })),
      // A row's key is its seat, so a move deletes one row and inserts another.
      ...moves.map(({ before }): ClaimChange => ({ before, after: null })),
      ...moves.map(({ after }): ClaimChange => ({ before: null, after })),
    ],
  }
}

function release(claims: Claim[]): Verdict<Released> {
  return {
    answer: { ok: true, released: claims.length },
    changes: claims.map((before) => ({ before, after: null })),
  }
}

/** Adds `seconds` to the common expiry of the cart's holds, once. */
export function decideExtend(
  ledger: SeatLedger,
  cartId: string,
  seconds: number,
): Verdict<{ heldUntil: number | null; extended: boolean }> {
  const end = ledger.expiryOf(cartId)
  if (!end || end.extended) return { answer: { heldUntil: end?.heldUntil ?? null, extended: false }, changes: [] }
  const heldUntil = end.heldUntil + Math.round(seconds * 1000)
  const changes = [...ledger.heldBy(cartId).values()].map(
    (before): ClaimChange => ({ before, after: { ...before, heldUntil, extended: true } }),
  )
  return { answer: { heldUntil, extended: true }, changes }
}

export function decideBook(ledger: SeatLedger, booking: Booking, releasedEpoch: number): Verdict<BookingAnswer> {
  const { cartId, orderId, epoch, holdIds } = booking
  const refused = (answer: Refusal): Verdict<BookingAnswer> => ({ answer, changes: [] })
  if (holdIds.length === 0 || new Set(holdIds).size !== holdIds.length) {
    return refused(refuse('BAD_INPUT', { field: 'holdIds', expected: 'each hold once' }))
  }
  if (epoch <= releasedEpoch) return refused(refuse('HOLD_EXPIRED', {}))
  const done = bookedBefore(ledger, orderId, epoch)
  if (done.length > 0) {
    const same = done.length === holdIds.length && done.every(({ holdId }) => holdIds.includes(holdId))
    return same ? booked(ledger, done, []) : refused(refuse('IDEMPOTENCY_KEY_REUSED', {}))
  }
  const held = ledger.heldBy(cartId)
  const claims = holdIds.flatMap((holdId) => held.get(holdId) ?? [])
  if (claims.length !== holdIds.length) return refused(refuse('HOLD_EXPIRED', {}))
  const gone = claims.filter((claim) => !ledger.isInPlan(claim))
  if (gone.length > 0) return refused(refuse('SEATS_NOT_AVAILABLE', { seatIds: gone.map(({ place }) => place) }))
  const overbooked = refuseOverbooking(ledger, claims)
  if (overbooked) return refused(overbooked)
  const changes = claims.map((before) => ({ before, after: { ...before, orderId, epoch } }))
  return booked(ledger, claims, changes)
}

/**
 * A new plan may shrink an area below its holds and bookings. The area then still books orders, first come, first
 * served, until its capacity is sold.
 */
function refuseOverbooking(ledger: SeatLedger, claims: readonly Claim[]): Refusal | null {
  const { layout, left } = ledger
  for (const sectionId of new Set(claims.flatMap(({ kind, place }) => (kind === 'section' ? place : [])))) {
    const index = layout.areaIndex.get(sectionId) ?? -1
    if ((left[index] ?? 0) >= 0) continue
    const unsold = (layout.plan.allotments[index]?.capacity ?? 0) - ledger.soldIn(sectionId)
    const wanted = claims.reduce(
      (sum, { place, kind, amount }) => sum + (kind === 'section' && place === sectionId ? amount : 0),
      0,
    )
    if (wanted > unsold) return refuse('TICKETS_NOT_AVAILABLE', { left: Math.max(0, unsold) })
  }
  return null
}

function bookedBefore(ledger: SeatLedger, orderId: string, epoch: number): Claim[] {
  return [...ledger.soldTo(orderId).values()].filter((claim) => claim.epoch === epoch)
}

function booked(ledger: SeatLedger, claims: Claim[], changes: ClaimChange[]): Verdict<BookingAnswer> {
  return { answer: { ok: true, holds: claims.map((claim) => ledger.describe(claim)) }, changes }
}

/**
 * Turns an order's bookings back into holds, and releases those whose hold has expired. The restored holds get the expiry of
 * the cart's current holds, because all holds of a cart expire together.
 */
export function decideUnbook(ledger: SeatLedger, orderId: string, cartId: string): Verdict<Released> {
  const claims = [...ledger.soldTo(orderId).values()].filter((claim) => claim.cartId === cartId)
  const isLive = ({ heldUntil }: Claim) => heldUntil > ledger.clock
  const end = ledger.expiryOf(cartId) ?? claims.find(isLive)
  return {
    answer: { ok: true, released: claims.length },
    changes: claims.map((before) => {
      if (!end || !isLive(before)) return { before, after: null }
      const { heldUntil, extended } = end
      return { before, after: { ...before, orderId: null, epoch: 0, heldUntil, extended } }
    }),
  }
}

export function decideReleaseOrder(ledger: SeatLedger, orderId: string, epoch: number): Verdict<Released> {
  return release([...ledger.soldTo(orderId).values()].filter((claim) => claim.epoch <= epoch))
}

/**
 * Books an order's seats again under a new epoch. The new bookings replace those of earlier epochs, and take over their
 * cart and presale code. Tickets therefore still count against the cart's limit, and against the uses of the code.
 */
export function decideRebook(
  ledger: SeatLedger,
  request: Rebooking,
  releasedEpoch: number,
  newHoldId: () => string,
): Verdict<BookingAnswer> {
  const { orderId, epoch, seatIds, amounts } = request
  const refused = (answer: Refusal): Verdict<BookingAnswer> => ({ answer, changes: [] })
  const places = [
    ...seatIds.map((place) => ({ kind: 'seat' as const, place, amount: 1 })),
    ...amounts.map(({ sectionId, amount }) => ({ kind: 'section' as const, place: sectionId, amount })),
  ]
  if (places.length === 0 || new Set(places.map(keyOf)).size !== places.length) {
    return refused(refuse('BAD_INPUT', { field: 'seatIds', expected: 'each seat and section once' }))
  }
  if (!amounts.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)) {
    return refused(refuse('BAD_INPUT', { field: 'amounts', expected: 'whole numbers from 1' }))
  }
  const done = bookedBefore(ledger, orderId, epoch)
  if (done.length > 0) {
    const wanted = new Map(places.map((it) => [keyOf(it), it.amount]))
    const same = done.length === places.length && done.every((claim) => wanted.get(keyOf(claim)) === claim.amount)
    return same ? booked(ledger, done, []) : refused(refuse('IDEMPOTENCY_KEY_REUSED', {}))
  }
  const earlier = [...ledger.soldTo(orderId).values()]
  const stale = epoch <= releasedEpoch || earlier.some((claim) => claim.epoch > epoch)
  const vacated = new Set(earlier)
  const isOpen = (id: string) => seatIsOpen(ledger, ledger.layout.seatIndex.get(id) ?? -1, null, vacated)
  const taken = stale ? seatIds : seatIds.filter((id) => !isOpen(id))
  if (taken.length > 0) return refused(refuse('SEATS_NOT_AVAILABLE', { seatIds: taken }))
  for (const { sectionId, amount } of amounts) {
    const left = stale ? 0 : leftFor(ledger, sectionId, earlier)
    if (left < amount) return refused(refuse('TICKETS_NOT_AVAILABLE', { left: Math.max(0, left) }))
  }
  const claims = places.map((place): Claim => {
    const before = earlier.find((claim) => keyOf(claim) === keyOf(place)) ?? earlier[0]
    return {
      ...place,
      holdId: newHoldId(),
      category: categoryOf(ledger, place),
      cartId: before?.cartId ?? null,
      orderId,
      epoch,
      heldUntil: 0,
      extended: false,
      presaleCodeId: before?.presaleCodeId ?? null,
    }
  })
  const changes = [
    ...earlier.map((before): ClaimChange => ({ before, after: null })),
    ...claims.map((after): ClaimChange => ({ before: null, after })),
  ]
  return booked(ledger, claims, changes)
}

function keyOf({ kind, place }: Pick<Claim, 'kind' | 'place'>): string {
  return `${kind} ${place}`
}

function leftFor({ layout, left }: SeatLedger, sectionId: string, earlier: readonly Claim[]): number {
  const index = layout.areaIndex.get(sectionId)
  if (index === undefined) return 0
  const own = earlier.filter(({ kind, place }) => kind === 'section' && place === sectionId)
  return own.reduce((sum, { amount }) => sum + amount, left[index] ?? 0)
}

function categoryOf({ layout }: SeatLedger, { kind, place }: Pick<Claim, 'kind' | 'place'>): number {
  return kind === 'seat'
    ? (layout.plan.seats[layout.seatIndex.get(place) ?? -1]?.[4] ?? 0)
    : (layout.plan.allotments[layout.areaIndex.get(place) ?? -1]?.category ?? 0)
}
