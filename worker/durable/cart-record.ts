/** The types of the two values that a Cart object stores: its record, and the saga of an unfinished order placement. */
import type { CartState, ParkedItems, Removal } from '../domain/cart/cart.ts'
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

const MAX_BOOKED = 100

/** Returns the seat objects in which the cart has bought tickets, with those of a new order. */
export function withBookings(booked: SeatObject[], bookings: SeatObject[]): SeatObject[] {
  const nameOf = ({ eventId, block }: SeatObject) => `${eventId}/${block}`
  const byName = new Map([...booked, ...bookings].map((it) => [nameOf(it), { eventId: it.eventId, block: it.block }]))
  return [...byName.values()].slice(-MAX_BOOKED)
}
