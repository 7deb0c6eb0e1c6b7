/**
 * How fast people are let in. The rate halves as soon as many of the holds are slow or the seat objects refuse for overload,
 * and grows back by a quarter of what is configured; both at most once in five seconds. Shares of many holds decide, so that
 * neither one slow request nor one fault slows everybody down. Admissions take tokens that accrue at this rate; so many are saved up
 * as visitors need who were told their second and come a little late.
 */
import type { LoadReport } from './waiting-room.ts'

const WINDOW_MS = 5000
/** A hold takes a few milliseconds; longer than this, and the seats' object has a queue of its own. */
export const SLOW_MS = 250
/** A few cold objects among few holds say nothing. */
const TELLING_HOLDS = 10
const SLOW_SHARE = 0.25
const TELLING_OVERLOADS = 3
const OVERLOAD_SHARE = 0.02
const LEAST_RATE = 1
const SAVED_SECONDS = 1.5

export type AdmissionRate = { perSecond: number; changedAt: number; load: LoadReport }

export const NO_LOAD: LoadReport = { holds: 0, slow: 0, overloads: 0 }

export function newRate(perSecond: number, now: number): AdmissionRate {
  return { perSecond, changedAt: now, load: NO_LOAD }
}

export function addLoad(sum: LoadReport, { holds, slow, overloads }: LoadReport): LoadReport {
  return { holds: sum.holds + holds, slow: sum.slow + slow, overloads: sum.overloads + overloads }
}

/** True where the seat objects have more than they can do. */
export function isOverloaded({ holds, slow, overloads }: LoadReport): boolean {
  if (overloads >= TELLING_OVERLOADS && overloads > OVERLOAD_SHARE * holds) return true
  return holds >= TELLING_HOLDS && slow > SLOW_SHARE * holds
}

/** `configured` is the most that is wished for. The load counts from the last change on. */
export function steerRate(rate: AdmissionRate, configured: number, now: number): AdmissionRate {
  if (rate.perSecond > configured) return newRate(configured, now)
  if (now - rate.changedAt < WINDOW_MS) return rate
  if (isOverloaded(rate.load)) return newRate(Math.max(Math.min(LEAST_RATE, configured), rate.perSecond / 2), now)
  return newRate(Math.min(configured, rate.perSecond + configured / 4), now)
}

/** Tokens after `elapsed` milliseconds. */
export function accrue(tokens: number, perSecond: number, elapsed: number): number {
  return Math.min(Math.max(2, SAVED_SECONDS * perSecond), tokens + (perSecond * Math.max(0, elapsed)) / 1000)
}
