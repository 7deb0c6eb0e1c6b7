/**
 * Decides a hold request. It checks the request alone first (sale times, input), then the limits of the cart and the
 * presale code, then the seats. The request gets all its tickets or none. All holds of a cart expire together: a further
 * hold gets the expiry of the first, so adding seats extends nothing (SEAT-10).
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { isBeforePresale } from '../../../schema/rules/event-sale.ts'
import { refuseByClock } from '../tickets/presale.ts'
import { refuseByLimit } from '../tickets/ticket-limit.ts'
import type { BlockLayout } from './block-layout.ts'
import { seatIsOpen } from './distancing.ts'
import { avoidSingles, bestSeats } from './seat-allocation.ts'
import type { HoldAnswer, HoldRequest, SeatFit, SeatOffer } from './seat-hold.ts'
import type { Claim, ClaimChange, SeatLedger } from './seat-ledger.ts'

/** The answer and the changes to apply. A refusal has no changes. */
export type Verdict<Answer> = { answer: Answer; changes: ClaimChange[] }

type Allocation = {
  ok: true
  places: { kind: Claim['kind']; place: string; amount: number }[]
  shifted: boolean
  /** Null if the fan chose the seats, and for tickets of an area. */
  fit: SeatFit | null
}

/**
 * Two requests with the same key must agree in these fields. In a retry, `now` and the numbers of the cart's tickets in
 * other blocks may differ.
 */
export function holdFingerprint({ category, amount, sectionId, seatIds }: HoldRequest): string {
  return JSON.stringify([category, amount, sectionId, seatIds])
}

/**
 * Returns BAD_INPUT, PRESALE_NOT_STARTED, PRESALE_CODE_INVALID or SALE_CLOSED if the request must be refused regardless of
 * which seats are free.
 */
export function refuseRequest(layout: BlockLayout, request: HoldRequest): Refusal | null {
  const { rules, now, amount, category, seatIds } = request
  const early = refuseByClock(rules, category, request.presaleCode, now)
  if (early) return early
  const bad = (field: string, expected: string) => refuse('BAD_INPUT', { field, expected })
  if (!Number.isSafeInteger(amount) || amount < 1) return bad('amount', 'a whole number from 1')
  if (!layout.plan.categories.some(({ number }) => number === category))
    return bad('category', 'a category of this event')
  const sectionId = sectionAsked(request)
  if (rules.forceSection !== null && sectionId !== rules.forceSection) return bad('sectionId', rules.forceSection)
  if (seatIds.length === 0) {
    if (request.sectionId !== null && !servesSection(layout, request.sectionId)) {
      return bad('sectionId', 'a section of this block')
    }
    return null
  }
  if (seatIds.length !== amount) return bad('amount', 'one for each seat')
  if (new Set(seatIds).size !== seatIds.length) return bad('seatIds', 'each seat once')
  for (const id of seatIds) {
    const [, section = -1, , , ownCategory] = layout.plan.seats[layout.seatIndex.get(id) ?? -1] ?? []
    if (ownCategory === undefined) return bad('seatIds', 'seats of this block')
    if (ownCategory !== category) return bad('seatIds', 'seats of the category')
    if (sectionId !== null && layout.plan.sections[section]?.id !== sectionId) {
      return bad('seatIds', `seats of section ${sectionId}`)
    }
  }
  return null
}

/** Expects a request that `refuseRequest` accepted. `newHoldId` must never return the same id twice. */
export function decideHold(ledger: SeatLedger, request: HoldRequest, newHoldId: () => string): Verdict<HoldAnswer> {
  const { cartId, rules, category, now } = request
  const choice = refuseByCart(ledger, request) ?? allocate(ledger, request)
  if (!choice.ok) return { answer: choice, changes: [] }
  const { heldUntil, extended } = ledger.expiryOf(cartId) ?? {
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
      presaleCodeId: codeOf(request)?.id ?? null,
    }),
  )
  return {
    answer: { ok: true, heldUntil, holds: claims.map((claim) => ledger.describe(claim)), shifted: choice.shifted },
    changes: claims.map((after) => ({ before: null, after })),
  }
}

/** Expects a request that `refuseRequest` accepted. */
export function decideOffer(ledger: SeatLedger, request: HoldRequest): SeatOffer | Refusal {
  const choice = refuseByCart(ledger, request) ?? allocate(ledger, request)
  if (!choice.ok) return choice
  return { ok: true, ...(choice.fit ?? { beside: false, together: true, view: Number.MAX_VALUE }) }
}

