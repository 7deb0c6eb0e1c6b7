/**
 * The seat plan in the form that the EventSeats object of one block uses. A block is the part of an event's seats and areas
 * that one object stores. A run consists of adjacent seats of the block. A row consists of the block's runs that share a
 * section and a row label. All blocks use the plan's seat indexes, but seats of other blocks belong to no run.
 */
import type { SeatPlan } from '../../../schema/seat-map.ts'
import type { PlanName } from './seat-hold.ts'

type SeatRun = {
  /** Indexes into the plan's seats, from one end of the run to the other. */
  seats: number[]
  /** Position of the run's first seat among the row's seats. */
  offset: number
  /** Index into the layout's rows. */
  row: number
}

/**
 * `runs` are indexes into the layout's runs; `length` is their number of seats. `bestView` is the lowest view of its seats; 0 if
 * the plan has no views.
 */
type SeatRow = { section: number; runs: number[]; length: number; bestView: number }

export type BlockLayout = {
  name: PlanName
  block: number
  plan: SeatPlan
  /** The block's seats by id. */
  seatIndex: ReadonlyMap<string, number>
  /** The block's areas by section id, as indexes into the plan's allotments. */
  areaIndex: ReadonlyMap<string, number>
  /** Numbers of the categories of the block's seats. */
  categoriesWithSeats: ReadonlySet<number>
  runs: SeatRun[]
  /** In the plan's order, front to back. */
  rows: SeatRow[]
  /** Indexes into `rows`: the best view first, or in the plan's order if the plan has no views. */
  rowsByView: number[]
  /** The index of each seat's run, by seat index; -1 for seats of other blocks. */
  runOf: Int32Array
  /** Each seat's position within its run, by seat index. */
  positionInRun: Int32Array
}

/** The plan of an object that has not loaded one yet. */
const NO_PLAN: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories: [] }

export function emptyLayout(block: number): BlockLayout {
  return createLayout(NO_PLAN, { key: '', version: -1 }, block)
}

/**
 * Throws if the plan has an unknown format or lists a seat of the block twice. The import wrote the plan, so either is a
 * programming error.
 */
export function createLayout(plan: SeatPlan, name: PlanName, block: number): BlockLayout {
  if (plan.format !== 1) throw new Error(`seat plan ${name.key} has an unknown format`)
  const runOf = new Int32Array(plan.seats.length).fill(-1)
  const positionInRun = new Int32Array(plan.seats.length)
  const seatIndex = new Map<string, number>()
  const categoriesWithSeats = new Set<number>()
  for (const [index, [id, section, , , category]] of plan.seats.entries()) {
    if (plan.sections[section]?.block !== block) continue
    if (seatIndex.has(id)) throw new Error(`seat plan ${name.key} lists seat ${id} twice`)
    seatIndex.set(id, index)
    categoriesWithSeats.add(category)
  }
  const areaIndex = new Map<string, number>()
  for (const [index, allotment] of plan.allotments.entries()) {
    if (allotment.block === block) areaIndex.set(allotment.sectionId, index)
  }
  const runs: SeatRun[] = []
  for (const seats of ownRuns(plan, seatIndex)) {
    for (const [position, seat] of seats.entries()) {
      runOf[seat] = runs.length
      positionInRun[seat] = position
    }
    runs.push({ seats, offset: 0, row: 0 })
  }
  const rows = rowsOf(plan, runs)
  const rowsByView = rows
    .map(({ bestView }, row) => ({ bestView, row }))
    .sort((a, b) => a.bestView - b.bestView || a.row - b.row)
    .map(({ row }) => row)
  return { name, block, plan, seatIndex, areaIndex, categoriesWithSeats, runs, rows, rowsByView, runOf, positionInRun }
}

/** Returns the plan's runs, cut at seats of other blocks. A seat that the plan puts in no run becomes a run of its own. */
function ownRuns(plan: SeatPlan, seatIndex: ReadonlyMap<string, number>): number[][] {
  const seatsWithoutRun = new Set(seatIndex.values())
  const runs: number[][] = []
  for (const run of plan.runs) {
    let piece: number[] = []
    for (const seat of run) {
      if (seatsWithoutRun.delete(seat)) {
        piece.push(seat)
      } else if (piece.length > 0) {
        runs.push(piece)
        piece = []
      }
    }
    if (piece.length > 0) runs.push(piece)
  }
  for (const seat of seatsWithoutRun) runs.push([seat])
  return runs
}

function rowsOf(plan: SeatPlan, runs: SeatRun[]): SeatRow[] {
  const byLabel = new Map<string, { first: number; section: number; runs: number[] }>()
  for (const [index, { seats }] of runs.entries()) {
    const first = Math.min(...seats)
    const [, section = 0, label = ''] = plan.seats[first] ?? []
    const key = `${section} ${label}`
    const row = byLabel.get(key)
    if (row) {
      row.runs.push(index)
      row.first = Math.min(row.first, first)
    } else {
      byLabel.set(key, { first, section, runs: [index] })
    }
  }
  const rows = [...byLabel.values()].sort((a, b) => a.first - b.first)
  return rows.map(({ section, runs: members }, row) => {
    let length = 0
    let bestView = plan.views ? Number.POSITIVE_INFINITY : 0
    for (const member of members) {
      const run = runs[member]
      if (!run) continue
      for (const seat of run.seats) bestView = Math.min(bestView, plan.views?.[seat] ?? 0)
      run.row = row
      run.offset = length
      length += run.seats.length
    }
    return { section, runs: members, length, bestView }
  })
}
