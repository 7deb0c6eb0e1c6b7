/**
 * Deletes personal data and old records at the end of their retention period. Each kind of data is deleted separately, so
 * that an error in one kind does not stop the others. `db/expired-data` contains the exact conditions. In short:
 *
 * - The names of ticket holders are deleted 28 days after the event, and a name change that never took effect 28 days after
 *   its request, but not while its fee can still be paid.
 * - The devices with a ticket in a wallet are deleted 28 days after the event.
 * - The contact data of an order is deleted 30 days after its cancellation, 90 days after its full refund, or three full
 *   calendar years after its payment.
 * - The billing address, which invoices need, is deleted after eight full calendar years.
 * - The HMAC of the network from which an order was placed is deleted after a day.
 * - The former email address of a corrected order is deleted after 90 days.
 * - The proof that a buyer signed up for a newsletter is deleted three full calendar years after the sign-up.
 * - A reminder by mail is deleted once it has been sent; unconfirmed after two days, and otherwise after a year.
 * - A submission is deleted 28 days after its completion, with its answers and photos. A photo that was uploaded but not sent
 *   is deleted after a day.
 * - Completed outbox rows, webhook notices and resolved incidents are deleted after 90 days.
 */
import { openDatabase } from '../db/database.ts'
import { PURGES } from '../db/expired-data.ts'
import { finishJobRun, takeJobRun } from '../db/job-run.ts'
import type { Env } from '../env.ts'
import { purgePhotos } from '../services/expired-photos.ts'
import { log, reasonOf } from '../services/log.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

const MAX_AT_ONCE = 500
const EVERY_MS = 60 * 60_000
const JOB = 'purge_contact_data'

/** Starts a run an hour after the last complete run. If runs had a fixed minute, a late cron would skip one. */
export async function purgeWhenDue(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  if (!(await takeJobRun(db, JOB, now))) return
  const isComplete = await purgeContactData(env, now)
  await finishJobRun(db, JOB, isComplete ? now + EVERY_MS : now)
}

/**
 * Returns false if the budget was used up before all expired data was deleted. The run of the next minute then continues.
 * After an error, the result may still be true, and the next hourly run tries that kind of data again.
 */
export async function purgeContactData(env: Env, now: number): Promise<boolean> {
  const budget = startBudget(env, now, JOB_STATEMENTS.purgeContactData)
  const db = openDatabase(budget.env.DB)
  let isComplete = true
  // The photos come first, because a submission is deleted only once its photos are.
  const photos = () => purgePhotos(budget.env, now, MAX_AT_ONCE)
  const rows = Object.entries(PURGES).map(([kind, purge]) => [kind, () => purge(db, now, MAX_AT_ONCE)] as const)
  for (const [kind, purge] of [['photos', photos] as const, ...rows]) {
    try {
      let changed = MAX_AT_ONCE
      while (changed >= MAX_AT_ONCE && budget.hasLeft()) changed = await purge()
      if (changed >= MAX_AT_ONCE) isComplete = false
    } catch (error) {
      log('error', 'expired data not deleted', { kind, error: reasonOf(error) })
    }
  }
  return isComplete
}
