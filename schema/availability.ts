/**
 * The availability of an event's seats, as the seat map in the browser receives it. Each seat takes two bits, in the
 * order of the seating plan. The first answer contains every seat. A later answer contains only the changes, unless the
 * list of changes is too long or no longer available. 20,000 seats take 5,000 bytes, which are 6,668 characters of Base64.
 * An answer without changes takes about 100 bytes.
 */

/**
 * A `held` seat is in a cart. A `sold` seat belongs to an order, and becomes free again only if the order releases it. A
 * `closed` seat is free, but distancing keeps it empty. In the snapshot of one EventSeats object, the seats of other objects
 * are `closed`, too. `closed` sets both bits, so a bitwise AND merges the snapshots of an event's objects.
 */
export const SEAT_STATE = { free: 0, held: 1, sold: 2, closed: 3 } as const

/** The answer of `GET /availability/{eventId}?since={version}`. */
export type AvailabilityAnswer = {
  /**
   * The versions of the event's EventSeats objects, joined by dots. An object's version grows with each of its changes.
   */
  version: string
  /** The key of the seating plan that defines the order of the seats. `SeatMap.plan` contains the same key. */
  plan: string
  /** Tickets left in each standing area, by section id. */
  areas: { [sectionId: string]: number }
  /** Free seats plus tickets left in standing areas, by the pricing category's number. */
  categories: { [number: string]: number }
} & (
  | {
      /** Base64 of two bits per seat. */
      seats: string
    }
  | {
      /** Every seat that changed since the requested version, as its index followed by its state. */
      changes: number[]
    }
)

/**
 * The response header with the number of milliseconds until a newer answer may exist. The number is not in the body,
 * because a 304 response has no body.
 */
export const FRESH_IN_HEADER = 'availability-fresh-in'

/** The states of `count` seats that are all closed. */
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
