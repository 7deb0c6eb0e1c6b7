/**
 * Answers with the cart may arrive out of order, because of two clicks, a refetch or another tab. Of two versions of one
 * cart, the higher one is newer. A cart with another id replaces the current one if its answer is not older.
 */
import type { CartUpdate } from './cart-channel.ts'

type Versioned = { id: string; version: number; serverNow: number }

export function newerCart<Cart extends Versioned>(current: Cart | undefined, next: Cart): Cart {
  if (!current) return next
  if (current.id !== next.id) return next.serverNow >= current.serverNow ? next : current
  if (next.version !== current.version) return next.version > current.version ? next : current
  return next.serverNow >= current.serverNow ? next : current
}

/**
 * Returns the newer of `current` and `next`. `atRequest` was the current cart when `next` was requested. If a cart with a
 * new id has become current since then, the request was sent without that cart's cookie. So if `next` has a different id
 * than `current`, it is ignored.
 */
export function newerThanRequested<Cart extends Versioned>(
  atRequest: Cart | undefined,
  current: Cart | undefined,
  next: Cart,
): Cart {
  const isReplaced = current !== undefined && current.id !== atRequest?.id
  return isReplaced && current.id !== next.id ? current : newerCart(current, next)
}

/** Returns whether `cart` includes the last update from another tab. True if there has been no update. */
export function includesUpdate(cart: CartUpdate | undefined, update: CartUpdate | null): boolean {
  return update === null || (cart !== undefined && cart.id === update.id && cart.version >= update.version)
}
