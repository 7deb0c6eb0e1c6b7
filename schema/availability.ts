/**
 * What is free, as it travels from the seats' objects to the map: two bits a seat in the plan's order, all of them once
 * and then what changed. 20,000 seats are 5,000 bytes, a quiet second is a hundred.
 */

/**
 * `held` may come free again, `sold` is gone. `closed` is nobody's and for nobody now: distancing keeps it empty, or it is
 * another object's; as all bits are set, the views of several objects join by AND.
 */
export const SEAT_STATE = { free: 0, held: 1, sold: 2, closed: 3 } as const

/** Answer of `GET /availability/{eventId}?since={version}`. */
export type AvailabilityAnswer = {
  /** One number for each of the event's objects, joined by dots; each grows with every change. */
  version: string
  /** The plan whose order the seats have: a map names its own in `SeatMap.plan`. */
  plan: string
  /** What is left of each section that sells by amount. */
  areas: { [sectionId: string]: number }
  /** Free seats and places by the pricing category's number. */
  categories: { [number: string]: number }
} & (
  | {
      /** Base64 of two bits a seat. */
      seats: string
    }
  | {
      /** Seat and state by turns: what is other than in the version asked for. */
      changes: number[]
    }
)

/** Milliseconds from which a newer answer can be had; a header, so that an unchanged answer may come without its body. */
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
