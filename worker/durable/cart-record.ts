/** What a Cart object stores: one record, and the saga of a placement that is not finished. */
import type { CartState, Removal } from '../domain/cart/cart.ts'
import type { Saga } from '../services/place-order.ts'

export type SeatObject = { eventId: string; block: number }
export type KeptAnswer = { key: string; digest: string; answer: { ok: boolean; shifted?: boolean }; at: number }
export type OpenRemoval = { removal: Removal; digest: string }

export type Kept = {
  state: CartState
  answers: KeptAnswer[]
  seatObjects: SeatObject[]
  /** When the alarm looks what is left to do here; null where none is set for that. */
  wakeAt: number | null
  /** The passes that an order ended, until their waiting rooms know. */
  endingPasses?: EndingPasses | null
  /** A removal whose seats are being given back; until the command's answer is stored. */
  removal?: OpenRemoval | null
}
export type EndingPasses = { rooms: string[]; orderedAt: number; retryAt: number }
/** `wakeAt` is when the alarm runs the saga on. The saga's own `retryAt` says nothing before its second run. */
export type OpenSaga = { saga: Saga; digest: string; wakeAt: number }
