/**
 * Extends a cart's holds by some minutes when the fan opens the payment step, so that a fan who types a card number does not
 * lose the seats. The cart remembers the extension, so opening the step again does not extend the holds again. Later holds
 * share the cart's expiry and get no extension of their own.
 */
import { refuse } from '../../schema/errors.ts'
import { HOLD_EXTENSION_SECONDS } from '../../schema/limits.ts'
import { type CartState, holdsByObject } from '../domain/cart/cart.ts'
import type { CartDependencies, CommandAnswer } from './cart-command.ts'

/**
 * Returns the cart with its new expiry, or unchanged if it has no tickets or was extended before. The items do not change,
 * so the version does not either. Returns HOLD_EXPIRED if it is too late.
 */
export async function extendHolds(
  deps: Pick<CartDependencies, 'seats' | 'now'>,
  state: CartState,
): Promise<CommandAnswer> {
  const objects = holdsByObject(state.items)
  if (objects.length === 0 && state.ticketsExpired) return refuse('HOLD_EXPIRED', {})
  if (objects.length === 0 || state.holdsExtended) return { ok: true, shifted: false, state }
  const ends = await Promise.all(
    objects.map(async ({ eventId, block }) => {
      const { heldUntil } = await deps.seats(eventId, block).extend(state.id, HOLD_EXTENSION_SECONDS, deps.now)
      return heldUntil
    }),
  )
  const extended = ends.flatMap((end) => end ?? [])
  // If an object no longer has a hold of the cart, the cart's expiry stays as it is.
  if (extended.length < ends.length) return { ok: true, shifted: false, state }
  return { ok: true, shifted: false, state: { ...state, heldUntil: Math.min(...extended), holdsExtended: true } }
}
