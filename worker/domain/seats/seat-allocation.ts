/**
 * Seat allocation. Best available (SEAT-12) picks n adjacent seats: next to the cart's own seats, or else with the best view.
 * Without views, it picks front rows first, and the middle of a row first. If no row has n adjacent seats, it splits the
 * group within a row or over the fewest neighbouring rows, again those with the best view. Seats that a fan chooses
 * move within their run to the nearest position that leaves no new single free seat (SEAT-07). If there is no such
 * position, they stay. Wheelchair and companion seats are sold only to fans who choose them.
 */
import { RESERVED_FLAGS } from '../../../schema/seat-map.ts'
import { seatIsOpen } from './distancing.ts'
import type { SeatFit } from './seat-hold.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

type SeatCriteria = {
  amount: number
  category: number
  /** Index of the required section; null for any. */
  section: number | null
  cartId: string
  avoidSingleSeats: boolean
  /** If true, the group is refused rather than split. */
  together?: boolean
}

/** Adjacent seats of a run that meet the criteria. `start` is the position of the first seat in the run. */
type Stretch = { run: number; start: number; length: number }

/**
 * Returns the best seats. If the whole group cannot be seated, returns the number of free seats that meet the criteria.
 */
export function bestSeats(
  ledger: SeatLedger,
  criteria: SeatCriteria,
): { ok: true; seats: number[]; fit: SeatFit } | { ok: false; left: number } {
  const { layout } = ledger
  const found = (seats: number[], { beside = false, together = true } = {}) => ({
    ok: true as const,
    seats,
    fit: { beside, together, view: meanView(ledger, seats) },
  })
  const beside = seatsBesideOwn(ledger, criteria)
  if (beside) return found(beside, { beside: true })
  const byRow: Stretch[][] = layout.rows.map(() => [])
  let best: { seats: number[]; view: number } | null = null
  let left = 0
  for (const index of layout.rowsByView) {
    const row = layout.rows[index]
    if (!row) continue
    // No seat of this row or of a later one has a better view. Without views, the first row with enough seats is the best.
    if (best && row.bestView >= best.view) break
    const stretches: Stretch[] = []
    if (criteria.section === null || row.section === criteria.section) {
      for (const run of row.runs) stretches.push(...stretchesOf(ledger, run, criteria))
    }
    const seats = bestTogether(ledger, stretches, criteria.amount, criteria.avoidSingleSeats)
    const view = seats ? meanView(ledger, seats) : 0
    if (seats && (best === null || view < best.view)) best = { seats, view }
    byRow[index] = stretches
    left += total(stretches)
  }
  if (best) return found(best.seats)
  if (left < criteria.amount || criteria.together) return { ok: false, left }
  return found(splitSeats(ledger, byRow, criteria), { together: false })
}

/**
 * Returns seats directly beside seats of the same category that the cart holds, so that a group which takes one seat more
 * sits together. Returns null if there are none.
 */
function seatsBesideOwn(ledger: SeatLedger, criteria: SeatCriteria): number[] | null {
  const { layout } = ledger
  const ownByRun = new Map<number, number[]>()
  for (const claim of ledger.heldBy(criteria.cartId).values()) {
    const seat = claim.kind === 'seat' ? layout.seatIndex.get(claim.place) : undefined
    if (seat === undefined || claim.category !== criteria.category) continue
    const run = layout.runOf[seat] ?? -1
    ownByRun.set(run, [...(ownByRun.get(run) ?? []), layout.positionInRun[seat] ?? 0])
  }
  const beside = [...ownByRun].flatMap(([run, own]) => {
    const section = layout.rows[layout.runs[run]?.row ?? -1]?.section
    if (criteria.section !== null && criteria.section !== section) return []
    const { amount } = criteria
    return stretchesOf(ledger, run, criteria).flatMap(({ start, length }) =>
      [start, start + length - amount]
        .filter(
          (from) => length >= amount && own.some((position) => position === from - 1 || position === from + amount),
        )
        .map((from) => ({ run, start: from, length: amount })),
    )
  })
  return bestTogether(ledger, beside, criteria.amount, criteria.avoidSingleSeats)
}

function stretchesOf(ledger: SeatLedger, run: number, criteria: SeatCriteria): Stretch[] {
  const stretches: Stretch[] = []
  if (ledger.freeInRun[run] === 0) return stretches
  const seats = ledger.layout.runs[run]?.seats ?? []
  let length = 0
  for (let position = 0; position <= seats.length; position++) {
    const seat = seats[position]
    if (seat !== undefined && seatQualifies(ledger, seat, criteria)) {
      length++
    } else if (length > 0) {
      stretches.push({ run, start: position - length, length })
      length = 0
    }
  }
  return stretches
}

function seatQualifies(ledger: SeatLedger, seat: number, { category, cartId }: SeatCriteria): boolean {
  const [, , , , ownCategory] = ledger.layout.plan.seats[seat] ?? []
  return ownCategory === category && !isReserved(ledger, seat) && seatIsOpen(ledger, seat, cartId)
}

