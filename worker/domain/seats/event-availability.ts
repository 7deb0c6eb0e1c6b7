/**
 * One event's availability out of its objects' snapshots. A browser tells the version it has, a number for each object;
 * where every object still knows what changed since, the answer is those changes, else all seats. An answer never takes
 * an object's version back: a browser may have seen a newer snapshot elsewhere.
 */
import { type AvailabilityAnswer, seatStateAt, seatsToText } from '../../../schema/availability.ts'
import type { Availability, PlanName } from './seat-hold.ts'

export type EventAvailability = {
  /** Epoch milliseconds before the first object was asked. */
  takenAt: number
  plan: PlanName
  versions: number[]
  seats: Uint8Array
  areas: { sectionId: string; left: number }[]
  categories: { number: number; left: number }[]
  changes: Availability['changes'][]
}

/** Throws without blocks; they must be of one plan. */
export function joinBlocks(blocks: readonly Availability[], takenAt: number): EventAvailability {
  const [first] = blocks
  if (!first) throw new Error('an event has at least one block')
  const seats = Uint8Array.from(first.seats)
  for (const block of blocks)
    for (const [place, byte] of block.seats.entries()) seats[place] = (seats[place] ?? 0) & byte
  const left = new Map<number, number>()
  for (const { number, left: more } of blocks.flatMap(({ categories }) => categories)) {
    left.set(number, (left.get(number) ?? 0) + more)
  }
  return {
    takenAt,
    plan: first.plan,
    versions: blocks.map(({ version }) => version),
    seats,
    areas: blocks.flatMap(({ allotments }) => allotments.map(({ sectionId, left }) => ({ sectionId, left }))),
    categories: [...left].map(([number, free]) => ({ number, left: free })),
    changes: blocks.map(({ changes }) => changes),
  }
}

export function versionOf({ versions }: Pick<EventAvailability, 'versions'>): string {
  return versions.join('.')
}

/** `since` is a version that a browser names; what is no such counts as none. */
export function answerSince(event: EventAvailability, since: string | undefined): AvailabilityAnswer {
  const { plan, areas, categories } = event
  const known = since === undefined ? [] : since.split('.').map(Number)
  const changes = known.length === event.versions.length ? changesAfter(event, known) : null
  const common = {
    plan: plan.key,
    areas: Object.fromEntries(areas.map(({ sectionId, left }) => [sectionId, left])),
    categories: Object.fromEntries(categories.map(({ number, left }) => [number, left])),
  }
  if (changes === null) return { version: versionOf(event), ...common, seats: seatsToText(event.seats) }
  const versions = event.versions.map((version, block) => Math.max(version, known[block] ?? 0))
  return { version: versionOf({ versions }), ...common, changes }
}

/** Null where an object no longer knows, or all seats are shorter. */
function changesAfter({ seats, changes }: EventAvailability, known: number[]): number[] | null {
  const changed = new Set<number>()
  for (const [block, log] of changes.entries()) {
    const from = known[block] ?? Number.NaN
    if (!(from >= log.since)) return null
    for (const [place, seat] of log.seats.entries()) if ((log.versions[place] ?? 0) > from) changed.add(seat)
  }
  // An entry takes about eight characters, a byte of the whole four thirds.
  if (changed.size * 6 > seats.length + 60) return null
  return [...changed].sort((a, b) => a - b).flatMap((seat) => [seat, seatStateAt(seats, seat)])
}
