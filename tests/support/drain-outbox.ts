import type { Env } from '../../worker/env.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'

/** Processes the due outbox rows of all lanes, which the cron processes in separate jobs. */
export async function drainOutbox(env: Env, now: number): Promise<void> {
  const lanes = ['seats', 'refunds', 'mail', 'lists'] as const
  await Promise.all(lanes.map((lane) => drainLane(env, lane, now)))
}
