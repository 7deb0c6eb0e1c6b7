/**
 * A claim's way after it was held: held → released, held → sold, sold → held again or free, free → sold for a late
 * payment. Every step is all or none and may be repeated. An order's epoch counts its attempts to have its seats: once an
 * epoch has been released (`releasedEpoch`), a command of that epoch or an earlier one that arrives late takes nothing.
 */
import { SEAT_STATE } from '../../../schema/availability.ts'
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { Verdict } from './hold-decision.ts'
import { closeGaps } from './seat-allocation.ts'
import type { BookingAnswer, EventSeatsApi, ReleaseAnswer } from './seat-hold.ts'
import type { Claim, ClaimChange, SeatLedger } from './seat-ledger.ts'

type Released = { ok: true; released: number }
type Booking = Parameters<EventSeatsApi['book']>[0]
type Rebooking = Parameters<EventSeatsApi['rebook']>[0]

export function decideRelease(ledger: SeatLedger, cartId: string, holdIds: string[]): Verdict<Released> {
  const held = ledger.heldBy(cartId)
  return freed([...new Set(holdIds)].flatMap((holdId) => held.get(holdId) ?? []))
}

/** The same, and the cart's other seats move where this leaves a lone one; they keep their holds (SEAT-07). */
export function decideRemoval(ledger: SeatLedger, cartId: string, holdIds: string[]): Verdict<ReleaseAnswer> {
  const goes = new Set(holdIds)
  const held = [...ledger.heldBy(cartId).values()]
  const given = held.filter(({ holdId }) => goes.has(holdId))
  const stays = held.filter(({ holdId }) => !goes.has(holdId))
  const moves = [...closeGaps(ledger, given, stays, cartId)].map(([before, seat]) => ({
    before,
    after: { ...before, place: ledger.room.plan.seats[seat]?.[0] ?? before.place },
  }))
  return {
    answer: { ok: true, released: given.length, moved: moves.map(({ after }) => ledger.describe(after)) },
    changes: [
      ...given.map((before): ClaimChange => ({ before, after: null })),
      // The row's key is its place: a seat that moves is a row that goes and one that comes.
      ...moves.map(({ before }): ClaimChange => ({ before, after: null })),
      ...moves.map(({ after }): ClaimChange => ({ before: null, after })),
    ],
  }
}

function freed(claims: Claim[]): Verdict<Released> {
  return {
    answer: { ok: true, released: claims.length },
    changes: claims.map((before) => ({ before, after: null })),
  }
}

export function decideExtend(
  ledger: SeatLedger,
  cartId: string,
  seconds: number,
): Verdict<{ heldUntil: number | null; extended: boolean }> {
  const end = ledger.endOf(cartId)
  if (!end || end.extended) return { answer: { heldUntil: end?.heldUntil ?? null, extended: false }, changes: [] }
  const heldUntil = end.heldUntil + Math.round(seconds * 1000)
  const changes = [...ledger.heldBy(cartId).values()].map(
    (before): ClaimChange => ({ before, after: { ...before, heldUntil, extended: true } }),
  )
  return { answer: { heldUntil, extended: true }, changes }
}

export function decideBook(ledger: SeatLedger, booking: Booking, releasedEpoch: number): Verdict<BookingAnswer> {
  const { cartId, orderId, epoch, holdIds } = booking
  const no = (answer: Refusal): Verdict<BookingAnswer> => ({ answer, changes: [] })
  if (holdIds.length === 0 || new Set(holdIds).size !== holdIds.length) {
    return no(refuse('BAD_INPUT', { field: 'holdIds', expected: 'each hold once' }))
  }
  if (epoch <= releasedEpoch) return no(refuse('HOLD_EXPIRED', {}))
  const done = bookedBefore(ledger, orderId, epoch)
  if (done.length > 0) {
    const same = done.length === holdIds.length && done.every(({ holdId }) => holdIds.includes(holdId))
    return same ? yes(ledger, done, []) : no(refuse('IDEMPOTENCY_KEY_REUSED', {}))
  }
  const held = ledger.heldBy(cartId)
  const claims = holdIds.flatMap((holdId) => held.get(holdId) ?? [])
  if (claims.length !== holdIds.length) return no(refuse('HOLD_EXPIRED', {}))
  const gone = claims.filter((claim) => !ledger.hasHome(claim))
  if (gone.length > 0) return no(refuse('SEATS_NOT_AVAILABLE', { seatIds: gone.map(({ place }) => place) }))
  const short = overbooked(ledger, claims)
  if (short) return no(short)
  const changes = claims.map((before) => ({ before, after: { ...before, orderId, epoch } }))
  return yes(ledger, claims, changes)
}

