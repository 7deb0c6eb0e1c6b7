/**
 * The estimated wait. The pace of admission varies from second to second, so the estimate is a span of whole minutes. A span
 * that ends after more than two hours would be too unreliable, so the page then only says that the wait is long.
 */
const FASTER = 0.75
const SLOWER = 1.5
const LONGEST_MINUTES = 120

export type ExpectedWait = { kind: 'soon' } | { kind: 'span'; from: number; until: number } | { kind: 'long' }

/** `seconds` is the time until the visitor enters at the present pace. */
export function expectedWait(seconds: number): ExpectedWait {
  const from = Math.floor((seconds * FASTER) / 60)
  const until = Math.ceil((seconds * SLOWER) / 60)
  if (until <= 1) return { kind: 'soon' }
  return until > LONGEST_MINUTES ? { kind: 'long' } : { kind: 'span', from: Math.max(1, from), until }
}
