/**
 * Measures the load of the seat objects. Only the calls to them are timed, so that a visitor's slow connection and
 * database reads do not count. If the load is high, the waiting room slows admissions down.
 */
import { SLOW_MS } from '../domain/waiting-room/admission-rate.ts'
import type { LoadReport } from '../domain/waiting-room/waiting-room.ts'

export class SeatLoad {
  readonly report: LoadReport = { holds: 0, slow: 0, overloads: 0 }

  /** Counts and times the call. Returns the call's result, or throws its error. */
  async time<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const startedAt = Date.now()
    this.report.holds++
    try {
      return await call()
    } catch (error) {
      if (isOverloadError(error)) this.report.overloads++
      throw error
    } finally {
      if (Date.now() - startedAt > SLOW_MS) this.report.slow++
    }
  }
}

/**
 * Detects the platform's error for an overloaded object. If another object passes the error on, the flag `overloaded` is
 * lost, but the message is not.
 */
export function isOverloadError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('overloaded' in error && error.overloaded === true) return true
  return 'message' in error && typeof error.message === 'string' && /\boverloaded\b/i.test(error.message)
}