/** The code that the request needs: once the public sale is open, a code no longer counts. */
function codeOf({ rules, presaleCode, now }: HoldRequest): HoldRequest['presaleCode'] {
  return isBeforePresale(rules, now) ? presaleCode : null
}

/** Refuses a request that exceeds the limits of the cart or of its presale code. */
function refuseByCart(ledger: SeatLedger, request: HoldRequest): Refusal | null {
  const { cartId, rules, heldElsewhere, boughtElsewhere = 0, comingElsewhere = 0, amount } = request
  let own = 0
  for (const claim of ledger.heldBy(cartId).values()) own += claim.amount
  const code = codeOf(request)
  return (
    refuseByLimit(rules, heldElsewhere + comingElsewhere + own + amount, boughtElsewhere + ledger.boughtBy(cartId)) ??
    (code && !ledger.codeHasUsesLeft(code.id, code.uses, cartId) ? refuse('PRESALE_CODE_USED', {}) : null)
  )
}

function sectionAsked({ sectionId, rules }: HoldRequest): string | null {
  return sectionId ?? rules.forceSection
}

function servesSection(layout: BlockLayout, sectionId: string): boolean {
  return (
    layout.areaIndex.has(sectionId) ||
    layout.plan.sections.some((it) => it.id === sectionId && it.block === layout.block)
  )
}

function allocate(ledger: SeatLedger, request: HoldRequest): Allocation | Refusal {
  if (request.seatIds.length > 0) return chosenSeats(ledger, request)
  const { layout } = ledger
  const sectionId = sectionAsked(request)
  const hasSeats =
    sectionId === null
      ? layout.categoriesWithSeats.has(request.category)
      : layout.plan.sections.some(({ id, block }) => id === sectionId && block === layout.block) &&
        !layout.areaIndex.has(sectionId)
  return hasSeats ? bestAvailable(ledger, request, sectionId) : areaTickets(ledger, request, sectionId)
}

function chosenSeats(ledger: SeatLedger, { seatIds, cartId, rules }: HoldRequest): Allocation | Refusal {
  const chosen = seatIds.map((id) => ledger.layout.seatIndex.get(id) ?? -1)
  const taken = seatIds.filter((_, index) => !seatIsOpen(ledger, chosen[index] ?? -1, cartId))
  if (taken.length > 0) return refuse('SEATS_NOT_AVAILABLE', { seatIds: taken })
  const seats = rules.avoidSingleSeats ? avoidSingles(ledger, chosen, cartId) : chosen
  return seatAllocation(
    ledger,
    seats,
    seats.some((seat) => !chosen.includes(seat)),
    null,
  )
}

function bestAvailable(ledger: SeatLedger, request: HoldRequest, sectionId: string | null): Allocation | Refusal {
  const section = sectionId === null ? null : ledger.layout.plan.sections.findIndex(({ id }) => id === sectionId)
  const { amount, category, cartId } = request
  const found = bestSeats(ledger, {
    amount,
    category,
    cartId,
    section,
    avoidSingleSeats: request.rules.avoidSingleSeats,
    together: request.together === true,
  })
  return found.ok
    ? seatAllocation(ledger, found.seats, false, found.fit)
    : refuse('TICKETS_NOT_AVAILABLE', { left: found.left })
}

function seatAllocation({ layout }: SeatLedger, seats: number[], shifted: boolean, fit: SeatFit | null): Allocation {
  const places = seats.map((seat) => ({ kind: 'seat' as const, place: layout.plan.seats[seat]?.[0] ?? '', amount: 1 }))
  return { ok: true, places, shifted, fit }
}

/** All tickets must come from one area: the requested one, else the first with enough capacity left. */
function areaTickets(ledger: SeatLedger, request: HoldRequest, sectionId: string | null): Allocation | Refusal {
  const { amount, category } = request
  let most = 0
  for (const [place, index] of ledger.layout.areaIndex) {
    if (ledger.layout.plan.allotments[index]?.category !== category || (sectionId ?? place) !== place) continue
    const left = ledger.left[index] ?? 0
    if (left >= amount) return { ok: true, places: [{ kind: 'section', place, amount }], shifted: false, fit: null }
    most = Math.max(most, left)
  }
  return refuse('TICKETS_NOT_AVAILABLE', { left: most })
}
