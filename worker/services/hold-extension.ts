/**
 * Extends a cart's holds once, by some minutes, when payment starts: a fan must not lose the seats while typing a card number,
 * and must not extend them again by going back and forth. The cart remembers the extension. Later holds share its expiry and
 * get no extension of their own.
 */
import { HOLD_EXTENSION_SECONDS } from '../../schema/limits.ts'
import { type CartState, holdsByObject } from '../domain/cart/cart.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'

/**
 * Returns the cart with its new expiry, or unchanged if it has no tickets or was extended before. The items do not change,
 * so the version does not either.
 */
export async function extendHolds(
  deps: Pick<CartDependencies, 'seats' | 'now'>,
  state: CartState,
): Promise<CommandAnswer> {
  const objects = holdsByObject(state.items)
  if (objects.length === 0 || state.holdsExtended) return { ok: true, shifted: false, state }
  const ends = await Promise.all(
    objects.map(async ({ eventId, block }) => {
      const { heldUntil } = await deps.seats(eventId, block).extend(state.id, HOLD_EXTENSION_SECONDS, deps.now)
      return heldUntil
    }),
  )
  const extended = ends.flatMap((end) => end ?? [])
  // If an object no longer has a hold, the expiry stays as it is, and the next command finds the hold missing.
  if (extended.length < ends.length) return { ok: true, shifted: false, state }
  return { ok: true, shifted: false, state: { ...state, heldUntil: Math.min(...extended), holdsExtended: true } }
}
