/**
 * What each seat is for this visitor, in one byte a seat. What the visitor did last counts before what the cart says,
 * and the cart before the list of free seats, because that list may be seconds old.
 */
import type { SeatModel } from './seat-model.ts'

export const SEAT = { taken: 0, free: 1, own: 2, adding: 3, removing: 4, chosen: 5 } as const
type SeatStatus = (typeof SEAT)[keyof typeof SEAT]

/** `adding`, `removing`: asked of the server, not yet answered; `chosen`: waits for the rest of a forced amount. */
export type PendingSeats = ReadonlyMap<string, 'adding' | 'removing' | 'chosen'>

export function seatStatuses(
  model: SeatModel,
  freeSeatIds: Iterable<string>,
  ownSeatIds: Iterable<string>,
  pending: PendingSeats,
): Uint8Array {
  const statuses = new Uint8Array(model.seats.length)
  const put = (id: string, status: SeatStatus) => {
    const index = model.indexOf.get(id)
    if (index !== undefined) statuses[index] = status
  }
  for (const id of freeSeatIds) put(id, SEAT.free)
  for (const id of ownSeatIds) put(id, SEAT.own)
  for (const [id, what] of pending) put(id, SEAT[what])
  return statuses
}

/** Seats that still show as the visitor's. */
export function isOwn(status: number | undefined): boolean {
  return status === SEAT.own || status === SEAT.adding || status === SEAT.chosen
}

/** Free seats of each section, by the section's index. */
export function freeBySection(model: SeatModel, statuses: Uint8Array): number[] {
  const free = new Array<number>(model.sections.length).fill(0)
  for (const [index, seat] of model.seats.entries()) {
    if (statuses[index] === SEAT.free) free[seat.section] = (free[seat.section] ?? 0) + 1
  }
  return free
}
