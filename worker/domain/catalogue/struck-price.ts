/**
 * The struck-through former price. By § 11 of the German price law (PAngV), a reduction may be announced only against the
 * lowest price of the previous 30 days, and only if the current price is below it. Without a price history, none is shown.
 */
type Priced = { priceCents: number; originalPriceCents: number | null }

/** Returns cents, or null if no price is struck. */
export function struckPrice({ priceCents, originalPriceCents }: Priced, lowestBefore: number | null): number | null {
  const isReduced = lowestBefore !== null && lowestBefore > priceCents
  return isReduced && originalPriceCents !== null && originalPriceCents > priceCents ? originalPriceCents : null
}
