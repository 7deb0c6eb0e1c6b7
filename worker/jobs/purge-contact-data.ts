/**
 * Personal data leaves when its time is over: contact data of ticket holders 28 days after the event, the activity log
 * after seven days, submissions at the day they name. Bounded a run; the next run goes on.
 */
import { and, inArray, lt, ne, sql } from 'drizzle-orm'
import { DAY } from '../../schema/limits.ts'
import { activities, submissions } from '../../schema/tables/submission.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { openDatabase } from '../db/database.ts'
import type { Env } from '../env.ts'

const ACTIVITY_KEPT_MS = 7 * DAY
const MOST_A_RUN = 500

export async function purgeContactData(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const expired = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(lt(tickets.expiresAt, now), ne(tickets.personalIdentifier, sql`'{}'`)))
    .limit(MOST_A_RUN)
  await db.batch([
    db.update(tickets).set({ personalIdentifier: {} }).where(inArray(tickets.id, expired)),
    db.delete(activities).where(lt(activities.happenedAt, now - ACTIVITY_KEPT_MS)),
    db.delete(submissions).where(lt(submissions.deleteAt, now)),
  ])
}
