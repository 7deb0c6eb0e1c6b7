/** Runs the audit of services/book-audit every hour. A run that uses up its budget continues in the next minute. */
import { openDatabase } from '../db/database.ts'
import { finishJobRun, takeJobRun } from '../db/job-run.ts'
import type { Env } from '../env.ts'
import { auditBooks } from '../services/book-audit.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

const EVERY_MS = 60 * 60_000
const JOB = 'audit_books'

export async function auditWhenDue(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.auditBooks)
  const db = openDatabase(budget.env.DB)
  const run = await takeJobRun(db, JOB, now)
  if (!run) return
  const { cursor } = await auditBooks(budget.env, run.cursor, now, budget.hasLeft)
  await finishJobRun(db, JOB, cursor === null ? now + EVERY_MS : now, cursor ?? '')
}
