/**
 * Builds the availability that a block publishes. Its `changes` list the seats that changed since an earlier version. A
 * browser that has this version or a newer one needs only these changes. A free seat that distancing keeps empty is
 * published as closed.
 */
import { closedSeats, putSeatState, SEAT_STATE, seatStateAt } from '../../../schema/availability.ts'
import { RESERVED_FLAGS } from '../../../schema/seat-map.ts'
import { CategoryCount } from './category-count.ts'
import { seatIsOpen } from './distancing.ts'
import type { Availability } from './seat-hold.ts'
import type { SeatLedger } from './seat-ledger.ts'

/** In an answer, this many changes take about as much space as the full list of 20,000 seats. */
const MAX_CHANGES = 800

/** `before` is the previous snapshot; null if there is none. The function does not modify it. */
export function snapshotOf(ledger: SeatLedger, before: Availability | null): Availability {
  const { plan, name, areaIndex, seatIndex } = ledger.layout
  const seats = closedSeats(plan.seats.length)
  // A category without seats and areas counts as sold out, so that no price range names a price that nobody can pay.
  const count = new CategoryCount(plan.categories)
  for (const seat of seatIndex.values()) {
    const state = stateOf(ledger, seat)
    putSeatState(seats, seat, state)
    const [, , , , category = 0, flags = 0] = plan.seats[seat] ?? []
    const left = state === SEAT_STATE.free ? 1 : 0
    count.add(category, left, flags & RESERVED_FLAGS ? left : 0)
  }
  const allotments = [...areaIndex].map(([sectionId, index]) => ({
    sectionId,
    category: plan.allotments[index]?.category ?? 0,
    left: Math.max(0, ledger.left[index] ?? 0),
  }))
  for (const { category, left } of allotments) count.add(category, left)
  const categories = count.list()
  const { version } = ledger
  const changes = changesSince(before, { version, plan: name, seats })
  return { version, plan: name, seats, allotments, categories, changes }
}

function stateOf(ledger: SeatLedger, seat: number): number {
  const state = ledger.state[seat] ?? SEAT_STATE.closed
  return state === SEAT_STATE.free && !seatIsOpen(ledger, seat, null) ? SEAT_STATE.closed : state
}

/**
 * Returns the previous changes plus the new ones. If the list is too long, all changes of its oldest versions are
 * dropped. With a new plan, the list starts empty.
 */
function changesSince(
  before: Availability | null,
  now: Pick<Availability, 'version' | 'plan' | 'seats'>,
): Availability['changes'] {
  if (before?.plan.key !== now.plan.key) return { since: now.version, seats: [], versions: [] }
  const seats = [...before.changes.seats]
  const versions = [...before.changes.versions]
  for (const [index, byte] of now.seats.entries()) {
    if (byte === before.seats[index]) continue
    for (let seat = index * 4; seat < index * 4 + 4; seat++) {
      if (seatStateAt(now.seats, seat) === seatStateAt(before.seats, seat)) continue
      seats.push(seat)
      versions.push(now.version)
    }
  }
  let since = before.changes.since
  let first = 0
  while (seats.length - first > MAX_CHANGES) {
    since = versions[first] ?? now.version
    while (versions[first] === since) first++
  }
  return { since, seats: seats.slice(first), versions: versions.slice(first) }
}
