/** The availability of events on sale, which a job copies from the EventSeats objects. */
import { and, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { eventAvailability, events, pricingCategories } from '../../schema/tables/event.ts'
import type { Database } from './database.ts'
import { offered } from './event.ts'
import { isOneOf } from './id-list.ts'

/** Events on sale whose availability should be read again, those that wait longest first. */
export function eventsToCheck(db: Database, now: number, limit: number) {
  return db
    .select({
      id: events.id,
      plan: { key: events.seatPlanKey, version: events.seatPlanVersion },
      blockCount: events.blockCount,
      presaleAt: events.presaleAt,
      meta: events.meta,
    })
    .from(events)
    .leftJoin(eventAvailability, eq(eventAvailability.eventId, events.id))
    .where(
      and(
        or(isNull(eventAvailability.nextCheckAt), lte(eventAvailability.nextCheckAt, now)),
        ne(events.status, 'cancelled'),
        isNull(events.soldOutMessage),
        sql`json_extract(${events.meta}, '$.external_link') is null`,
        lte(events.presaleAt, now),
        gt(events.salesEndAt, now),
      ),
    )
    .orderBy(sql`coalesce(${eventAvailability.nextCheckAt}, 0)`)
    .limit(limit)
}

/** Reads the plans and the sold pricing categories of events, from which the job counts the tickets that are left. */
export function ticketSources(db: Database, ids: string[]) {
  return db
    .select({
      id: events.id,
      plan: { key: events.seatPlanKey, version: events.seatPlanVersion },
      blockCount: events.blockCount,
      meta: events.meta,
      soldCategories: sql`(select json_group_array(distinct ${pricingCategories.number}) ${offered})`
        .mapWith((json: string): number[] => JSON.parse(json))
        .as('sold_categories'),
    })
    .from(events)
    .where(isOneOf(events.id, ids))
}

export type TicketSource = Awaited<ReturnType<typeof ticketSources>>[number]

export type CheckedEvent = { eventId: string; soldOutCategories: number[]; nextCheckAt: number }

export async function storeAvailability(db: Database, checked: readonly CheckedEvent[]): Promise<void> {
  const [first, ...others] = checked.map((row) =>
    db
      .insert(eventAvailability)
      .values(row)
      .onConflictDoUpdate({
        target: eventAvailability.eventId,
        set: { soldOutCategories: row.soldOutCategories, nextCheckAt: row.nextCheckAt },
      }),
  )
  if (first) await db.batch([first, ...others])
}

/** Checks the event again later, and keeps the known availability. */
export async function postponeCheck(db: Database, eventId: string, nextCheckAt: number): Promise<void> {
  await db
    .insert(eventAvailability)
    .values({ eventId, soldOutCategories: [], nextCheckAt })
    .onConflictDoUpdate({ target: eventAvailability.eventId, set: { nextCheckAt } })
}
