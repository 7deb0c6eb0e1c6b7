/**
 * The two files of a seating plan. The browser paints the `SeatMap` (SEAT-01), which does not say which seats are free.
 * EventSeats objects load the `SeatPlan`, which lists every seat and standing area for sale.
 *
 * A large event has several EventSeats objects. A block consists of the sections that one object owns. A run is a list
 * of adjacent seats. Distancing and the rule against single free seats need the runs.
 */

import type { Locale, Localised } from './locale.ts'

export type Point = [x: number, y: number]

/** A word of a seating plan. A single text is the same in both languages, such as the name of a block or of a person. */
export type PlanText = string | Localised

export function planText(text: PlanText, locale: Locale): string {
  return typeof text === 'string' ? text : text[locale]
}

/** Bits of `SeatMapSeat.flags` and `PlanSeat.flags`. */
export const SEAT_FLAGS = { accessible: 1, companion: 2, restrictedView: 4, standing: 8 } as const

/** The bits of places for wheelchairs and their companions, which are sold only to fans who choose them. */
export const RESERVED_FLAGS = SEAT_FLAGS.accessible | SEAT_FLAGS.companion

export type SeatMapSeat = {
  id: string
  row: string
  number: string
  x: number
  y: number
  pricing_category_id: number
  flags?: number
}

export type SeatMapSection<Text = PlanText> = {
  id: string
  name: Text
  pricing_category_id: number | null
  hull_points: Point[]
  seats: SeatMapSeat[]
  /** The number of tickets in a standing area. A standing area is a section without seats (SEAT-08). */
  capacity?: number
}

export type SeatMapGraphic<Text = PlanText> =
  | { type: 'polygon'; points: Point[]; fill: string; label?: Text }
  | { type: 'circle'; center: Point; radius: number; fill: string; label?: Text }
  | { type: 'text'; at: Point; text: Text; size: number; fill: string }

export type SeatMap<Text = PlanText> = {
  /** The key of the `SeatPlan` that belongs to this map. Availability answers list the seats in the plan's order. */
  plan: string
  bounding_box: { x: number; y: number; width: number; height: number }
  /** The distance between two adjacent seats in map units, from which the browser derives the size of a seat. */
  seat_spacing: number
  graphics: SeatMapGraphic<Text>[]
  pricing_categories: { id: number; name: string; color: string }[]
  sections: SeatMapSection<Text>[]
}

/** A seat as a tuple. `section` is an index into `SeatPlan.sections`, `category` the pricing category's number. */
export type PlanSeat = [id: string, section: number, row: string, number: string, category: number, flags: number]

export type SeatPlan = {
  format: 1
  /** The first block has the number 0. */
  sections: { id: string; name: PlanText; block: number }[]
  /** The index of a seat in this list is its index in every availability answer. */
  seats: PlanSeat[]
  /** Each run lists the indexes of adjacent seats, from one end to the other. An aisle ends a run. */
  runs: number[][]
  /**
   * How good each seat's view is, by seat index: the lower, the better. It is the distance to the stage, and grows with the
   * angle. Absent if the room shows no stage.
   */
  views?: number[]
  /** The standing areas, whose tickets are sold by amount. */
  allotments: { sectionId: string; name: PlanText; category: number; capacity: number; block: number }[]
  /** Maps the number of a pricing category to the id of its row in D1. */
  categories: { number: number; id: string }[]
}
