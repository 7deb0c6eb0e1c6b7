/** Compares the holds of a cart object with those of the EventSeats objects. */
import type { EventSeatsApi } from '../domain/seats/seat-hold.ts'
import { withMovedSeats, withoutLostHolds } from '../services/cart.ts'
import type { CartStore } from './cart.sql.ts'

/**
 * Makes the cart's lines match the holds in the EventSeats objects again. They differ, for example, if a crash stopped
 * the cart after an EventSeats object had stored a hold. Releases holds without a line, and removes lines whose hold
 * is lost.
 */
export async function compareHolds(
  store: CartStore,
  seats: (eventId: string, block: number) => EventSeatsApi,
  now: number,
): Promise<void> {
  const state = store.state(now)
  const inCart = new Set(state.items.flatMap((item) => item.hold?.holdId ?? []))
  const answers = await Promise.all(
    store.seatObjects().map(async ({ eventId, block }) => {
      const object = seats(eventId, block)
      const { holds, heldUntil } = await object.holdsOf(state.id, now)
      const orphaned = holds.map((hold) => hold.holdId).filter((holdId) => !inCart.has(holdId))
      if (orphaned.length > 0) await object.release(state.id, orphaned, now)
      return { holds, heldUntil }
    }),
  )
  const moved = withMovedSeats(
    state,
    answers.flatMap(({ holds }) => holds),
  )
  const live = withoutLostHolds(moved, answers)
  if (live !== state) store.saveState(live, now)
  store.forgetOtherSeatObjects()
}
