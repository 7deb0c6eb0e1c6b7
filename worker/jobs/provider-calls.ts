/**
 * Calls to a payment provider within one run of a job. A provider that is out of reach makes each call wait for its time
 * limit, so after a few failures in a row the run asks no more; the next run tries anew.
 */
import { inParallel } from '../services/parallel.ts'
import type { JobBudget } from './job-budget.ts'

const FAILURES_BEFORE_STOP = 4

export class ProviderCalls {
  private readonly budget: JobBudget
  private readonly callsAtOnce: number
  private failures = 0

  /** Cloudflare opens at most six connections for an invocation, and all jobs of a cron share them. */
  constructor(budget: JobBudget, callsAtOnce: number) {
    this.budget = budget
    this.callsAtOnce = callsAtOnce
  }

  isOutOfReach(): boolean {
    return this.failures >= FAILURES_BEFORE_STOP
  }

  mayAsk(): boolean {
    return !this.isOutOfReach() && this.budget.hasLeft()
  }

  /** `ask` throws where the provider gave no answer. Things that may not be asked about any more are left out. */
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
