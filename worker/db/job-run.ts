/** Runs of periodic jobs. Only one cron invocation at a time runs a job, even if several arrive at the same time. */
import { eq, lte } from 'drizzle-orm'
import { jobRuns } from '../../schema/tables/job-run.ts'
import type { Database } from './database.ts'

/** The usual lease of a run. */
const LEASE_MS = 10 * 60_000

/**
 * Returns the cursor at which the run starts, or null if the job is not due or another run has the lease. After the lease,
 * another run may start, because the first one must have died.
 */
export async function takeJobRun(
  db: Database,
  job: string,
  now: number,
  leaseMs = LEASE_MS,
): Promise<{ cursor: string } | null> {
  const [taken] = await db
    .insert(jobRuns)
    .values({ job, nextRunAt: now + leaseMs })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { nextRunAt: now + leaseMs },
      setWhere: lte(jobRuns.nextRunAt, now),
    })
    .returning({ cursor: jobRuns.cursor })
  return taken ?? null
}

/** `cursor` is where the next run starts. */
export async function finishJobRun(db: Database, job: string, nextRunAt: number, cursor = ''): Promise<void> {
  await db.update(jobRuns).set({ nextRunAt, cursor }).where(eq(jobRuns.job, job))
}
