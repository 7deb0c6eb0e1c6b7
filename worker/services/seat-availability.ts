/**
 * What is free, the same answer for everybody, in the tiers of every shared answer: however many look, one isolate of a
 * location asks an event's objects about once a second, and the others get what it was told, or the answer before. A change
 * is therefore known everywhere a second after it was made.
 */
import { SEAT_STATE, seatStateAt, seatsFromText, seatsToText } from '../../schema/availability.ts'
import { type EventAvailability, joinBlocks, versionOf } from '../domain/seats/event-availability.ts'
import type { Availability, PlanName } from '../domain/seats/seat-hold.ts'
import type { Env } from '../env.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { type Lifetime, lifetimeOfIsolate, stateByAge } from './cache/cache-lifetime.ts'
import { edgeCache, jsonEntry, jsonOf, shareOfIsolate } from './cache/edge-tiers.ts'
import type { Entry, Question } from './cache/tiered-cache.ts'
import { seatsObject } from './seat-objects.ts'

export type SeatSource = { id: string; plan: PlanName; blockCount: number }
type SeatsEnv = Pick<Env, 'EVENT_SEATS' | 'JURISDICTION' | 'BUCKET'>
type Asker = Pick<Question, 'waitUntil'> & { env: SeatsEnv }

export type FreeSeats = {
  version: string
  seatIds: string[]
  sections: { sectionId: string; left: number }[]
  categories: { number: number; left: number }[]
}

/** How long the browser keeps an answer. */
const FRESH_MS = 1_000
/** Where the objects are out of reach, the last answer is shown for so long: a hold decides for itself. */
const LIFETIME: Lifetime = { freshMs: 600, staleMs: FRESH_MS, lastMs: 10_000 }

type Stored = Omit<EventAvailability, 'seats'> & { seats: string }

const read = new WeakMap<Entry, EventAvailability>()
const listed = new WeakMap<EventAvailability, FreeSeats>()

/** Milliseconds until another answer can be had. */
export function freshIn({ takenAt }: EventAvailability, now: number): number {
  return Math.min(FRESH_MS, Math.max(0, takenAt + FRESH_MS - now))
}

/** Throws where the objects are out of reach and nothing is known that could stand in. */
export async function eventAvailability(request: Asker, source: SeatSource): Promise<EventAvailability> {
  const lifetime = lifetimeOfIsolate(LIFETIME, shareOfIsolate())
  const entry = await edgeCache.read({
    key: `availability/${source.id}`,
    keepSeconds: LIFETIME.lastMs / 1000,
    judge: ({ at }, now) => stateByAge(at, lifetime, now),
    fill: async () => {
      const event = await fromObjects(request.env, source, Date.now())
      const stored: Stored = { ...event, seats: seatsToText(event.seats) }
      return { entry: jsonEntry({ version: 0, at: event.takenAt }, stored), keep: true, isFault: false }
    },
    waitUntil: request.waitUntil,
  })
  const known = read.get(entry)
  if (known) return known
  const stored = jsonOf<Stored>(entry)
  const event = { ...stored, seats: seatsFromText(stored.seats) }
  read.set(entry, event)
  return event
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
  return joinBlocks(isMixed ? await ask(newest) : blocks, now)
}

/** The ids of the free seats and what is left of areas and categories, derived from the same snapshot. */
export async function freeSeats(request: Asker, source: SeatSource): Promise<FreeSeats> {
  const event = await eventAvailability(request, source)
  const before = listed.get(event)
  if (before) return before
  const plan = await loadSeatPlan(request.env.BUCKET, event.plan.key)
  const seatIds = plan.seats.flatMap(([id], index) => (seatStateAt(event.seats, index) === SEAT_STATE.free ? [id] : []))
  const free = { version: versionOf(event), seatIds, sections: event.areas, categories: event.categories }
  listed.set(event, free)
  return free
}
