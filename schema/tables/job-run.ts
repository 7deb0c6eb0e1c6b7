/** When each periodic job ran last, so that a cron that starts late or misses a minute skips none of them. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  /** Not before then. */
  nextRunAt: instant('next_run_at').notNull(),
  /** Where a run that had used up its budget stopped; empty: the next run begins at the start. */
  cursor: text('cursor').notNull().default(''),
})
