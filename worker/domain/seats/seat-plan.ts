/**
 * A seat plan as one block's object uses it: the block's seats and sections by id, with runs (adjacent seats) and rows
 * (the runs of one row label, in seat order). Seats of other blocks keep their index, so every object's snapshot has the
 * plan's order, but they belong to no run.
 */
import type { SeatPlan } from '../../../schema/seat-map.ts'
import type { PlanName } from './seat-hold.ts'

type SeatRun = {
  /** Seat indexes in seat order. */
  seats: number[]
  /** Position of the run's first seat within the row. */
  offset: number
  row: number
}

type SeatRow = { section: number; runs: number[]; length: number }

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
  /** Run by seat index; -1 for seats of other blocks. */
  runOf: Int32Array
  /** Position within the run by seat index. */
  positionInRun: Int32Array
}

/** The plan of an object that has not loaded one yet. */
const NO_PLAN: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories: [] }

export function emptyLayout(block: number): BlockLayout {
  return createLayout(NO_PLAN, { key: '', version: -1 }, block)
}

/** Throws if the plan contradicts itself. The importer wrote the plan, so this is a programming error. */
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
  return { name, block, plan, seatIndex, areaIndex, categoriesWithSeats, runs, rows, runOf, positionInRun }
}

/** The plan's runs, cut at seats of other blocks. A seat that the plan puts in no run becomes a run of its own. */
function ownRuns(plan: SeatPlan, seatIndex: ReadonlyMap<string, number>): number[][] {
  const own = new Uint8Array(plan.seats.length)
  for (const seat of seatIndex.values()) own[seat] = 1
  const runs: number[][] = []
  for (const run of plan.runs) {
    let piece: number[] = []
    for (const seat of run) {
      if (own[seat] === 1) {
        own[seat] = 2
        piece.push(seat)
      } else if (piece.length > 0) {
        runs.push(piece)
        piece = []
      }
    }
    if (piece.length > 0) runs.push(piece)
  }
  for (const seat of seatIndex.values()) if (own[seat] === 1) runs.push([seat])
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
    for (const member of members) {
      const run = runs[member]
      if (!run) continue
      run.row = row
      run.offset = length
      length += run.seats.length
    }
    return { section, runs: members, length }
  })
}
