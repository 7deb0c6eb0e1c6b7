/**
 * The lowest and the highest price at which a bundle can be bought now without extras (BND-05): its own price, plus an available
 * variant of each part that it must contain, plus a combination whose parts are all available. The cheapest of each give the
 * lowest price, and the dearest the highest.
 */
import type { BundlePart, BundleParts } from '../../../schema/catalogue-values.ts'
import type { Cents } from '../../../schema/money.ts'

export type CentsSpan = { lowest: Cents; highest: Cents }

type PartOffers = {
  /** The prices of the part's available variants; null if it has none. */
  span(part: BundlePart): CentsSpan | null
  isOptional(part: BundlePart): boolean
}

/** Returns null if there are no prices. */
export function spanOf(prices: Cents[]): CentsSpan | null {
  return prices.length > 0 ? { lowest: Math.min(...prices), highest: Math.max(...prices) } : null
}

/** Returns null if the bundle is not available: a part that it must contain is not, or every combination is not. */
export function bundleOffer(ownCents: Cents, bundle: BundleParts, offers: PartOffers): CentsSpan | null {
  const sumOf = (parts: BundlePart[]) =>
    parts.reduce<CentsSpan | null>(
      (sum, part) => {
        const span = offers.span(part)
        return sum && span && { lowest: sum.lowest + span.lowest, highest: sum.highest + span.highest }
      },
      { lowest: 0, highest: 0 },
    )
  const fixed = sumOf([
    ...bundle.common_items,
    ...bundle.additional_products.filter((part) => !offers.isOptional(part)),
  ])
  const choices = bundle.combinations.flatMap(({ parts, additional_price, soldOutMessage }) => {
    const span = soldOutMessage === undefined ? sumOf(parts) : null
    return span === null ? [] : [span.lowest + additional_price, span.highest + additional_price]
  })
  const chosen = bundle.combinations.length > 0 ? spanOf(choices) : { lowest: 0, highest: 0 }
  return (
    fixed &&
    chosen && {
      lowest: ownCents + fixed.lowest + chosen.lowest,
      highest: ownCents + fixed.highest + chosen.highest,
    }
  )
}
