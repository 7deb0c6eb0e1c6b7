/**
 * Choosing seats. Best available (SEAT-12) takes n seats side by side: front rows first, in a row the middle first, and
 * splits over neighbouring rows only where no n stand together. A choice that leaves a lone free seat (SEAT-07) moves
 * within its run to the nearest place that does not; where none exists it stays. Wheelchair and companion places are
 * sold only to who chose them.
 */
import { SEAT_FLAGS } from '../../../schema/seat-map.ts'
import { seatIsOpen } from './distancing.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

const RESERVED = SEAT_FLAGS.accessible | SEAT_FLAGS.companion

type SeatWish = {
  amount: number
  category: number
  /** Index of the only section that will do; null for any. */
  section: number | null
  cartId: string
  avoidSingleSeats: boolean
  /** Side by side or none. */
  together?: boolean
}

/** Neighbouring seats of a run that a wish may have; `start` is the first one's place in the run. */
type Stretch = { run: number; start: number; length: number }

/** n seats for the wish, or how many there would be. */
export function bestSeats(
  ledger: SeatLedger,
  wish: SeatWish,
): { ok: true; seats: number[] } | { ok: false; left: number } {
  const { room } = ledger
  const byRow: Stretch[][] = []
  let left = 0
  for (const row of room.rows) {
    const stretches: Stretch[] = []
    if (wish.section === null || row.section === wish.section) {
      for (const run of row.runs) stretches.push(...stretchesOf(ledger, run, wish))
    }
    const together = bestTogether(ledger, stretches, wish.amount, wish.avoidSingleSeats)
    if (together) return { ok: true, seats: together }
    byRow.push(stretches)
    left += total(stretches)
  }
  if (left < wish.amount || wish.together) return { ok: false, left }
  return { ok: true, seats: splitSeats(ledger, byRow, wish) }
}

function stretchesOf(ledger: SeatLedger, run: number, wish: SeatWish): Stretch[] {
  const stretches: Stretch[] = []
  if (ledger.freeInRun[run] === 0) return stretches
  const seats = ledger.room.runs[run]?.seats ?? []
  let length = 0
  for (let place = 0; place <= seats.length; place++) {
    const seat = seats[place]
    if (seat !== undefined && seatServes(ledger, seat, wish)) {
      length++
    } else if (length > 0) {
      stretches.push({ run, start: place - length, length })
      length = 0
    }
  }
  return stretches
}

function seatServes(ledger: SeatLedger, seat: number, { category, cartId }: SeatWish): boolean {
  const [, , , , ownCategory, flags = 0] = ledger.room.plan.seats[seat] ?? []
  return ownCategory === category && (flags & RESERVED) === 0 && seatIsOpen(ledger, seat, cartId)
}

/** The window of `amount` seats nearest to its row's middle, if one avoids it without a new lone seat. */
function bestTogether(
  ledger: SeatLedger,
  stretches: Stretch[],
  amount: number,
  avoidSingleSeats: boolean,
): number[] | null {
  const windows = stretches
    .flatMap(({ run, start, length }) =>
      Array.from({ length: Math.max(0, length - amount + 1) }, (_, step) => ({ run, start: start + step })),
    )
    .map((window) => ({ ...window, distance: distanceFromMiddle(ledger, window.run, window.start, amount) }))
    .sort((a, b) => a.distance - b.distance)
  const seatsOf = ({ run, start }: { run: number; start: number }) =>
    ledger.room.runs[run]?.seats.slice(start, start + amount) ?? []
  const [nearest] = windows
  if (!nearest) return null
  const tidy = avoidSingleSeats
    ? windows.find((window) => newSingles(ledger, window.run, seatsOf(window)) === 0)
    : nearest
  return seatsOf(tidy ?? nearest)
}

function distanceFromMiddle({ room }: SeatLedger, run: number, start: number, amount: number): number {
  const { offset = 0, row = 0 } = room.runs[run] ?? {}
  return Math.abs(2 * (offset + start) + amount - (room.rows[row]?.length ?? 0))
}

function total(stretches: Stretch[]): number {
  return stretches.reduce((sum, { length }) => sum + length, 0)
}

/** The smallest group of neighbouring rows with room for all, of one section if any, in as few pieces as it allows. */
function splitSeats(ledger: SeatLedger, byRow: Stretch[][], { amount, avoidSingleSeats }: SeatWish): number[] {
  const sectionOf = (row: number) => ledger.room.rows[row]?.section
  const { from, to } = smallestGroup(byRow.map(total), amount, (a, b) => sectionOf(a) === sectionOf(b)) ??
    smallestGroup(byRow.map(total), amount, () => true) ?? { from: 0, to: byRow.length }
  const pieces = byRow.slice(from, to).flat()
  pieces.sort((a, b) => b.length - a.length)
  const seats: number[] = []
  for (const piece of pieces) {
    const missing = amount - seats.length
    if (missing === 0) break
    seats.push(...(bestTogether(ledger, [piece], Math.min(missing, piece.length), avoidSingleSeats) ?? []))
  }
  return seats
}

function smallestGroup(
  sizes: number[],
  amount: number,
  mayJoin: (a: number, b: number) => boolean,
): { from: number; to: number } | null {
  let best: { from: number; to: number } | null = null
  let from = 0
  let sum = 0
  for (const [row, size] of sizes.entries()) {
    if (!mayJoin(from, row)) {
      from = row
      sum = 0
    }
    sum += size
    while (sum - (sizes[from] ?? 0) >= amount) {
      sum -= sizes[from] ?? 0
      from++
    }
    if (sum >= amount && (best === null || row + 1 - from < best.to - best.from)) best = { from, to: row + 1 }
  }
  return best
}

