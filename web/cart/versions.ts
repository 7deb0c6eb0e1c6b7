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
