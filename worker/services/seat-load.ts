/**
 * How an event's seat objects keep up, measured around the calls to them alone: neither a browser's slow upload nor a read
 * of the database counts. The waiting room slows its admissions down by it.
 */
import { SLOW_MS } from '../domain/waiting-room/admission-rate.ts'
import type { LoadReport } from '../domain/waiting-room/waiting-room.ts'

export class SeatLoad {
  readonly report: LoadReport = { holds: 0, slow: 0, overloads: 0 }

  /** Passes the answer or error of a call on, and counts it. */
  async time<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const startedAt = Date.now()
    this.report.holds++
    try {
      return await call()
    } catch (error) {
      if (saysOverload(error)) this.report.overloads++
      throw error
    } finally {
      if (Date.now() - startedAt > SLOW_MS) this.report.slow++
    }
  }
}

/** True for the platform's error of an object with too many calls; its flag is lost on the second hop, its text is not. */
export function saysOverload(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('overloaded' in error && error.overloaded === true) return true
  return 'message' in error && typeof error.message === 'string' && /\boverloaded\b/i.test(error.message)
}
