/**
 * The lowest price at which a bundle can be bought now (BND-05): its own price, plus the cheapest available variant of each
 * part that it must contain, plus the cheapest combination whose parts are all available.
 */
import type { BundlePart, BundleParts } from '../../../schema/catalogue-values.ts'
import type { Cents } from '../../../schema/money.ts'

type PartOffers = {
  /** The price of the part's cheapest available variant; null if it has none. */
  lowestCents(part: BundlePart): Cents | null
  isOptional(part: BundlePart): boolean
}

/** Returns null if the bundle is not available: a part that it must contain is not, or every combination is not. */
export function bundleOfferCents(ownCents: Cents, bundle: BundleParts, offers: PartOffers): Cents | null {
  const sumOf = (parts: BundlePart[]) =>
    parts.reduce<Cents | null>((sum, part) => {
      const cents = offers.lowestCents(part)
      return sum === null || cents === null ? null : sum + cents
    }, 0)
  const fixed = sumOf([
    ...bundle.common_items,
    ...bundle.additional_products.filter((part) => !offers.isOptional(part)),
  ])
  const choices = bundle.combinations.flatMap(({ parts, additional_price, soldOutMessage }) => {
    const cents = soldOutMessage === undefined ? sumOf(parts) : null
    return cents === null ? [] : [cents + additional_price]
  })
  if (fixed === null || (bundle.combinations.length > 0 && choices.length === 0)) return null
  return ownCents + fixed + (choices.length > 0 ? Math.min(...choices) : 0)
}