/** An area that became smaller than what is held and sold in it sells to the first orders, down to its last place. */
function overbooked(ledger: SeatLedger, claims: readonly Claim[]): Refusal | null {
  const { room, left } = ledger
  for (const sectionId of new Set(claims.flatMap(({ kind, place }) => (kind === 'section' ? place : [])))) {
    const index = room.allotmentIndex.get(sectionId) ?? -1
    if ((left[index] ?? 0) >= 0) continue
    const unsold = (room.plan.allotments[index]?.capacity ?? 0) - ledger.soldIn(sectionId)
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

function yes(ledger: SeatLedger, claims: Claim[], changes: ClaimChange[]): Verdict<BookingAnswer> {
  return { answer: { ok: true, holds: claims.map((claim) => ledger.describe(claim)) }, changes }
}

/** What comes back joins the end of what the cart holds by now, for a cart's holds end together. */
export function decideUnbook(ledger: SeatLedger, orderId: string, cartId: string): Verdict<Released> {
  const claims = [...ledger.soldTo(orderId).values()].filter((claim) => claim.cartId === cartId)
  const lives = ({ heldUntil }: Claim) => heldUntil > ledger.clock
  const end = ledger.endOf(cartId) ?? claims.find(lives)
  return {
    answer: { ok: true, released: claims.length },
    changes: claims.map((before) => {
      if (!end || !lives(before)) return { before, after: null }
      const { heldUntil, extended } = end
      return { before, after: { ...before, orderId: null, epoch: 0, heldUntil, extended } }
    }),
  }
}

export function decideReleaseOrder(ledger: SeatLedger, orderId: string, epoch: number): Verdict<Released> {
  return freed([...ledger.soldTo(orderId).values()].filter((claim) => claim.epoch <= epoch))
}

/**
 * What the order still had from earlier epochs is replaced, for the same cart and by the same presale code: both count
 * against the buyer as before.
 */
export function decideRebook(
  ledger: SeatLedger,
  request: Rebooking,
  releasedEpoch: number,
  newHoldId: () => string,
): Verdict<BookingAnswer> {
  const { orderId, epoch, seatIds, amounts } = request
  const no = (answer: Refusal): Verdict<BookingAnswer> => ({ answer, changes: [] })
  const places = [
    ...seatIds.map((place) => ({ kind: 'seat' as const, place, amount: 1 })),
    ...amounts.map(({ sectionId, amount }) => ({ kind: 'section' as const, place: sectionId, amount })),
  ]
  if (places.length === 0 || new Set(places.map(keyOf)).size !== places.length) {
    return no(refuse('BAD_INPUT', { field: 'seatIds', expected: 'each seat and section once' }))
  }
  if (!amounts.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)) {
    return no(refuse('BAD_INPUT', { field: 'amounts', expected: 'whole numbers from 1' }))
  }
  const done = bookedBefore(ledger, orderId, epoch)
  if (done.length > 0) {
    const wanted = new Map(places.map((it) => [keyOf(it), it.amount]))
    const same = done.length === places.length && done.every((claim) => wanted.get(keyOf(claim)) === claim.amount)
    return same ? yes(ledger, done, []) : no(refuse('IDEMPOTENCY_KEY_REUSED', {}))
  }
  const earlier = [...ledger.soldTo(orderId).values()]
  const stale = epoch <= releasedEpoch || earlier.some((claim) => claim.epoch > epoch)
  const taken = stale ? seatIds : seatIds.filter((id) => !seatIsOpenTo(ledger, id, earlier))
  if (taken.length > 0) return no(refuse('SEATS_NOT_AVAILABLE', { seatIds: taken }))
  for (const { sectionId, amount } of amounts) {
    const left = stale ? 0 : leftFor(ledger, sectionId, earlier)
    if (left < amount) return no(refuse('TICKETS_NOT_AVAILABLE', { left: Math.max(0, left) }))
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
  return yes(ledger, claims, changes)
}

function keyOf({ kind, place }: Pick<Claim, 'kind' | 'place'>): string {
  return `${kind} ${place}`
}

/** Free, or the order's own from before, and with distance to everybody else's. */
function seatIsOpenTo(ledger: SeatLedger, seatId: string, earlier: readonly Claim[]): boolean {
  const { room, distance } = ledger
  const seat = room.seatIndex.get(seatId)
  if (seat === undefined) return false
  const own = (claim: Claim | undefined) => claim === undefined || earlier.includes(claim)
  if (ledger.state[seat] !== SEAT_STATE.free && !own(ledger.claimOfSeat(seat))) return false
  const run = room.runs[room.runOf[seat] ?? -1]?.seats ?? []
  const place = room.placeInRun[seat] ?? 0
  return run.slice(Math.max(0, place - distance), place + distance + 1).every((it) => own(ledger.claimOfSeat(it)))
}

function leftFor({ room, left }: SeatLedger, sectionId: string, earlier: readonly Claim[]): number {
  const index = room.allotmentIndex.get(sectionId)
  if (index === undefined) return 0
  const own = earlier.filter(({ kind, place }) => kind === 'section' && place === sectionId)
  return own.reduce((sum, { amount }) => sum + amount, left[index] ?? 0)
}

function categoryOf({ room }: SeatLedger, { kind, place }: Pick<Claim, 'kind' | 'place'>): number {
  return kind === 'seat'
    ? (room.plan.seats[room.seatIndex.get(place) ?? -1]?.[4] ?? 0)
    : (room.plan.allotments[room.allotmentIndex.get(place) ?? -1]?.category ?? 0)
}
