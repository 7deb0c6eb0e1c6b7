/** How many of a product may go into the cart at once, and when there is nothing to choose. */
import { MAX_ITEM_LIMIT } from '../../../schema/limits.ts'

/**
 * The least of what the product allows, what one line may hold and what is left (`left` null: not counted). A limit of 0
 * forces 0 (PROD-04). What bears a text of its own goes in one by one.
 */
export function amountLimit(cartLimit: number, left: number | null, isSingle: boolean): number {
  const limit = Math.min(cartLimit, MAX_ITEM_LIMIT, left ?? MAX_ITEM_LIMIT)
  return isSingle ? Math.min(limit, 1) : Math.max(limit, 0)
}

/** A single variant that can be had is chosen from the start. */
export function onlyVariant<Variant extends { available: boolean }>(variants: Variant[]): Variant | null {
  const [only] = variants
  return variants.length === 1 && only?.available ? only : null
}
