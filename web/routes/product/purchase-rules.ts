/** The maximum amount of a product in one line, and the variant that is preselected. */
import { lineLimit } from '../../../schema/rules/line-limit.ts'

/**
 * The maximum amount: the minimum of the product's cart limit, the limit of a line and the stock. `left` is null if the stock
 * is unlimited or unknown. A cart limit of 0 makes the product unavailable (PROD-04). `isSingle` limits the amount to 1.
 */
export function amountLimit(cartLimit: number, left: number | null, isSingle: boolean): number {
  const limit = Math.min(lineLimit(cartLimit), left ?? Infinity)
  return isSingle ? Math.min(limit, 1) : Math.max(limit, 0)
}

/** The only variant, if it is available. It is preselected. */
export function onlyVariant<Variant extends { available: boolean }>(variants: Variant[]): Variant | null {
  const [only] = variants
  return variants.length === 1 && only?.available ? only : null
}
