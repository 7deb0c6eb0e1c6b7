/**
 * Counts an event's sold, held and free tickets over all its objects, and compares the memory of each object with its rows.
 */
import { eq } from 'drizzle-orm'
import { events } from '../../schema/tables/event.ts'
import type { Database } from '../db/database.ts'
import type { SeatClaim, SeatCounts } from '../domain/seats/seat-hold.ts'
import type { Env } from '../env.ts'
import { seatsObject } from './seat-objects.ts'

export type EventSeatCount = SeatCounts & { faults: string[] }

/** All holds and bookings of an event over all its objects; null for an unknown event. */
export async function claimsOfEvent(env: Env, db: Database, slug: string, now: number): Promise<SeatClaim[] | null> {
  const event = await findSeating(db, slug)
  if (!event) return null
  const blocks = await Promise.all(
    Array.from({ length: event.blockCount }, (_, block) => seatsObject(env, event.id, block).claims(now)),
  )
  return blocks.flat()
}

/** Returns null for an unknown event. */
export async function countSeats(env: Env, db: Database, slug: string, now: number): Promise<EventSeatCount | null> {
  const event = await findSeating(db, slug)
  if (!event) return null
  const blocks = await Promise.all(
    Array.from({ length: event.blockCount }, async (_, block) => {
      const object = seatsObject(env, event.id, block)
      const counts = await object.counts(event.plan, now)
      const { faults } = await object.audit(now)
      return { counts, faults }
    }),
  )
  return blocks.reduce<EventSeatCount>(
    (sum, { counts, faults }) => ({
      total: sum.total + counts.total,
      free: sum.free + counts.free,
      held: sum.held + counts.held,
      sold: sum.sold + counts.sold,
      orphaned: sum.orphaned + counts.orphaned,
      faults: [...sum.faults, ...faults],
    }),
    { total: 0, free: 0, held: 0, sold: 0, orphaned: 0, faults: [] },
  )
}

async function findSeating(db: Database, slug: string) {
  const [event] = await db
    .select({
      id: events.id,
      plan: { key: events.seatPlanKey, version: events.seatPlanVersion },
      blockCount: events.blockCount,
    })
    .from(events)
    .where(eq(events.slug, slug))
  return event
}
