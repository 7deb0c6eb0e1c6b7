/**
 * How fast people are let in. The rate halves as soon as the seat objects are slow or refuse for overload, and grows back
 * by a tenth of what is configured; both at most once in five seconds. Admissions take tokens that accrue at this rate, of
 * which no more than a second's worth is ever saved up.
 */
import type { LoadReport } from './waiting-room.ts'

const WINDOW_MS = 5000
const SLOW_MS = 250
/** One cold object among few holds says nothing. */
const TELLING_HOLDS = 5
const LEAST_RATE = 1

export type AdmissionRate = { perSecond: number; changedAt: number; load: LoadReport }

export const NO_LOAD: LoadReport = { holds: 0, latencyMs: 0, overloads: 0 }

export function newRate(perSecond: number, now: number): AdmissionRate {
  return { perSecond, changedAt: now, load: NO_LOAD }
}

export function addLoad(sum: LoadReport, { holds, latencyMs, overloads }: LoadReport): LoadReport {
  return {
    holds: sum.holds + holds,
    latencyMs: sum.latencyMs + latencyMs,
    overloads: sum.overloads + overloads,
  }
}

/** True where the seat objects have more than they can do. */
export function isOverloaded({ holds, latencyMs, overloads }: LoadReport): boolean {
  return overloads > 0 || (holds >= TELLING_HOLDS && latencyMs / holds > SLOW_MS)
}

/** `configured` is the most that is wished for. The load counts from the last change on. */
export function steerRate(rate: AdmissionRate, configured: number, now: number): AdmissionRate {
  if (rate.perSecond > configured) return newRate(configured, now)
  if (now - rate.changedAt < WINDOW_MS) return rate
  if (isOverloaded(rate.load)) return newRate(Math.max(Math.min(LEAST_RATE, configured), rate.perSecond / 2), now)
  return newRate(Math.min(configured, rate.perSecond + configured / 10), now)
}

/** Tokens after `elapsed` milliseconds. */
export function accrue(tokens: number, perSecond: number, elapsed: number): number {
  return Math.min(Math.max(1, perSecond), tokens + (perSecond * Math.max(0, elapsed)) / 1000)
}
