/** What is left of a reservation, as the fan sees it: the hold's time and a short grace, by the server's clock. */
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'

const SECOND = 1000

/** Whole seconds until `validUntil` plus grace; never negative. Both instants by the server's clock. */
export function secondsLeft(validUntil: number, now: number): number {
  return Math.max(0, Math.ceil((validUntil + COUNTDOWN_GRACE_SECONDS * SECOND - now) / SECOND))
}

/** mm:ss; hours are counted as minutes. */
export function clockText(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

export const TIMER_SQUARES = 20

/** One square a minute of the checkout's timer, the last one lit until the end. */
export function litSquares(seconds: number): number {
  return Math.min(TIMER_SQUARES, Math.ceil(seconds / 60))
}
