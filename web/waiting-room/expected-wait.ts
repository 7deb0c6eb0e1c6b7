/**
 * How long it will take, as honestly as it can be said: the pace of the last seconds goes up and down, so a span of whole
 * minutes is told, and beyond two hours only that it is long.
 */
const FASTER = 0.75
const SLOWER = 1.5
const LONGEST_MINUTES = 120

export type ExpectedWait = { kind: 'soon' } | { kind: 'span'; from: number; until: number } | { kind: 'long' }

/** `seconds` until the visitor enters at the present pace. */
export function expectedWait(seconds: number): ExpectedWait {
  const from = Math.floor((seconds * FASTER) / 60)
  const until = Math.ceil((seconds * SLOWER) / 60)
  if (until <= 1) return { kind: 'soon' }
  return until > LONGEST_MINUTES ? { kind: 'long' } : { kind: 'span', from: Math.max(1, from), until }
}
