/**
 * What is free, the same answer for everybody. However many look, an isolate asks an event's objects at most once a
 * second, and a location's isolates share what one of them was told: first the isolate's memory is asked, then the
 * location's cache, then the objects. While one request asks, the others get the answer before, or wait for the first one.
 * A change is therefore known here a second after it was made.
 */
import { SEAT_STATE, seatStateAt, seatsFromText, seatsToText } from '../../schema/availability.ts'
import { type EventAvailability, joinBlocks, versionOf } from '../domain/event-availability.ts'
import type { Availability, PlanName } from '../domain/seat-hold.ts'
import type { Env } from '../env.ts'
import { keepJson, recallJson } from '../integrations/edge-cache.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { seatsObject } from './seat-objects.ts'

export type SeatSource = { id: string; plan: PlanName; blockCount: number }
type SeatsEnv = Pick<Env, 'EVENT_SEATS' | 'JURISDICTION' | 'BUCKET'>

export type FreeSeats = {
  version: string
  seatIds: string[]
  sections: { sectionId: string; left: number }[]
  categories: { number: number; left: number }[]
}

const FRESH_MS = 1_000
/** While one request asks, others are served what is this old at most. */
const STALE_MS = 3_000
const KEPT = 200

/** How often somebody who came too late to ask looks whether the answer is there: together as long as an answer is fresh. */
const LOOK_MS = 25

type Stored = Omit<EventAvailability, 'seats'> & { seats: string }

const known = new Map<string, EventAvailability>()
/** Since when a request asks about the event: a promise of one request must not be awaited by another. */
const asking = new Map<string, number>()
const listed = new WeakMap<EventAvailability, FreeSeats>()

/** Milliseconds until another answer can be had. */
export function freshIn({ takenAt }: EventAvailability, now: number): number {
  return Math.min(FRESH_MS, Math.max(0, takenAt + FRESH_MS - now))
}

export async function eventAvailability(env: SeatsEnv, source: SeatSource, now: number): Promise<EventAvailability> {
  for (let look = 0; look < FRESH_MS / LOOK_MS; look++) {
    const isAsked = now - (asking.get(source.id) ?? Number.NEGATIVE_INFINITY) < FRESH_MS
    const event = known.get(source.id)
    const age = event ? now - event.takenAt : Number.NaN
    if (event && age >= 0 && age < (isAsked ? STALE_MS : FRESH_MS)) return event
    if (!isAsked) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  asking.set(source.id, now)
  try {
    const event = (await fromLocation(source, now)) ?? (await fromObjects(env, source, now))
    keep(source.id, event)
    return event
  } finally {
    asking.delete(source.id)
  }
}

function keep(eventId: string, event: EventAvailability): void {
  known.delete(eventId)
  known.set(eventId, event)
  const oldest = known.keys().next().value
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
}

function cacheKey({ id }: SeatSource): string {
  return `availability/${id}`
}

async function fromLocation(source: SeatSource, now: number): Promise<EventAvailability | null> {
  const stored = await recallJson<Stored>(cacheKey(source))
  if (!stored || now - stored.takenAt >= FRESH_MS || now < stored.takenAt) return null
  return { ...stored, seats: seatsFromText(stored.seats) }
}

async function fromObjects(env: SeatsEnv, source: SeatSource, now: number): Promise<EventAvailability> {
  const ask = (plan: PlanName): Promise<Availability[]> =>
    Promise.all(
      Array.from({ length: source.blockCount }, (_, block) =>
        seatsObject(env, source.id, block).availability(plan, now),
      ),
    )
  const blocks = await ask(source.plan)
  // During a change of plans some objects may have the new one already: then all are asked for that.
  const newest = blocks.map(({ plan }) => plan).reduce((a, b) => (b.version > a.version ? b : a), source.plan)
  const isMixed = blocks.some(({ plan }) => plan.key !== newest.key)
  const event = joinBlocks(isMixed ? await ask(newest) : blocks, now)
  const stored: Stored = { ...event, seats: seatsToText(event.seats) }
  await keepJson(cacheKey(source), stored, FRESH_MS / 1000)
  return event
}

/** The specification's form: ids, out of the same answer. */
export async function freeSeats(env: SeatsEnv, source: SeatSource, now: number): Promise<FreeSeats> {
  const event = await eventAvailability(env, source, now)
  const before = listed.get(event)
  if (before) return before
  const plan = await loadSeatPlan(env.BUCKET, event.plan.key)
  const seatIds = plan.seats.flatMap(([id], index) => (seatStateAt(event.seats, index) === SEAT_STATE.free ? [id] : []))
  const free = { version: versionOf(event), seatIds, sections: event.areas, categories: event.categories }
  listed.set(event, free)
  return free
}
