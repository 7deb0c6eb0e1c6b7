/**
 * The records that the coordinator of a waiting room stores: its state, written after each step, and the exchanged
 * entries.
 */
import { type AdmissionRate, newRate } from './admission-rate.ts'
import { emptyTally } from './arrival-counts.ts'
import type { Lottery } from './lottery.ts'
import type { WaitingLine } from './next-calls.ts'
import { newShowUp, type ShowUp } from './show-up-rate.ts'
import type { CounterViews } from './waiting-counter-report.ts'
import type { RoomControls } from './waiting-room.ts'

/**
 * An entry that was exchanged for a pass at `exchangedAt`. The same cart may exchange it again before `returnsUntil`.
 * When the cart has ordered, `returnsUntil` is set to the current time, so that the entry cannot be exchanged again.
 */
export type SpentEntry = { entryId: string; cartId: string; exchangedAt: number; returnsUntil: number }

/** Stored as JSON, so the names of its keys must not change. */
export type RoomState = WaitingLine & {
  room: string
  controls: RoomControls | null
  draw: Lottery | null
  showUp: ShowUp
  rate: AdmissionRate
  /** Admissions per second: a moving average over about ten seconds. */
  measured: number
  /** Calls per second: a moving average over about ten seconds. */
  pace: number
  /** Whether a room in automatic mode makes visitors wait now. */
  queues: boolean
  /**
   * In automatic mode, the instant since which nobody has waited to be called and the room has been below 80 % of its
   * target. Null while somebody waits or the room is fuller.
   */
  calmSince: number | null
  counters: CounterViews
  /** How many visitors have been called since the last opening. */
  called: number
  /** How many visitors have entered since the last opening. */
  entered: number
  /** Called visitors who were in the admission line at the last step. */
  waitingToEnter: number
  /** The latest `now` that the room was advanced to, in epoch milliseconds. It never decreases. */
  clock: number
  /** When the room last took a step. */
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
