/**
 * What each seat is for this visitor, in one byte a seat. What the visitor did last counts before what the cart says, and
 * the cart before the shared answer about everybody's seats, because that may be a second or two old.
 */
import { SEAT_STATE, seatStateAt } from '../../schema/availability.ts'
import type { SeatModel } from './seat-model.ts'
import type { Availability } from './use-availability.ts'

/** `held` may come free again: somebody else has it in a cart. */
export const SEAT = { taken: 0, free: 1, own: 2, adding: 3, removing: 4, chosen: 5, held: 6 } as const
type SeatStatus = (typeof SEAT)[keyof typeof SEAT]

/** `adding`, `removing`: asked of the server, not yet answered; `chosen`: waits for the rest of a forced amount. */
export type PendingSeats = ReadonlyMap<string, 'adding' | 'removing' | 'chosen'>

/** By SEAT_STATE. */
const BY_STATE = Uint8Array.of(SEAT.free, SEAT.held, SEAT.taken, SEAT.taken)

export type SeatRules = {
  /** Seats of a row that stay empty between strangers (SEAT-06); beside one's own seats they are there for oneself. */
  distance: number
  /** The only section that this event sells, by its id; null for all (SEAT-01). */
  section: string | null
}

export function seatStatuses(
  model: SeatModel,
  known: Pick<Availability, 'seats' | 'notes'> | undefined,
  ownSeatIds: readonly string[],
  pending: PendingSeats,
  { distance, section }: SeatRules = { distance: 0, section: null },
): Uint8Array {
  const statuses = new Uint8Array(model.seats.length)
  if (known) {
    for (let index = 0; index < statuses.length; index++) {
      statuses[index] = BY_STATE[seatStateAt(known.seats, index)] ?? SEAT.taken
    }
  }
  const put = (id: string, status: SeatStatus) => {
    const index = model.indexOf.get(id)
    if (index !== undefined) statuses[index] = status
  }
  if (known && distance > 0) {
    for (const id of ownSeatIds) {
      for (const seat of seatsBeside(model, id, distance)) {
        if (seatStateAt(known.seats, seat) === SEAT_STATE.closed) statuses[seat] = SEAT.free
      }
    }
  }
  for (const [id, { what }] of known?.notes ?? []) put(id, what === 'free' ? SEAT.free : SEAT.taken)
  for (const { id, from, to } of model.sections)
    if (section !== null && id !== section) statuses.fill(SEAT.taken, from, to)
  for (const id of ownSeatIds) put(id, SEAT.own)
  for (const [id, what] of pending) put(id, SEAT[what])
  return statuses
}

/** Seats of the same row that many places to either side; the map names a row's seats in the order they stand. */
function seatsBeside(model: SeatModel, id: string, distance: number): number[] {
  const index = model.indexOf.get(id) ?? -1
  const seat = model.seats[index]
  if (!seat) return []
  return Array.from({ length: 2 * distance + 1 }, (_, step) => index + step - distance).filter((other) => {
    const beside = model.seats[other]
    return other !== index && beside?.section === seat.section && beside.row === seat.row
  })
}

/** Seats that still show as the visitor's. */
export function isOwn(status: number | undefined): boolean {
  return status === SEAT.own || status === SEAT.adding || status === SEAT.chosen
}

/** Somebody else's, for good or for now. */
export function isGone(status: number | undefined): boolean {
  return status === SEAT.taken || status === SEAT.held
}

/** Free seats of each section that the filter lets through, by the section's index. */
export function freeBySection(model: SeatModel, statuses: Uint8Array, shown: Uint8Array | null): number[] {
  return model.sections.map(({ from, to }) => {
    let free = 0
    for (let index = from; index < to; index++) {
      if (statuses[index] === SEAT.free && shown?.[index] !== 0) free++
    }
    return free
  })
}
