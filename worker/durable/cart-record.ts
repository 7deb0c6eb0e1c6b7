/** The two values that a Cart object stores: its record, and the saga of an unfinished order placement. */
import { DEFAULT_HOLD_SECONDS, HOLD_PAUSE_MS } from '../../schema/limits.ts'
import type { CartState, ParkedItems, Removal } from '../domain/cart/cart.ts'
import { storedBytes } from '../domain/cart/cart-size.ts'
import type { Saga } from '../services/place-order.ts'

export type SeatObject = { eventId: string; block: number }
export type StoredAnswer = { key: string; digest: string; answer: { ok: boolean; shifted?: boolean }; at: number }
export type OpenRemoval = { removal: Removal; digest: string }

export type CartRecord = {
  state: CartState
  answers: StoredAnswer[]
  seatObjects: SeatObject[]
  /** The time of the alarm that ends passes or checks whether the record can be deleted; null if it is not set. */
  wakeAt: number | null
  /** The waiting rooms that still have to end the cart's passes after an order. */
  endingPasses?: EndingPasses | null
  /** A removal whose seats are being released. It is set until the answer of its command is stored. */
  removal?: OpenRemoval | null
  /** The items of add-ons that can still be undone. */
  parked?: ParkedItems[]
}
export type EndingPasses = { rooms: string[]; orderedAt: number; retryAt: number }
/**
 * `wakeAt` is the time at which the alarm resumes the saga. The saga's own `retryAt` is set only from its second run
 * on.
 */
export type OpenSaga = { saga: Saga; digest: string; wakeAt: number }

/** How long a repeated idempotency key gets the stored answer. No client retries a command after that time. */
const ANSWER_LIFETIME_MS = 2 * DEFAULT_HOLD_SECONDS * 1000
const MAX_ANSWERS = 60
const MAX_REFUSAL_BYTES = 8_000
const MAX_BOOKED = 100

/** Returns the seat objects in which the cart has bought tickets, with those of a new order. */
export function withBookings(booked: SeatObject[], bookings: SeatObject[]): SeatObject[] {
  const nameOf = ({ eventId, block }: SeatObject) => `${eventId}/${block}`
  const byName = new Map([...booked, ...bookings].map((it) => [nameOf(it), { eventId: it.eventId, block: it.block }]))
  return [...byName.values()].slice(-MAX_BOOKED)
}

/**
 * Adds an answer and drops expired ones. At most the latest `MAX_ANSWERS` answers are stored. A refused command changed
 * nothing, so a retry may run it again. Therefore only the latest refusals are stored, up to `MAX_REFUSAL_BYTES`.
 */
export function withAnswer(answers: StoredAnswer[], answer: StoredAnswer): StoredAnswer[] {
  const fresh = answers.filter(({ key, at }) => key !== answer.key && at > answer.at - ANSWER_LIFETIME_MS)
  let refusalBytes = 0
  return [...fresh.slice(1 - MAX_ANSWERS), answer]
    .reverse()
    .filter((stored) => {
      if (stored.answer.ok) return true
      refusalBytes += storedBytes(stored)
      return refusalBytes <= MAX_REFUSAL_BYTES
    })
    .reverse()
}

/**
 * Returns the time at which the session has expired, no retry can ask for a stored answer, no pause between holds is
 * running, and no add-on can be undone. After that time, the record serves only to count the cart's purchases and to end passes.
 */
export function unneededAt({ state, answers, parked = [] }: CartRecord): number {
  return Math.max(
    ...parked.map(({ until }) => until),
    state.sessionExpiresAt + ANSWER_LIFETIME_MS,
    ...answers.map(({ at }) => at + ANSWER_LIFETIME_MS),
    ...state.holdPeriods.map(({ until }) => until + HOLD_PAUSE_MS),
  )
}
