/** All that a picture of the map depends on, but the view. */
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
  /** Free seats or places of each section, by index. */
  free: number[]
  signs: ReadonlyMap<number, CategorySign>
  theme: MapTheme
  /** 1 for a seat that the filter lets through; null without a filter. */
  shown: Uint8Array | null
  /** The seat under the pointer, ringed. */
  pointed: number | null
}
