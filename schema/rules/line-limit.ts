import { MAX_ITEM_LIMIT } from '../limits.ts'

/** The highest amount of a variant in one cart line (CART-05). 0 means that the product cannot be bought (PROD-04). */
export function lineLimit(cartLimit: number): number {
  return Math.min(cartLimit, MAX_ITEM_LIMIT)
}
