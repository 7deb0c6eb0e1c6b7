/** Periodic jobs by their last run: taken by one cron at a time, whenever it comes. */
import { eq, lte } from 'drizzle-orm'
import { jobRuns } from '../../schema/tables/job-run.ts'
import type { Database } from './database.ts'

/** How long a run has before another may begin: one that died is made good for after this time. */
const LEASE_MS = 10 * 60_000

/** Where the run begins; null where the job is not due or another runs it. */
export async function takeJobRun(db: Database, job: string, now: number): Promise<{ cursor: string } | null> {
  const [taken] = await db
    .insert(jobRuns)
    .values({ job, nextRunAt: now + LEASE_MS })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { nextRunAt: now + LEASE_MS },
      setWhere: lte(jobRuns.nextRunAt, now),
    })
    .returning({ cursor: jobRuns.cursor })
  return taken ?? null
}

/** `cursor` is where the next run begins. */
export async function finishJobRun(db: Database, job: string, nextRunAt: number, cursor = ''): Promise<void> {
  await db.update(jobRuns).set({ nextRunAt, cursor }).where(eq(jobRuns.job, job))
}
