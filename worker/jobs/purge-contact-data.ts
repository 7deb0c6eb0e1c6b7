/**
 * Personal data leaves when its time is over: contact data of ticket holders 28 days after the event, that of cancelled
 * orders after 30 days, of refunded ones 90 days after the money, of paid ones after the third year; the buyer whom an
 * invoice names after the eighth; the network of an order after a day, submissions at the day they name, records of what
 * was done after 90 days.
 * Each kind goes by itself, so that one that fails or has grown large keeps no other.
 */
import { openDatabase } from '../db/database.ts'
import { PURGES } from '../db/expired-data.ts'
import { finishJobRun, takeJobRun } from '../db/job-run.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

const MOST_AT_ONCE = 500
const EVERY_MS = 60 * 60_000
const JOB = 'purge_contact_data'

/** Once an hour, by the last run and not by the clock's minute: a cron that comes late skips no hour. */
export async function purgeWhenDue(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  if (!(await takeJobRun(db, JOB, now))) return
  const isComplete = await purgeContactData(env, now)
  await finishJobRun(db, JOB, isComplete ? now + EVERY_MS : now)
}

/** False where there is more to do: the next minute goes on. */
export async function purgeContactData(env: Env, now: number): Promise<boolean> {
  const budget = startBudget(env, now, JOB_STATEMENTS.purgeContactData)
  const db = openDatabase(budget.env.DB)
  let isComplete = true
  for (const [kind, purge] of Object.entries(PURGES)) {
    try {
      let changed = MOST_AT_ONCE
      while (changed >= MOST_AT_ONCE && budget.hasLeft()) changed = await purge(db, now, MOST_AT_ONCE)
      if (changed >= MOST_AT_ONCE) isComplete = false
    } catch (error) {
      log('error', 'not purged', { kind, error: reasonOf(error) })
    }
  }
  return isComplete
}
