/**
 * When payment starts a cart's holds get some minutes more, once: typing a card's number must not cost the seats, and going
 * back and forth must not keep them. The cart
 * remembers that it had it: what is held later shares the end of what was held before, and gets none of its own.
 */
import { HOLD_EXTENSION_SECONDS } from '../../schema/limits.ts'
import type { CartState } from '../domain/cart/cart.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'
import { holdsOf } from './ticket-holds.ts'

/** The cart with its holds' new end; unchanged without tickets. Its lines stay, so its version does. */
export async function extendHolds(
  deps: Pick<CartDependencies, 'seats' | 'now'>,
  state: CartState,
): Promise<CommandAnswer> {
  const objects = holdsOf(state.items)
  if (objects.length === 0 || state.holdsExtended) return { ok: true, shifted: false, state }
  const ends = await Promise.all(
    objects.map(async ({ eventId, block }) => {
      const { heldUntil } = await deps.seats(eventId, block).extend(state.id, HOLD_EXTENSION_SECONDS, deps.now)
      return heldUntil
    }),
  )
  const known = ends.flatMap((end) => end ?? [])
  // Where an object has forgotten a hold, the end stands as it was: the next command finds out.
  if (known.length < ends.length) return { ok: true, shifted: false, state }
  return { ok: true, shifted: false, state: { ...state, heldUntil: Math.min(...known), holdsExtended: true } }
}
