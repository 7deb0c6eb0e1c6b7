/**
 * Decides whether a crossed-out former price is shown. Under § 11 of the German price law (PAngV), a shop that announces a
 * reduction must state the lowest price of the previous 30 days. So a former price is shown only if the current price is
 * below that lowest price. Without a price history, no former price is shown.
 */
type Priced = { priceCents: number; originalPriceCents: number | null }

/** Returns the former price in cents; null if none is shown. `lowestBefore` is the lowest price of the previous 30 days. */
export function struckPrice({ priceCents, originalPriceCents }: Priced, lowestBefore: number | null): number | null {
  const isReduced = lowestBefore !== null && lowestBefore > priceCents
  return isReduced && originalPriceCents !== null && originalPriceCents > priceCents ? originalPriceCents : null
}
