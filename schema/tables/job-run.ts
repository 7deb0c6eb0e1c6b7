/** When each periodic job is due, so that a cron trigger that comes late or skips a minute skips no job. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  nextRunAt: instant('next_run_at').notNull(),
  /** Where a run stopped that used up its budget. Empty: the next run begins at the start. */
  cursor: text('cursor').notNull().default(''),
})
