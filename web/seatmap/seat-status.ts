/**
 * The status of each seat for this visitor, one byte per seat. The visitor's pending clicks override the cart, and the cart
 * overrides the shared availability, which may be out of date.
 */
import { SEAT_STATE, seatStateAt } from '../../schema/availability.ts'
import type { SeatModel } from './seat-model.ts'
import type { Availability } from './use-availability.ts'

/** A `held` seat is in another visitor's cart and may become free again. */
export const SEAT = { taken: 0, free: 1, own: 2, adding: 3, removing: 4, chosen: 5, held: 6 } as const
type SeatStatus = (typeof SEAT)[keyof typeof SEAT]

/**
 * `adding` and `removing` seats wait for the server. `chosen` seats wait until the visitor has chosen a group of
 * `forcedAmount` seats.
 */
export type PendingSeats = ReadonlyMap<string, 'adding' | 'removing' | 'chosen'>

/** The status of a seat for each value of SEAT_STATE. */
const BY_STATE = Uint8Array.of(SEAT.free, SEAT.held, SEAT.taken, SEAT.taken)

export type SeatRules = {
  /**
   * The number of seats that a row must keep empty between two carts (SEAT-06). In the availability, these seats are
   * `closed`. Those beside the visitor's own seats are free for this visitor.
   */
  distance: number
  /** The id of the only section that the event sells; null for all sections (SEAT-01). */
  section: string | null
}

export function seatStatuses(
  model: SeatModel,
  availability: Pick<Availability, 'seats' | 'overrides'> | undefined,
  ownSeatIds: readonly string[],
  pending: PendingSeats,
  { distance, section }: SeatRules = { distance: 0, section: null },
): Uint8Array {
  const statuses = new Uint8Array(model.seatCount)
  if (availability) {
    for (let index = 0; index < statuses.length; index++) {
      statuses[index] = BY_STATE[seatStateAt(availability.seats, index)] ?? SEAT.taken
    }
  }
  const put = (id: string, status: SeatStatus) => {
    const index = model.indexOf.get(id)
    if (index !== undefined) statuses[index] = status
  }
  if (availability && distance > 0) {
    for (const id of ownSeatIds) {
      for (const seat of seatsBeside(model, id, distance)) {
        if (seatStateAt(availability.seats, seat) === SEAT_STATE.closed) statuses[seat] = SEAT.free
      }
    }
  }
  for (const [id, { state }] of availability?.overrides ?? []) put(id, state === 'free' ? SEAT.free : SEAT.taken)
  for (const { id, from, to } of model.sections)
    if (section !== null && id !== section) statuses.fill(SEAT.taken, from, to)
  for (const id of ownSeatIds) put(id, SEAT.own)
  for (const [id, state] of pending) put(id, SEAT[state])
  return statuses
}

/** The seats of the same row within `distance` on either side. The map lists a row's seats from one end to the other. */
function seatsBeside(model: SeatModel, id: string, distance: number): number[] {
  const index = model.indexOf.get(id) ?? -1
  const seat = model.seats[index]
  if (!seat) return []
  return Array.from({ length: 2 * distance + 1 }, (_, step) => index + step - distance).filter((other) => {
    const beside = model.seats[other]
    return other !== index && beside?.section === seat.section && beside.row === seat.row
  })
}

/** Whether the map shows the seat as the visitor's own. */
export function isOwn(status: number | undefined): boolean {
  return status === SEAT.own || status === SEAT.adding || status === SEAT.chosen
}

/** Whether the seat is sold, not for sale here, or in another visitor's cart. */
export function isUnavailable(status: number | undefined): boolean {
  return status === SEAT.taken || status === SEAT.held
}

/** The number of free seats that match the filter, by the section's index. */
export function freeBySection(model: SeatModel, statuses: Uint8Array, filterMask: Uint8Array | null): number[] {
  return model.sections.map(({ from, to }) => freeBetween(statuses, filterMask, from, to))
}

/** The number of free seats that match the filter, from the seat at `from` to the one before `to`. */
export function freeBetween(statuses: Uint8Array, filterMask: Uint8Array | null, from: number, to: number): number {
  let free = 0
  for (let index = from; index < to; index++) {
    if (statuses[index] === SEAT.free && filterMask?.[index] !== 0) free++
  }
  return free
}
