/** How long an evening lasts whose end the catalogue does not name, for calendars, wallets and search engines. */
const LIKELY_DURATION_MS = 3 * 3_600_000

/** When the event ends, or is likely to end, in epoch milliseconds. */
export function likelyEndOf(event: { happeningFromAt: number; happeningUntilAt: number | null }): number {
  return event.happeningUntilAt ?? event.happeningFromAt + LIKELY_DURATION_MS
}
