/** The input for painting the map, except for the view and the size of the canvas. */
import type { CategorySign } from './category-signs.ts'
import type { SeatModel } from './seat-model.ts'

export type MapTheme = {
  ink: string
  muted: string
  ground: string
  line: string
  own: string
  ownInk: string
  font: string
}

export type Scene = {
  model: SeatModel
  statuses: Uint8Array
  /**
   * By section index: the number of free seats that match the filter, or of tickets left in a standing area. Infinite before the
   * sale, when the number is unknown.
   */
  free: number[]
  signs: ReadonlyMap<number, CategorySign>
  theme: MapTheme
  /** By seat index: 1 if the seat matches the filter, otherwise 0. Null without a filter. */
  filterMask: Uint8Array | null
}
