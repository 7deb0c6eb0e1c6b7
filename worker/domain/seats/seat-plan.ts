/**
 * The room as one block's object sees it: the plan's seats and sections of that block, found by id, with runs (seats that
 * touch) and rows (the runs of one row label, in the order they stand). Seats of other blocks keep their index, so that
 * every object's snapshot has the plan's order, but are foreign here and belong to no run.
 */
import type { SeatPlan } from '../../../schema/seat-map.ts'
import type { PlanName } from './seat-hold.ts'

type SeatRun = {
  /** Seat indexes in the order they stand. */
  seats: number[]
  /** Place of its first seat within the row. */
  offset: number
  row: number
}

type SeatRow = { section: number; runs: number[]; length: number }

export type SeatRoom = {
  name: PlanName
  block: number
  plan: SeatPlan
  /** Own seats by id. */
  seatIndex: ReadonlyMap<string, number>
  /** Own sections without seats by id, as indexes into the plan's allotments. */
  allotmentIndex: ReadonlyMap<string, number>
  /** Numbers of the categories that own seats have. */
  categoriesWithSeats: ReadonlySet<number>
  runs: SeatRun[]
  /** Front to back: the order in which the plan names them. */
  rows: SeatRow[]
  /** By seat index: its run, -1 where foreign. */
  runOf: Int32Array
  /** By seat index: its place within its run. */
  placeInRun: Int32Array
}

/** What an object serves before it ever saw a plan. */
const NO_PLAN: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories: [] }

export function emptyRoom(block: number): SeatRoom {
  return openRoom(NO_PLAN, { key: '', version: -1 }, block)
}

/** Throws where the plan contradicts itself: the importer wrote it, so no fan can cause or mend that. */
export function openRoom(plan: SeatPlan, name: PlanName, block: number): SeatRoom {
  if (plan.format !== 1) throw new Error(`seat plan ${name.key} has an unknown format`)
  const runOf = new Int32Array(plan.seats.length).fill(-1)
  const placeInRun = new Int32Array(plan.seats.length)
  const seatIndex = new Map<string, number>()
  const categoriesWithSeats = new Set<number>()
  for (const [index, [id, section, , , category]] of plan.seats.entries()) {
    if (plan.sections[section]?.block !== block) continue
    if (seatIndex.has(id)) throw new Error(`seat plan ${name.key} names seat ${id} twice`)
    seatIndex.set(id, index)
    categoriesWithSeats.add(category)
  }
  const allotmentIndex = new Map<string, number>()
  for (const [index, allotment] of plan.allotments.entries()) {
    if (allotment.block === block) allotmentIndex.set(allotment.sectionId, index)
  }
  const runs: SeatRun[] = []
  for (const seats of ownRuns(plan, seatIndex)) {
    for (const [place, seat] of seats.entries()) {
      runOf[seat] = runs.length
      placeInRun[seat] = place
    }
    runs.push({ seats, offset: 0, row: 0 })
  }
  const rows = rowsOf(plan, runs)
  return { name, block, plan, seatIndex, allotmentIndex, categoriesWithSeats, runs, rows, runOf, placeInRun }
}

/** The plan's runs cut where a foreign seat stands between; a seat the plan puts in no run stands alone. */
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
