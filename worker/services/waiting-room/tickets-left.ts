/**
 * The number of free tickets of an event, for the waiting screen. The number need not be exact to the second, so each
 * isolate and each location caches a count for five seconds. A new count uses the availability that is cached for the seat
 * map (`seat-availability`).
 */
import { seatSourceById } from '../../db/event.ts'
import { BoundedMap } from '../../domain/memory/bounded-map.ts'
import { cacheJson, readCachedJson } from '../../integrations/edge-cache.ts'
import { shareOf } from '../cache/cache-lifetime.ts'
import type { EdgeRequest } from '../cache/edge-tiers.ts'
import { readCatalogueState, readOfVersion } from '../catalogue-state.ts'
import { log, reasonOf } from '../log.ts'
import { eventAvailability, type SeatSource } from '../seat-availability.ts'

const FRESH_MS = 5_000

type Counted = { at: number; left: number | null }

const counts = new BoundedMap<string, Counted>('free tickets of events', 100)

/** Number of free tickets; null if unknown. Carts and unpaid orders may still release more. */
export async function ticketsLeft(request: EdgeRequest, eventId: string, now: number): Promise<number | null> {
  const before = counts.get(eventId)
  if (before && isFresh(before, now)) return before.left
  // Requests that arrive during the count get the previous number.
  counts.set(eventId, { at: now, left: before?.left ?? null })
  const counted = await countInLocation(request, eventId, now)
  counts.set(eventId, counted)
  return counted.left
}

function isFresh({ at }: Counted, now: number): boolean {
  return now >= at && now - at < FRESH_MS
}

async function countInLocation(request: EdgeRequest, eventId: string, now: number): Promise<Counted> {
  const key = `left/${eventId}`
  try {
    const shared = await readCachedJson<Counted>(key)
    if (shared && isFresh(shared, now)) return shared
    const counted = { at: now, left: await countFree(request, eventId) }
    await cacheJson(key, counted, FRESH_MS / 1000)
    return counted
  } catch (error) {
    log('warn', 'could not count free tickets', { eventId, error: reasonOf(error) })
    return { at: now, left: null }
  }
}

async function countFree(request: EdgeRequest, eventId: string): Promise<number | null> {
  const state = await readCatalogueState(request)
  const key = `seats-of/${eventId}`
  const source = await readOfVersion<Omit<SeatSource, 'id'> | null>(
    request,
    state,
    key,
    shareOf(key),
    async (db, reads) => (await reads.ask(seatSourceById(db, eventId)))[0] ?? null,
  )
  if (!source) return null
  const { categories } = await eventAvailability(request, { id: eventId, ...source })
  return categories.reduce((sum, { left }) => sum + left, 0)
}
