/**
 * Personal data leaves when its time is over: contact data of ticket holders 28 days after the event, the activity log
 * after seven days, submissions at the day they name. Bounded a run; the next run goes on.
 */
import { and, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { DAY } from '../../schema/limits.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { activities, submissions } from '../../schema/tables/submission.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { openDatabase } from '../db/database.ts'
import { finishJobRun, takeJobRun } from '../db/job-run.ts'
import type { Env } from '../env.ts'

const ACTIVITY_KEPT_MS = 7 * DAY
const MOST_A_RUN = 500

const EVERY_MS = 60 * 60_000
const JOB = 'purge_contact_data'

/** Once an hour, by the last run and not by the clock's minute: a cron that comes late skips no hour. */
export async function purgeWhenDue(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  if (!(await takeJobRun(db, JOB, now))) return
  await purgeContactData(env, now)
  await finishJobRun(db, JOB, now + EVERY_MS)
}

export async function purgeContactData(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const expired = { id: tickets.id, orderItemId: tickets.orderItemId }
  const personalItems = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(isNotNull(orderItems.personalIdentifier), gt(orderItems.eventId, '')))
  // Each by its own index of what is left to purge, however many tickets have been.
  const [ofTickets, ofItems] = await db.batch([
    db
      .select(expired)
      .from(tickets)
      .where(and(lt(tickets.expiresAt, now), sql`${tickets.personalIdentifier} <> '{}'`))
      .limit(MOST_A_RUN),
    db
      .select(expired)
      .from(tickets)
      .where(and(inArray(tickets.orderItemId, personalItems), lt(tickets.expiresAt, now)))
      .limit(MOST_A_RUN),
  ])
  const rows = [...ofTickets, ...ofItems]
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const itemIds = JSON.stringify(rows.map(({ orderItemId }) => orderItemId))
  await db.batch([
    db
      .update(tickets)
      .set({ personalIdentifier: {} })
      .where(sql`${tickets.id} in (select value from json_each(${ids}))`),
    // What the buyer typed for the item says the same once more.
    db
      .update(orderItems)
      .set({ personalIdentifier: null })
      .where(sql`${orderItems.id} in (select value from json_each(${itemIds}))`),
    db.delete(activities).where(lt(activities.happenedAt, now - ACTIVITY_KEPT_MS)),
    db.delete(submissions).where(lt(submissions.deleteAt, now)),
  ])
}