/**
 * Returns the `amount` adjacent seats with the best view or, without views, nearest to the row's middle. With
 * `avoidSingleSeats`, prefers seats that leave no new single seat. Returns null if no stretch is long enough.
 */
function bestTogether(
  ledger: SeatLedger,
  stretches: Stretch[],
  amount: number,
  avoidSingleSeats: boolean,
): number[] | null {
  const windows = stretches
    .flatMap(({ run, start, length }) =>
      Array.from({ length: Math.max(0, length - amount + 1) }, (_, step) => {
        const seats = ledger.layout.runs[run]?.seats.slice(start + step, start + step + amount) ?? []
        return { run, seats, rank: rankOf(ledger, run, start + step, seats) }
      }),
    )
    .sort((a, b) => a.rank - b.rank)
  const [nearest] = windows
  if (!nearest) return null
  const tidy = avoidSingleSeats ? windows.find(({ run, seats }) => newSingles(ledger, run, seats) === 0) : nearest
  return (tidy ?? nearest).seats
}

/** The rank of adjacent seats within their row. The lowest rank is the best. */
function rankOf(ledger: SeatLedger, run: number, start: number, seats: number[]): number {
  const { layout } = ledger
  if (layout.plan.views) return meanView(ledger, seats)
  const { offset = 0, row = 0 } = layout.runs[run] ?? {}
  return Math.abs(2 * (offset + start) + seats.length - (layout.rows[row]?.length ?? 0))
}

function meanView({ layout }: SeatLedger, seats: number[]): number {
  return seats.reduce((sum, seat) => sum + (layout.plan.views?.[seat] ?? 0), 0) / seats.length
}

function total(stretches: Stretch[]): number {
  return stretches.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Splits the group over the fewest neighbouring rows that have enough seats, if possible rows of one section. Of several
 * such groups of rows, the one with the best view counts or, without views, the first in the plan.
 */
function splitSeats(ledger: SeatLedger, byRow: Stretch[][], criteria: SeatCriteria): number[] {
  const sectionOf = (row: number) => ledger.layout.rows[row]?.section
  const sizes = byRow.map(total)
  const ofOneSection = smallestGroups(sizes, criteria.amount, (a, b) => sectionOf(a) === sectionOf(b))
  const groups = ofOneSection.length > 0 ? ofOneSection : smallestGroups(sizes, criteria.amount, () => true)
  let best: { seats: number[]; view: number } | null = null
  for (const { from, to } of groups) {
    const seats = seatsOfPieces(ledger, byRow.slice(from, to).flat(), criteria)
    const view = meanView(ledger, seats)
    if (best === null || view < best.view) best = { seats, view }
  }
  return best?.seats ?? []
}

/** Uses the longest stretches first, so that the group splits into few pieces, and of these the best view first. */
function seatsOfPieces(ledger: SeatLedger, stretches: Stretch[], { amount, avoidSingleSeats }: SeatCriteria): number[] {
  const { layout } = ledger
  const viewOf = ({ run, start, length }: Stretch) =>
    meanView(ledger, layout.runs[run]?.seats.slice(start, start + length) ?? [])
  const pieces = stretches.map((stretch) => ({ stretch, view: viewOf(stretch) }))
  pieces.sort((a, b) => b.stretch.length - a.stretch.length || a.view - b.view)
  const seats: number[] = []
  for (const { stretch } of pieces) {
    const missing = amount - seats.length
    if (missing === 0) break
    seats.push(...(bestTogether(ledger, [stretch], Math.min(missing, stretch.length), avoidSingleSeats) ?? []))
  }
  return seats
}

/** Returns all groups of neighbouring rows that have enough seats and as few rows as possible, in the plan's order. */
function smallestGroups(
  sizes: number[],
  amount: number,
  mayJoin: (a: number, b: number) => boolean,
): { from: number; to: number }[] {
  let groups: { from: number; to: number }[] = []
  let rows = Number.POSITIVE_INFINITY
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
    const length = row + 1 - from
    if (sum < amount || length > rows) continue
    if (length < rows) groups = []
    rows = length
    groups.push({ from, to: row + 1 })
  }
  return groups
}

/** Counts the single free seats that taking `seats` would create in the run; existing single seats do not count. */
function newSingles(ledger: SeatLedger, run: number, seats: readonly number[], vacated?: ReadonlySet<Claim>): number {
  const open = openPositions(ledger, run, vacated)
  const after = [...open]
  for (const seat of seats) {
    const position = ledger.layout.positionInRun[seat] ?? 0
    after.fill(false, Math.max(0, position - ledger.distance), position + ledger.distance + 1)
  }
  return after.filter((_, position) => isSingle(after, position) && !isSingle(open, position)).length
}

function isReserved({ layout }: SeatLedger, seat: number): boolean {
  const [, , , , , flags = 0] = layout.plan.seats[seat] ?? []
  return (flags & RESERVED_FLAGS) !== 0
}

function openPositions(ledger: SeatLedger, run: number, vacated?: ReadonlySet<Claim>): boolean[] {
  return (ledger.layout.runs[run]?.seats ?? []).map((seat) => seatIsOpen(ledger, seat, null, vacated))
}

