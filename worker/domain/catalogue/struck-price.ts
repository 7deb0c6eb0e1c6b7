/**
 * A former price is struck only where there really was a reduction (PAngV § 11): the lowest price of the 30 days before it
 * is known, and the present one is below it. Without a history nobody can tell, and nothing is struck.
 */
type Priced = { priceCents: number; originalPriceCents: number | null }

/** In cents; null where nothing is struck. */
export function struckPrice({ priceCents, originalPriceCents }: Priced, lowestBefore: number | null): number | null {
  const isReduced = lowestBefore !== null && lowestBefore > priceCents
  return isReduced && originalPriceCents !== null && originalPriceCents > priceCents ? originalPriceCents : null
}
