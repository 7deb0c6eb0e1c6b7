/**
 * Decides whether a crossed-out former price is shown. Under § 11 of the German price law (PAngV), a reduction counts from the
 * lowest price of the previous 30 days (Court of Justice of the EU, C-330/23). So a former price is shown only if the current
 * price is below that lowest price, and it is never higher than that. Without a price history, no former price is shown.
 */
type Priced = { priceCents: number; originalPriceCents: number | null }

/** Returns the former price in cents; null if none is shown. `lowestBefore` is the lowest price of the previous 30 days. */
export function struckPrice({ priceCents, originalPriceCents }: Priced, lowestBefore: number | null): number | null {
  if (lowestBefore === null || originalPriceCents === null) return null
  const former = Math.min(originalPriceCents, lowestBefore)
  return former > priceCents ? former : null
}