/** Lone free seats of the run that taking `seats` would make; those that stand alone already do not count. */
function newSingles(ledger: SeatLedger, run: number, seats: readonly number[], vacated?: ReadonlySet<Claim>): number {
  const open = openPlaces(ledger, run, vacated)
  const after = [...open]
  for (const seat of seats) {
    const place = ledger.room.placeInRun[seat] ?? 0
    after.fill(false, Math.max(0, place - ledger.distance), place + ledger.distance + 1)
  }
  return after.filter((_, place) => standsAlone(after, place) && !standsAlone(open, place)).length
}

function openPlaces(ledger: SeatLedger, run: number, vacated?: ReadonlySet<Claim>): boolean[] {
  return (ledger.room.runs[run]?.seats ?? []).map((seat) => seatIsOpen(ledger, seat, null, vacated))
}

function standsAlone(row: readonly boolean[], place: number): boolean {
  return row[place] === true && !row[place - 1] && !row[place + 1]
}

/**
 * Where the cart's other seats go when it gives `freed` back: in a run in which that leaves a new lone seat, they move to
 * the nearest places that avoid it, or stay where none do. None moves to a seat that the fan has just given up. Only seats
 * that move are named. `own` are the cart's other holds.
 */
export function closeGaps(
  ledger: SeatLedger,
  freed: readonly Claim[],
  own: readonly Claim[],
  cartId: string,
): Map<Claim, number> {
  const moved = new Map<Claim, number>()
  const seatOf = (claim: Claim) => (claim.kind === 'seat' ? (ledger.room.seatIndex.get(claim.place) ?? -1) : -1)
  const runOf = (claim: Claim) => ledger.room.runOf[seatOf(claim)] ?? -1
  for (const run of new Set(freed.map(runOf))) {
    const others = own.filter((claim) => runOf(claim) === run)
    if (run < 0 || others.length === 0) continue
    const [before, after] = [openPlaces(ledger, run), openPlaces(ledger, run, new Set(freed))]
    if (!after.some((_, place) => standsAlone(after, place) && !standsAlone(before, place))) continue
    const placed = others.map((claim) => ({ claim, place: ledger.room.placeInRun[seatOf(claim)] ?? 0 }))
    placed.sort((a, b) => a.place - b.place)
    const places = placed.map(({ place }) => place)
    const leaving = { own: new Set(others), all: new Set([...freed, ...others]) }
    const better = nearestTidyPlaces(ledger, run, places, cartId, leaving)
    for (const [index, { claim, place }] of placed.entries()) {
      const next = better[index] ?? place
      if (next !== place) moved.set(claim, ledger.room.runs[run]?.seats[next] ?? -1)
    }
  }
  return moved
}

/** The chosen seats, each run's part moved where that avoids a new lone seat; the order of the choice is kept. */
export function avoidSingles(ledger: SeatLedger, chosen: readonly number[], cartId: string): number[] {
  const byRun = new Map<number, number[]>()
  for (const seat of chosen) {
    const run = ledger.room.runOf[seat] ?? -1
    byRun.set(run, [...(byRun.get(run) ?? []), seat])
  }
  const moved = new Map<number, number>()
  for (const [run, seats] of byRun) {
    const places = seats.map((seat) => ledger.room.placeInRun[seat] ?? 0).sort((a, b) => a - b)
    const better = newSingles(ledger, run, seats) === 0 ? places : nearestTidyPlaces(ledger, run, places, cartId)
    const members = ledger.room.runs[run]?.seats ?? []
    for (const [index, place] of places.entries()) {
      moved.set(members[place] ?? -1, members[better[index] ?? place] ?? -1)
    }
  }
  return chosen.map((seat) => moved.get(seat) ?? seat)
}

/**
 * Candidates are the chosen pattern moved as it is, and as many seats side by side; nearest first. Of claims that leave
 * their seats, `own` may be seated there again, and `all` count as gone where a lone seat is looked for.
 */
function nearestTidyPlaces(
  ledger: SeatLedger,
  run: number,
  places: number[],
  cartId: string,
  leaving?: { own: ReadonlySet<Claim>; all: ReadonlySet<Claim> },
): number[] {
  const members = ledger.room.runs[run]?.seats ?? []
  const [first = 0] = places
  const candidates: number[][] = []
  for (let start = 0; start < members.length; start++) {
    candidates.push(places.map((place) => place - first + start))
    candidates.push(places.map((_, index) => start + index))
  }
  const way = (candidate: number[]) =>
    candidate.reduce((sum, place, index) => sum + Math.abs(place - (places[index] ?? 0)), 0)
  const seatsAt = (candidate: number[]) => candidate.map((place) => members[place] ?? -1)
  const kindOf = (seat: number | undefined) => {
    const [, , , , category, flags = 0] = ledger.room.plan.seats[seat ?? -1] ?? []
    return category === undefined ? null : `${category}/${flags & RESERVED}`
  }
  const tidy = candidates
    .map((candidate) => ({ candidate, way: way(candidate) }))
    .sort((a, b) => a.way - b.way)
    .find(({ candidate }) => {
      const seats = seatsAt(candidate)
      return (
        seats.every((seat, index) => kindOf(seat) === kindOf(members[places[index] ?? -1])) &&
        seats.every((seat) => seatIsOpen(ledger, seat, cartId, leaving?.own)) &&
        newSingles(ledger, run, seats, leaving?.all) === 0
      )
    })
  return tidy?.candidate ?? places
}
