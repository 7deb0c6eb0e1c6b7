/** Finds the seat that a click or a tap means. */
import type { Point } from '../../schema/seat-map.ts'
import { type SeatModel, seatAt, sectionAt } from './seat-model.ts'
import { isUnavailable } from './seat-status.ts'
import { SEATS_FROM, TAP_FROM, toMap, type View } from './viewport.ts'

/** How far from a seat's centre a tap may be, in pixels, because fingers are wide. */
const FINGER_PIXELS = 22
/** The same for a mouse, as shares of the distance between two seats. The second one applies if no seat is nearer. */
const ON_SEAT = 0.55
const BESIDE_SEAT = 0.85

export type HitState = { statuses: Uint8Array; filterMask: Uint8Array | null }

/**
 * The index of the seat at the position in the map's window, or null. A seat under the position has priority, even if it is
 * taken, so that the visitor learns why it cannot be chosen. Otherwise the nearest seat that can be chosen is meant, except in
 * a standing area. Seats that the filter hides are never meant.
 */
export function seatHit(
  model: SeatModel,
  { statuses, filterMask }: HitState,
  view: View,
  at: Point,
  isTouch: boolean,
): number | null {
  const pixels = model.spacing * view.k
  if (pixels < SEATS_FROM) return null
  const point = toMap(view, at)
  const isShown = (index: number) => filterMask?.[index] !== 0
  const under = seatAt(model, point, model.spacing * ON_SEAT, isShown)
  if (under !== null || (sectionAt(model, point)?.capacity ?? null) !== null) return under
  const reach = isTouch && pixels >= TAP_FROM ? FINGER_PIXELS / view.k : model.spacing * BESIDE_SEAT
  return seatAt(model, point, reach, (index) => isShown(index) && !isUnavailable(statuses[index]))
}
