/** What the coordinator of a waiting room stores: one record, written after each step, and the places exchanged for passes. */
import { type AdmissionRate, newRate } from './admission-rate.ts'
import { emptyTally } from './arrival-counts.ts'
import type { Draw } from './lottery.ts'
import type { Line } from './next-calls.ts'
import { newShowUp, type ShowUp } from './show-up-rate.ts'
import type { CounterViews } from './waiting-counter-report.ts'
import type { RoomControls } from './waiting-room.ts'

/** A place that was exchanged at `at`; its cart may come back until `until`, which an order brings forward. */
export type SpentPlace = { placeId: string; cartId: string; at: number; until: number }

export type RoomState = Line & {
  room: string
  controls: RoomControls | null
  draw: Draw | null
  showUp: ShowUp
  rate: AdmissionRate
  /** Admissions and calls a second of the last seconds. */
  measured: number
  pace: number
  /** An automatic room that queues at the moment, and since when it need not. */
  queues: boolean
  calmSince: number | null
  counters: CounterViews
  /** Of this line, so far. */
  called: number
  entered: number
  /** Called visitors who were there at the last step. */
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
