/**
 * Calls to a payment provider within one run of a job. Each call to an unreachable provider waits for its timeout, so
 * after a few failures in a row the run makes no more calls. The next run tries again.
 */
import { inParallel } from '../parallel.ts'
import type { JobBudget } from './job-budget.ts'

const FAILURES_BEFORE_STOP = 4

export class ProviderCalls {
  private readonly budget: JobBudget
  private readonly callsAtOnce: number
  private failures = 0

  /**
   * Keep `callsAtOnce` small. Cloudflare opens at most six connections per invocation, and all jobs of a cron run share
   * them.
   */
  constructor(budget: JobBudget, callsAtOnce: number) {
    this.budget = budget
    this.callsAtOnce = callsAtOnce
  }

  isUnreachable(): boolean {
    return this.failures >= FAILURES_BEFORE_STOP
  }

  mayAsk(): boolean {
    return !this.isUnreachable() && this.budget.hasLeft()
  }

  /**
   * Calls `ask` for each thing. `ask` must throw if the provider does not answer. Stops once `mayAsk` returns false.
   */
  async askAbout<Thing>(
    things: readonly Thing[],
    ask: (thing: Thing) => Promise<void>,
    onFailure: (thing: Thing, error: unknown) => void,
  ): Promise<void> {
    await inParallel(things, this.callsAtOnce, async (thing) => {
      if (!this.mayAsk()) return
      try {
        await ask(thing)
        this.failures = 0
      } catch (error) {
        this.failures++
        onFailure(thing, error)
      }
    })
  }
}
