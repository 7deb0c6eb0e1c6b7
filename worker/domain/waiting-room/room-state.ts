/** What the coordinator of a waiting room stores: one record, written after each step, and the exchanged entries. */
import { type AdmissionRate, newRate } from './admission-rate.ts'
import { emptyTally } from './arrival-counts.ts'
import type { Lottery } from './lottery.ts'
import type { WaitingLine } from './next-calls.ts'
import { newShowUp, type ShowUp } from './show-up-rate.ts'
import type { CounterViews } from './waiting-counter-report.ts'
import type { RoomControls } from './waiting-room.ts'

/** An entry exchanged for a pass at `at`. Its cart may return until `until`, which an order moves forward. */
export type SpentEntry = { entryId: string; cartId: string; at: number; until: number }

/** Stored as JSON, so the names of its keys must not change. */
export type RoomState = WaitingLine & {
  room: string
  controls: RoomControls | null
  draw: Lottery | null
  showUp: ShowUp
  rate: AdmissionRate
  /** Admissions and calls per second, measured over the last seconds. */
  measured: number
  pace: number
  /** Whether an automatic room queues visitors now, and since when it has had no need to. */
  queues: boolean
  calmSince: number | null
  counters: CounterViews
  /** Totals of the current line. */
  called: number
  entered: number
  /** Called visitors who were in the admission line at the last step. */
  waitingToEnter: number
  clock: number
  steppedAt: number
}

export function newRoom(room: string): RoomState {
  const start = { drawThreshold: 1, servedUntil: 0 }
  return {
    room,
    controls: null,
    draw: null,
    opensAt: 0,
    ...start,
    tally: emptyTally(0, 0),
    showUp: newShowUp(start),
    rate: newRate(0, 0),
    measured: 0,
    pace: 0,
    queues: false,
    calmSince: null,
    counters: {},
    called: 0,
    entered: 0,
    waitingToEnter: 0,
    clock: 0,
    steppedAt: 0,
  }
}
