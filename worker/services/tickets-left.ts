/**
 * How many tickets of an event are free, for the fans who wait for it. They need no answer of this second, so an isolate
 * asks seldom, and what it asks is the answer that the seat map shares (`seat-availability`).
 */
import { openDatabase } from '../db/database.ts'
import { seatSourceById } from '../db/event.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'
import { eventAvailability } from './seat-availability.ts'

const FRESH_MS = 5_000
const KEPT = 100

const known = new Map<string, { at: number; left: number | null }>()

/** Free seats and places; null where nobody can say. Carts and unpaid orders may still give some back. */
export async function ticketsLeft(env: Env, eventId: string, now: number): Promise<number | null> {
  const before = known.get(eventId)
  if (before && now >= before.at && now - before.at < FRESH_MS) return before.left
  // Others who come while this request asks are told what was true before.
  keep(eventId, { at: now, left: before?.left ?? null })
  const left = await countFree(env, eventId, now)
  keep(eventId, { at: now, left })
  return left
}

async function countFree(env: Env, eventId: string, now: number): Promise<number | null> {
  try {
    const [source] = await seatSourceById(openDatabase(env.DB), eventId)
    if (!source) return null
    const { categories } = await eventAvailability(env, { id: eventId, ...source }, now)
    return categories.reduce((sum, { left }) => sum + left, 0)
  } catch (error) {
    log('warn', 'free tickets not counted', { eventId, error: reasonOf(error) })
    return null
  }
}

function keep(eventId: string, counted: { at: number; left: number | null }): void {
  known.delete(eventId)
  known.set(eventId, counted)
  const oldest = known.keys().next().value
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
}
