/** The next run of each periodic job. If a cron trigger is late or missing, the following trigger runs the job. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  nextRunAt: instant('next_run_at').notNull(),
  /** The position at which the last run stopped because its budget was used up. Empty if the next run starts anew. */
  cursor: text('cursor').notNull().default(''),
})
