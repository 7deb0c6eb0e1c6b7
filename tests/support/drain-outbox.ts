import type { Env } from '../../worker/env.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'

/** Processes the due outbox rows of all lanes, which the cron processes in separate jobs. */
export async function drainOutbox(env: Env, now: number): Promise<void> {
  await Promise.all([drainLane(env, 'seats', now), drainLane(env, 'refunds', now), drainLane(env, 'mail', now)])
}
