/** Tells the free tickets for everyone from the places for wheelchairs and companions (REMIND-02). */
import { RESERVED_FLAGS } from '../../../schema/seat-map.ts'
import type { SeatModel } from '../../seatmap/seat-model.ts'
import { SEAT } from '../../seatmap/seat-status.ts'

/** Counts the free places for wheelchairs and companions, by the number of their pricing category. */
export function reservedLeft({ flagged, seats }: SeatModel, statuses: Uint8Array): ReadonlyMap<number, number> {
  const left = new Map<number, number>()
  for (const index of flagged) {
    const seat = seats[index]
    if (!seat || ((seat.flags ?? 0) & RESERVED_FLAGS) === 0 || statuses[index] !== SEAT.free) continue
    left.set(seat.pricing_category_id, (left.get(seat.pricing_category_id) ?? 0) + 1)
  }
  return left
}
