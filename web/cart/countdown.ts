/** The remaining time of a hold as the page shows it: until the hold expires, plus a short grace period. */
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'

const SECOND = 1000

/** Seconds until the end of the grace period after `heldUntil`, at least 0. Both instants are by the server's clock. */
export function secondsLeft(heldUntil: number, now: number): number {
  return Math.max(0, Math.ceil((heldUntil + COUNTDOWN_GRACE_SECONDS * SECOND - now) / SECOND))
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
