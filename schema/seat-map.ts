/**
 * Two views of one venue. `SeatMap` is what the browser draws (SEAT-01), without who sits where.
 * `SeatPlan` is what EventSeats objects load: every seat and standing area that is for sale, by index, with the block
 * (object) that owns it and the runs of seats that touch, which distancing and "no single seat left" need.
 */

export type Point = [x: number, y: number]

/** Bits of `SeatMapSeat.flags` and `PlanSeat.flags`. */
export const SEAT_FLAGS = { accessible: 1, companion: 2, restrictedView: 4, standing: 8 } as const

export type SeatMapSeat = {
  id: string
  row: string
  number: string
  x: number
  y: number
  pricing_category_id: number
  flags?: number
}

export type SeatMapSection = {
  id: string
  name: string
  pricing_category_id: number | null
  hull_points: Point[]
  seats: SeatMapSeat[]
  /** A section without seats takes an amount (SEAT-08). */
  capacity?: number
}

export type SeatMapGraphic =
  | { type: 'polygon'; points: Point[]; fill: string; label?: string }
  | { type: 'circle'; center: Point; radius: number; fill: string; label?: string }
  | { type: 'text'; at: Point; text: string; size: number; fill: string }

export type SeatMap = {
  /** Key of the plan that was made with this map: its order of seats is the order of availability. */
  plan: string
  bounding_box: { x: number; y: number; width: number; height: number }
  /** Distance of two neighbouring seats in map units: gives a seat's drawn size. */
  seat_spacing: number
  graphics: SeatMapGraphic[]
  pricing_categories: { id: number; name: string; color: string }[]
  sections: SeatMapSection[]
}

/** [seat id, index into sections, row, number, pricing category's number, flags] */
export type PlanSeat = [id: string, section: number, row: string, number: string, category: number, flags: number]

export type SeatPlan = {
  format: 1
  /** Block of each section; blocks count from 0. */
  sections: { id: string; name: string; block: number }[]
  /** The index of a seat in this list is its index in every snapshot. */
  seats: PlanSeat[]
  /** Seat indexes that touch each other, in the order they stand; an aisle ends a run. */
  runs: number[][]
  /** General admission: a section's capacity, sold by amount. */
  allotments: { sectionId: string; name: string; category: number; capacity: number; block: number }[]
  /** A pricing category's number in seats and allotments → its row in D1. */
  categories: { number: number; id: string }[]
}
