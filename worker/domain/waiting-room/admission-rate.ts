/**
 * Controls the rate of admissions. The rate halves if a large share of the holds is slow, or if the seat objects refuse
 * several holds for overload. A single slow request or error is not enough. The rate recovers in steps of a quarter of
 * the configured rate. It changes at most once every five seconds, but a lower configured rate applies at once.
 *
 * Admissions take tokens from a bucket that fills at this rate. The bucket saves a few unused tokens for visitors who
 * ask slightly later than they were told.
 */
import type { LoadReport } from './waiting-room.ts'

const WINDOW_MS = 5000
/** A hold normally takes a few milliseconds. A slower one has waited in the queue of its seat object. */
export const SLOW_MS = 250
/** With fewer holds than this, a few cold starts would look like overload. */
const MIN_HOLDS = 10
const SLOW_SHARE = 0.25
const MIN_OVERLOADS = 3
const OVERLOAD_SHARE = 0.02
const MIN_RATE = 1
const SAVED_SECONDS = 1.5

export type AdmissionRate = { perSecond: number; changedAt: number; load: LoadReport }

export const NO_LOAD: LoadReport = { holds: 0, slow: 0, overloads: 0 }

export function newRate(perSecond: number, now: number): AdmissionRate {
  return { perSecond, changedAt: now, load: NO_LOAD }
}

export function addLoad(sum: LoadReport, { holds, slow, overloads }: LoadReport): LoadReport {
  return { holds: sum.holds + holds, slow: sum.slow + slow, overloads: sum.overloads + overloads }
}

/** Whether the seat objects receive more requests than they can handle. */
export function isOverloaded({ holds, slow, overloads }: LoadReport): boolean {
  if (overloads >= MIN_OVERLOADS && overloads > OVERLOAD_SHARE * holds) return true
  return holds >= MIN_HOLDS && slow > SLOW_SHARE * holds
}

/**
 * Returns the rate from `now` on. `configured` is its upper limit. `rate.load` contains the load since the last
 * decision.
 */
export function steerRate(rate: AdmissionRate, configured: number, now: number): AdmissionRate {
  if (rate.perSecond > configured) return newRate(configured, now)
  if (now - rate.changedAt < WINDOW_MS) return rate
  if (isOverloaded(rate.load)) return newRate(Math.max(Math.min(MIN_RATE, configured), rate.perSecond / 2), now)
  return newRate(Math.min(configured, rate.perSecond + configured / 4), now)
}

/** Returns the number of tokens in the bucket after `elapsed` milliseconds. */
export function accrue(tokens: number, perSecond: number, elapsed: number): number {
  return Math.min(Math.max(2, SAVED_SECONDS * perSecond), tokens + (perSecond * Math.max(0, elapsed)) / 1000)
}
