/**
 * Answers about one cart may overtake each other: two clicks, a poll, another tab. The cart counts its changes, so the
 * higher version is the newer one; a cart with another id is another cart and replaces the old.
 */
type Versioned = { id: string; version: number; serverNow: number }

export function newerCart<Cart extends Versioned>(known: Cart | undefined, next: Cart): Cart {
  if (!known) return next
  if (known.id !== next.id) return next.serverNow >= known.serverNow ? next : known
  if (next.version !== known.version) return next.version > known.version ? next : known
  return next.serverNow >= known.serverNow ? next : known
}

/**
 * `asked`: what was known when `next` was asked for. Who had no cart then and has one now got it by another answer, which
 * the question could not know of: an empty cart that comes late does not take its place.
 */
export function newerThanAsked<Cart extends Versioned>(
  asked: Cart | undefined,
  known: Cart | undefined,
  next: Cart,
): Cart {
  const cameMeanwhile = known !== undefined && known.id !== asked?.id
  return cameMeanwhile && known.id !== next.id ? known : newerCart(known, next)
}