function isSingle(open: readonly boolean[], position: number): boolean {
  return open[position] === true && !open[position - 1] && !open[position + 1]
}

/**
 * Returns the new seats of a cart's remaining holds (`own`) when it releases `freed`. In a run where the release leaves
 * a new single seat, the remaining holds move to the nearest positions that leave none, or stay if there are no such
 * positions, or if one of them is a place for a wheelchair or a companion. They never move to a seat that the fan has just
 * released. Holds that stay are absent from the result.
 */
export function closeGaps(
  ledger: SeatLedger,
  freed: readonly Claim[],
  own: readonly Claim[],
  cartId: string,
): Map<Claim, number> {
  const moved = new Map<Claim, number>()
  const seatOf = (claim: Claim) => (claim.kind === 'seat' ? (ledger.layout.seatIndex.get(claim.place) ?? -1) : -1)
  const runOf = (claim: Claim) => ledger.layout.runOf[seatOf(claim)] ?? -1
  for (const run of new Set(freed.map(runOf))) {
    const others = own.filter((claim) => runOf(claim) === run)
    if (run < 0 || others.length === 0 || others.some((claim) => isReserved(ledger, seatOf(claim)))) continue
    const [before, after] = [openPositions(ledger, run), openPositions(ledger, run, new Set(freed))]
    if (!after.some((_, position) => isSingle(after, position) && !isSingle(before, position))) continue
    const seated = others.map((claim) => ({ claim, position: ledger.layout.positionInRun[seatOf(claim)] ?? 0 }))
    seated.sort((a, b) => a.position - b.position)
    const positions = seated.map(({ position }) => position)
    const leaving = { own: new Set(others), all: new Set([...freed, ...others]) }
    const better = nearestTidyPositions(ledger, run, positions, cartId, leaving)
    for (const [index, { claim, position }] of seated.entries()) {
      const next = better[index] ?? position
      if (next !== position) moved.set(claim, ledger.layout.runs[run]?.seats[next] ?? -1)
    }
  }
  return moved
}

/**
 * Returns a seat for each chosen seat, in the same order. If the chosen seats of a run would leave a new single seat,
 * they move together to positions that leave none, if there are any. Places for wheelchairs and companions never move,
 * because they could lose the place beside them that they belong to.
 */
export function avoidSingles(ledger: SeatLedger, chosen: readonly number[], cartId: string): number[] {
  const byRun = Map.groupBy(chosen, (seat) => ledger.layout.runOf[seat] ?? -1)
  const moved = new Map<number, number>()
  for (const [run, seats] of byRun) {
    const positions = seats.map((seat) => ledger.layout.positionInRun[seat] ?? 0).sort((a, b) => a - b)
    const staysPut = seats.some((seat) => isReserved(ledger, seat)) || newSingles(ledger, run, seats) === 0
    const better = staysPut ? positions : nearestTidyPositions(ledger, run, positions, cartId)
    const members = ledger.layout.runs[run]?.seats ?? []
    for (const [index, position] of positions.entries()) {
      moved.set(members[position] ?? -1, members[better[index] ?? position] ?? -1)
    }
  }
  return chosen.map((seat) => moved.get(seat) ?? seat)
}

/**
 * Returns the free positions nearest to the given ones that leave no new single seat. If there are no such positions,
 * returns the given ones. Each start position of the run gives two candidates: the given positions shifted to that start,
 * and as many adjacent positions. Each new seat must have the category and the accessibility flags of the old one. The
 * claims in `leaving.own` may move to each other's seats. The claims in `leaving.all` count as released when single seats
 * are counted.
 */
function nearestTidyPositions(
  ledger: SeatLedger,
  run: number,
  positions: number[],
  cartId: string,
  leaving?: { own: ReadonlySet<Claim>; all: ReadonlySet<Claim> },
): number[] {
  const members = ledger.layout.runs[run]?.seats ?? []
  const [first = 0] = positions
  const candidates: number[][] = []
  for (let start = 0; start < members.length; start++) {
    candidates.push(positions.map((position) => position - first + start))
    candidates.push(positions.map((_, index) => start + index))
  }
  const shift = (candidate: number[]) =>
    candidate.reduce((sum, position, index) => sum + Math.abs(position - (positions[index] ?? 0)), 0)
  const seatsAt = (candidate: number[]) => candidate.map((position) => members[position] ?? -1)
  const kindOf = (seat: number | undefined) => {
    const [, , , , category, flags = 0] = ledger.layout.plan.seats[seat ?? -1] ?? []
    return category === undefined ? null : `${category}/${flags & RESERVED_FLAGS}`
  }
  const tidy = candidates
    .map((candidate) => ({ candidate, shift: shift(candidate) }))
    .sort((a, b) => a.shift - b.shift)
    .find(({ candidate }) => {
      const seats = seatsAt(candidate)
      return (
        seats.every((seat, index) => kindOf(seat) === kindOf(members[positions[index] ?? -1])) &&
        seats.every((seat) => seatIsOpen(ledger, seat, cartId, leaving?.own)) &&
        newSingles(ledger, run, seats, leaving?.all) === 0
      )
    })
  return tidy?.candidate ?? positions
}
