/** The pauses between refused bot checks: exponential backoff with a limit. */

const FIRST_PAUSE_MS = 2000
/** A widget may solve itself. Without a limit, the page would repeat a check that cannot pass for ever. */
const MOST_REFUSALS = 3

/** Milliseconds until the widget tries again by itself; null if the visitor must ask for it. */
export function pauseAfter(refusals: number): number | null {
  return refusals < MOST_REFUSALS ? FIRST_PAUSE_MS * 2 ** (refusals - 1) : null
}
