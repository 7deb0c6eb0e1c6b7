/**
 * The availability of seats, as EventSeats objects send it to the seat map: two bits per seat in the plan's order. The
 * first answer contains every seat, later ones only the changes. 20,000 seats take 5,000 bytes; an answer without changes
 * takes about a hundred.
 */

/**
 * A `held` seat may become free again; a `sold` seat does not. A `closed` seat is not for sale here: distancing keeps it
 * empty, or another object owns it. `closed` sets both bits, so a bitwise AND merges the snapshots of several objects.
 */
export const SEAT_STATE = { free: 0, held: 1, sold: 2, closed: 3 } as const

/** Answer of `GET /availability/{eventId}?since={version}`. */
export type AvailabilityAnswer = {
  /** One number per EventSeats object of the event, joined by dots. Each number grows with every change. */
  version: string
  /** The key of the plan that defines the order of the seats. A map names its plan in `SeatMap.plan`. */
  plan: string
  /** Tickets left in each standing area, by section id. */
  areas: { [sectionId: string]: number }
  /** Free seats and tickets left in standing areas, by the pricing category's number. */
  categories: { [number: string]: number }
} & (
  | {
      /** Base64 of two bits per seat. */
      seats: string
    }
  | {
      /** Alternating seat index and state of every seat that changed since the requested version. */
      changes: number[]
    }
)

/** Milliseconds until a newer answer may exist. It is a header because a 304 response has no body. */
export const FRESH_IN_HEADER = 'availability-fresh-in'

export function closedSeats(count: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((count + 3) >> 2).fill(0xff)
}

export function seatStateAt(seats: Uint8Array, index: number): number {
  return ((seats[index >> 2] ?? 0xff) >> (2 * (index & 3))) & 3
}

export function putSeatState(seats: Uint8Array, index: number, state: number): void {
  const shift = 2 * (index & 3)
  seats[index >> 2] = ((seats[index >> 2] ?? 0xff) & ~(3 << shift)) | (state << shift)
}

export function seatsToText(seats: Uint8Array): string {
  let bytes = ''
  for (const byte of seats) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

export function seatsFromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))
}
