/**
 * What a hold request gets. First what the request alone decides (clock, form), then what the cart has already, then the
 * seats; all or nothing. A cart's holds end together: a further hold gets the end that the first one set, so holding more
 * prolongs nothing (SEAT-10).
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { refuseByClock, refuseByLimit } from '../tickets/ticket-limit.ts'
import { seatIsOpen } from './distancing.ts'
import { avoidSingles, bestSeats } from './seat-allocation.ts'
import type { HoldAnswer, HoldRequest } from './seat-hold.ts'
import type { Claim, ClaimChange, SeatLedger } from './seat-ledger.ts'
import type { SeatRoom } from './seat-plan.ts'

/** What is said and what changes; nothing changes with a refusal. */
export type Verdict<Answer> = { answer: Answer; changes: ClaimChange[] }

type Places = { ok: true; places: { kind: Claim['kind']; place: string; amount: number }[]; shifted: boolean }

/** What makes two requests with one key the same; the clock and what the cart has elsewhere may differ in a retry. */
export function wishOf({ category, amount, sectionId, seatIds }: HoldRequest): string {
  return JSON.stringify([category, amount, sectionId, seatIds])
}

/** What is wrong with the request whatever the seats are like: BAD_INPUT, PRESALE_NOT_STARTED, SALE_CLOSED. */
export function refuseRequest(room: SeatRoom, request: HoldRequest): Refusal | null {
  const { rules, now, amount, category, seatIds } = request
  const early = refuseByClock(rules, category, request.presaleCode, now)
  if (early) return early
  const bad = (field: string, expected: string) => refuse('BAD_INPUT', { field, expected })
  if (!Number.isSafeInteger(amount) || amount < 1) return bad('amount', 'a whole number from 1')
  if (!room.plan.categories.some(({ number }) => number === category))
    return bad('category', 'a category of this event')
  const sectionId = sectionAsked(request)
  if (rules.forceSection !== null && sectionId !== rules.forceSection) return bad('sectionId', rules.forceSection)
  if (seatIds.length === 0) {
    if (request.sectionId !== null && !servesSection(room, request.sectionId)) {
      return bad('sectionId', 'a section of this block')
    }
    return null
  }
  if (seatIds.length !== amount) return bad('amount', 'one for each seat')
  if (new Set(seatIds).size !== seatIds.length) return bad('seatIds', 'each seat once')
  for (const id of seatIds) {
    const [, section = -1, , , ownCategory] = room.plan.seats[room.seatIndex.get(id) ?? -1] ?? []
    if (ownCategory === undefined) return bad('seatIds', 'seats of this block')
    if (ownCategory !== category) return bad('seatIds', 'seats of the category')
    if (sectionId !== null && room.plan.sections[section]?.id !== sectionId) {
      return bad('seatIds', `seats of section ${sectionId}`)
    }
  }
  return null
}

/** For a request that `refuseRequest` let pass; `newHoldId` must never repeat an id. */
export function decideHold(ledger: SeatLedger, request: HoldRequest, newHoldId: () => string): Verdict<HoldAnswer> {
  const { cartId, rules, heldElsewhere, boughtElsewhere = 0, comingElsewhere = 0, amount, category, now } = request
  let own = 0
  for (const claim of ledger.heldBy(cartId).values()) own += claim.amount
  // After the opening a code neither helps nor counts.
  const code = now < rules.presaleAt ? request.presaleCode : null
  const choice =
    refuseByLimit(rules, heldElsewhere + comingElsewhere + own + amount, boughtElsewhere + ledger.boughtBy(cartId)) ??
    (code && !ledger.codeHasRoom(code.id, code.uses, cartId) ? refuse('PRESALE_CODE_USED', {}) : null) ??
    choosePlaces(ledger, request)
  if (!choice.ok) return { answer: choice, changes: [] }
  const { heldUntil, extended } = ledger.endOf(cartId) ?? {
    heldUntil: now + Math.round(rules.holdSeconds * 1000),
    extended: false,
  }
  const claims = choice.places.map(
    (place): Claim => ({
      ...place,
      holdId: newHoldId(),
      category,
      cartId,
      orderId: null,
      epoch: 0,
      heldUntil,
      extended,
      presaleCodeId: code?.id ?? null,
    }),
  )
  return {
    answer: { ok: true, heldUntil, holds: claims.map((claim) => ledger.describe(claim)), shifted: choice.shifted },
    changes: claims.map((after) => ({ before: null, after })),
  }
}

function sectionAsked({ sectionId, rules }: HoldRequest): string | null {
  return sectionId ?? rules.forceSection
}

function servesSection(room: SeatRoom, sectionId: string): boolean {
  return (
    room.allotmentIndex.has(sectionId) ||
    room.plan.sections.some((it) => it.id === sectionId && it.block === room.block)
  )
}

function choosePlaces(ledger: SeatLedger, request: HoldRequest): Places | Refusal {
  if (request.seatIds.length > 0) return chosenSeats(ledger, request)
  const { room } = ledger
  const sectionId = sectionAsked(request)
  const hasSeats =
    sectionId === null
      ? room.categoriesWithSeats.has(request.category)
      : room.plan.sections.some(({ id, block }) => id === sectionId && block === room.block) &&
        !room.allotmentIndex.has(sectionId)
  return hasSeats ? bestAvailable(ledger, request, sectionId) : standing(ledger, request, sectionId)
}

function chosenSeats(ledger: SeatLedger, { seatIds, cartId, rules }: HoldRequest): Places | Refusal {
  const chosen = seatIds.map((id) => ledger.room.seatIndex.get(id) ?? -1)
  const taken = seatIds.filter((_, index) => !seatIsOpen(ledger, chosen[index] ?? -1, cartId))
  if (taken.length > 0) return refuse('SEATS_NOT_AVAILABLE', { seatIds: taken })
  const seats = rules.avoidSingleSeats ? avoidSingles(ledger, chosen, cartId) : chosen
  return seatPlaces(
    ledger,
    seats,
    seats.some((seat) => !chosen.includes(seat)),
  )
}

function bestAvailable(ledger: SeatLedger, request: HoldRequest, sectionId: string | null): Places | Refusal {
  const section = sectionId === null ? null : ledger.room.plan.sections.findIndex(({ id }) => id === sectionId)
  const { amount, category, cartId } = request
  const found = bestSeats(ledger, {
    amount,
    category,
    cartId,
    section,
    avoidSingleSeats: request.rules.avoidSingleSeats,
    together: request.together === true,
  })
  return found.ok ? seatPlaces(ledger, found.seats, false) : refuse('TICKETS_NOT_AVAILABLE', { left: found.left })
}

function seatPlaces({ room }: SeatLedger, seats: number[], shifted: boolean): Places {
  const places = seats.map((seat) => ({ kind: 'seat' as const, place: room.plan.seats[seat]?.[0] ?? '', amount: 1 }))
  return { ok: true, places, shifted }
}

/** One section has to take them all; without a wish the first that can. */
function standing(ledger: SeatLedger, request: HoldRequest, sectionId: string | null): Places | Refusal {
  const { amount, category } = request
  let most = 0
  for (const [place, index] of ledger.room.allotmentIndex) {
    if (ledger.room.plan.allotments[index]?.category !== category || (sectionId ?? place) !== place) continue
    const left = ledger.left[index] ?? 0
    if (left >= amount) return { ok: true, places: [{ kind: 'section', place, amount }], shifted: false }
    most = Math.max(most, left)
  }
  return refuse('TICKETS_NOT_AVAILABLE', { left: most })
}
