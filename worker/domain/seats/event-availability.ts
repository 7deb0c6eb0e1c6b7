/**
 * Joins the snapshots of an event's blocks into the event's availability. A browser sends the version that it has, one
 * number per block. If every block's change log reaches back to that version, the answer lists only the changed seats.
 * If not, or if a full list is shorter, it lists all seats. An answer with changes never lowers a block's version,
 * because the browser may have received a newer snapshot from another edge location.
 */
import { type AvailabilityAnswer, SEAT_STATE, seatStateAt, seatsToText } from '../../../schema/availability.ts'
import { RESERVED_FLAGS, type SeatPlan } from '../../../schema/seat-map.ts'
import { CategoryCount } from './category-count.ts'
import type { Availability, CategoryLeft, PlanName } from './seat-hold.ts'

export type EventAvailability = {
  /** Epoch milliseconds; the time before the first block was asked. */
  takenAt: number
  plan: PlanName
  versions: number[]
  seats: Uint8Array
  areas: { sectionId: string; left: number }[]
  categories: CategoryLeft[]
  changes: Availability['changes'][]
}

/** Throws if `blocks` is empty. All blocks must use the same plan. */
export function joinBlocks(blocks: readonly Availability[], takenAt: number): EventAvailability {
  const [first] = blocks
  if (!first) throw new Error('joinBlocks needs at least one block')
  const seats = Uint8Array.from(first.seats)
  for (const block of blocks)
    for (const [index, byte] of block.seats.entries()) seats[index] = (seats[index] ?? 0) & byte
  const count = new CategoryCount([])
  for (const { categories } of blocks) {
    for (const { number, left, reserved } of categories) count.add(number, left, reserved)
  }
  return {
    takenAt,
    plan: first.plan,
    versions: blocks.map(({ version }) => version),
    seats,
    areas: blocks.flatMap(({ allotments }) => allotments.map(({ sectionId, left }) => ({ sectionId, left }))),
    categories: count.list(),
    changes: blocks.map(({ changes }) => changes),
  }
}

/**
 * The tickets left in each category. With a forced section (`force_section`), only tickets of that section count, and `plan`
 * must be the plan of the availability.
 */
export function categoriesLeft(
  { categories, seats, areas }: Pick<EventAvailability, 'categories' | 'seats' | 'areas'>,
  plan: SeatPlan | null,
  section: string | null,
): EventAvailability['categories'] {
  if (plan === null || section === null) return categories
  const count = new CategoryCount(categories)
  for (const [index, [, at, , , category, flags]] of plan.seats.entries()) {
    const isFree = plan.sections[at]?.id === section && seatStateAt(seats, index) === SEAT_STATE.free
    if (isFree) count.add(category, 1, flags & RESERVED_FLAGS ? 1 : 0)
  }
  for (const { sectionId, category } of plan.allotments) {
    if (sectionId === section) count.add(category, areas.find((area) => area.sectionId === section)?.left ?? 0)
  }
  return count.list()
}

export function versionOf({ versions }: Pick<EventAvailability, 'versions'>): string {
  return versions.join('.')
}

/** `since` is the version that a browser sent. A malformed version counts as missing. */
export function answerSince(event: EventAvailability, since: string | undefined): AvailabilityAnswer {
  const { plan, areas, categories } = event
  const from = since === undefined ? [] : since.split('.').map(Number)
  const changes = from.length === event.versions.length ? changesAfter(event, from) : null
  const common = {
    plan: plan.key,
    areas: Object.fromEntries(areas.map(({ sectionId, left }) => [sectionId, left])),
    categories: Object.fromEntries(categories.map(({ number, left }) => [number, left])),
  }
  if (changes === null) return { version: versionOf(event), ...common, seats: seatsToText(event.seats) }
  const versions = event.versions.map((version, block) => Math.max(version, from[block] ?? 0))
  return { version: versionOf({ versions }), ...common, changes }
}

/**
 * Returns pairs of seat and state. Returns null if a block's log does not reach back to `since`, or if a full list is
 * shorter.
 */
function changesAfter({ seats, changes }: EventAvailability, since: number[]): number[] | null {
  const changed = new Set<number>()
  for (const [block, log] of changes.entries()) {
    const from = since[block] ?? Number.NaN
    if (!Number.isSafeInteger(from) || from < log.since) return null
    for (const [entry, seat] of log.seats.entries()) if ((log.versions[entry] ?? 0) > from) changed.add(seat)
  }
  // A change takes about eight characters as JSON; a byte of the full list takes 4/3 of a character in base64.
  if (changed.size * 6 > seats.length + 60) return null
  return [...changed].sort((a, b) => a - b).flatMap((seat) => [seat, seatStateAt(seats, seat)])
}
