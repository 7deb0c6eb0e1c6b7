/** The maximum amount of a product in one cart line, and the variant that is preselected. */
import { lineLimit } from '../../../schema/rules/line-limit.ts'

/**
 * The lowest of the product's cart limit, the limit of a cart line and the stock. With `isSingle`, at most 1. `left` is the
 * stock. It is null if no variant is chosen, or if the stock is above 9 or unlimited. A cart limit of 0 makes the product
 * unavailable (PROD-04).
 */
export function amountLimit(cartLimit: number, left: number | null, isSingle: boolean): number {
  const limit = Math.min(lineLimit(cartLimit), left ?? Infinity)
  return isSingle ? Math.min(limit, 1) : Math.max(limit, 0)
}

/** The variant to preselect: the product's only variant, if it is available; otherwise null. */
export function onlyVariant<Variant extends { available: boolean }>(variants: Variant[]): Variant | null {
  const [only] = variants
  return variants.length === 1 && only?.available ? only : null
}
