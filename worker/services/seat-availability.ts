/**
 * Reads an event's availability, which is the same for everyone, through the cache tiers of public answers. However many
 * visitors look at an event, one isolate per location asks the event's objects about once a second. The other isolates get
 * that answer or the previous one.
 */
import { SEAT_STATE, seatStateAt, seatsFromText, seatsToText } from '../../schema/availability.ts'
import { categoriesLeft, type EventAvailability, joinBlocks, versionOf } from '../domain/seats/event-availability.ts'
import type { Availability, CategoryLeft, PlanName } from '../domain/seats/seat-hold.ts'
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
  categories: CategoryLeft[]
}

/** A browser caches an answer until the answer is this old. */
const FRESH_MS = 1_000
/** If the objects are unreachable, the last answer is sent until it is `lastMs` old. Holds never use cached answers. */
const LIFETIME: Lifetime = { freshMs: 600, staleMs: FRESH_MS, lastMs: 10_000 }

type Stored = Omit<EventAvailability, 'seats'> & { seats: string }

const read = new WeakMap<Entry, EventAvailability>()
const listed = new WeakMap<EventAvailability, FreeSeats>()

/** Milliseconds until a newer answer is available. */
export function freshForMs({ takenAt }: EventAvailability, now: number): number {
  return Math.min(FRESH_MS, Math.max(0, takenAt + FRESH_MS - now))
}

/** Throws if the objects are unreachable and no usable answer is cached. */
export async function eventAvailability(request: Asker, source: SeatSource): Promise<EventAvailability> {
  const lifetime = lifetimeOfIsolate(LIFETIME, shareOfIsolate())
  const entry = await edgeCache.read({
    key: `availability/${source.id}`,
    keepSeconds: LIFETIME.lastMs / 1000,
    judge: ({ at }, now) => stateByAge(at, lifetime, now),
    fill: async () => {
      const event = await readAvailability(request.env, source, Date.now())
      const stored: Stored = { ...event, seats: seatsToText(event.seats) }
      return { entry: jsonEntry({ version: 0, at: event.takenAt }, stored), keep: true, isFault: false }
    },
    waitUntil: request.waitUntil,
  })
  const parsed = read.get(entry)
  if (parsed) return parsed
  const stored = jsonOf<Stored>(entry)
  const event = { ...stored, seats: seatsFromText(stored.seats) }
  read.set(entry, event)
  return event
}

/** Asks the event's objects, without a cache. Throws if they are unreachable. */
async function readAvailability(env: SeatsEnv, source: SeatSource, now: number): Promise<EventAvailability> {
  const ask = (plan: PlanName): Promise<Availability[]> =>
    Promise.all(
      Array.from({ length: source.blockCount }, (_, block) =>
        seatsObject(env, source.id, block).availability(plan, now),
      ),
    )
  const blocks = await ask(source.plan)
  // While the plan changes, some objects may already have the new plan. All objects are then asked for the newest plan.
  const newest = blocks.map(({ plan }) => plan).reduce((a, b) => (b.version > a.version ? b : a), source.plan)
  const isMixed = blocks.some(({ plan }) => plan.key !== newest.key)
  return joinBlocks(isMixed ? await ask(newest) : blocks, now)
}

type LimitedSource = SeatSource & { meta: { force_section?: string | undefined } }

/** Counts the tickets left in each category, without a cache. Throws if the event's objects are unreachable. */
export async function readCategoriesLeft(env: SeatsEnv, event: LimitedSource, now: number): Promise<CategoryLeft[]> {
  return categoriesOf(env, event, await readAvailability(env, event, now))
}

/** Like `readCategoriesLeft`, but with the answer that visitors get. Throws if no usable answer is cached either. */
export async function cachedCategoriesLeft(request: Asker, event: LimitedSource): Promise<CategoryLeft[]> {
  return categoriesOf(request.env, event, await eventAvailability(request, event))
}

async function categoriesOf(
  env: SeatsEnv,
  event: LimitedSource,
  availability: EventAvailability,
): Promise<CategoryLeft[]> {
  const section = event.meta.force_section ?? null
  const plan = section === null ? null : await loadSeatPlan(env.BUCKET, availability.plan.key)
  return categoriesLeft(availability, plan, section)
}

/** The ids of the free seats, and the number of tickets left in areas and categories, from the same snapshot. */
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
