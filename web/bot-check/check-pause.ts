/** How a page goes on after checks that the shop refused: ever more slowly, and not for ever. */

const FIRST_PAUSE_MS = 2000
/** A widget may solve itself, so the page alone would repeat a check that cannot pass without an end. */
const MOST_REFUSALS = 3

/** Milliseconds until the widget may try again by itself; null where the fan must ask for it. */
export function pauseAfter(refusals: number): number | null {
  return refusals < MOST_REFUSALS ? FIRST_PAUSE_MS * 2 ** (refusals - 1) : null
}
