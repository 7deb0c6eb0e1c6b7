/** The remaining time of a hold as the page shows it. */
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'

const SECOND = 1000
const LAST_SECONDS = 60

/**
 * Returns the seconds of a hold that the page shows, at least 0. Both instants are by the server's clock, and `now` is a full
 * second. The countdown begins at the hold's length but ends after the grace period. So its last 60 seconds take longer than
 * a minute.
 */
export function secondsLeft(heldUntil: number, now: number): number {
  const left = (heldUntil - now) / SECOND
  if (left >= LAST_SECONDS) return Math.floor(left)
  const share = LAST_SECONDS / (LAST_SECONDS + COUNTDOWN_GRACE_SECONDS)
  return Math.max(0, Math.ceil((left + COUNTDOWN_GRACE_SECONDS) * share))
}

/** mm:ss. From an hour on, minutes exceed 59. */
export function clockText(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

export const TIMER_SQUARES = 20

/** The number of lit squares in the hold timer: one per remaining minute, rounded up, but at most all squares. */
export function litSquares(seconds: number): number {
  return Math.min(TIMER_SQUARES, Math.ceil(seconds / 60))
}
