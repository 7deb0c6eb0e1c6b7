/** The stored forms of a Cart object: one record, and the saga of an unfinished placement. */
import type { CartState, Removal } from '../domain/cart/cart.ts'
import type { Saga } from '../services/place-order.ts'

export type SeatObject = { eventId: string; block: number }
export type StoredAnswer = { key: string; digest: string; answer: { ok: boolean; shifted?: boolean }; at: number }
export type OpenRemoval = { removal: Removal; digest: string }

export type CartRecord = {
  state: CartState
  answers: StoredAnswer[]
  seatObjects: SeatObject[]
  /** When the alarm checks what is left to do; null if no alarm is set for that. */
  wakeAt: number | null
  /** Passes that an order ended, until their waiting rooms have been told. */
  endingPasses?: EndingPasses | null
  /** A removal whose seats are being released, until the command's answer is stored. */
  removal?: OpenRemoval | null
}
export type EndingPasses = { rooms: string[]; orderedAt: number; retryAt: number }
/** `wakeAt` is when the alarm resumes the saga. The saga's own `retryAt` is only set from its second run. */
export type OpenSaga = { saga: Saga; digest: string; wakeAt: number }
