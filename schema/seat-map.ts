/**
 * Two representations of one seating plan. The browser paints the `SeatMap` (SEAT-01); it contains no availability.
 * EventSeats objects load the `SeatPlan`: every seat and standing area for sale, by index, with the block (object) that
 * owns it and the runs of adjacent seats, which distancing and the rule against single free seats need.
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
  /** The number of tickets in a standing area, that is, a section without seats (SEAT-08). */
  capacity?: number
}

export type SeatMapGraphic =
  | { type: 'polygon'; points: Point[]; fill: string; label?: string }
  | { type: 'circle'; center: Point; radius: number; fill: string; label?: string }
  | { type: 'text'; at: Point; text: string; size: number; fill: string }

export type SeatMap = {
  /** The key of the plan that belongs to this map. Availability lists seats in the plan's order. */
  plan: string
  bounding_box: { x: number; y: number; width: number; height: number }
  /** The distance between two adjacent seats in map units, from which the browser derives the size of a seat. */
  seat_spacing: number
  graphics: SeatMapGraphic[]
  pricing_categories: { id: number; name: string; color: string }[]
  sections: SeatMapSection[]
}

/** A seat as a tuple. `section` is an index into `SeatPlan.sections`, `category` the pricing category's number. */
export type PlanSeat = [id: string, section: number, row: string, number: string, category: number, flags: number]

export type SeatPlan = {
  format: 1
  /** `block` counts from 0. */
  sections: { id: string; name: string; block: number }[]
  /** The index of a seat in this list is its index in every availability answer. */
  seats: PlanSeat[]
  /** Lists of adjacent seats, by index, from one end to the other. An aisle ends a run. */
  runs: number[][]
  /** Standing areas, which are sold by amount. */
  allotments: { sectionId: string; name: string; category: number; capacity: number; block: number }[]
  /** Maps the number of a pricing category to the id of its row in D1. */
  categories: { number: number; id: string }[]
}
