/** Tells the free tickets for everyone from the places for wheelchairs and companions (REMIND-02). */
import { RESERVED_FLAGS } from '../../../schema/seat-map.ts'
import type { SeatModel } from '../../seatmap/seat-model.ts'
import { SEAT } from '../../seatmap/seat-status.ts'

/** Counts the free places for wheelchairs and companions, by the number of their pricing category. */
export function reservedLeft({ flagged }: SeatModel, statuses: Uint8Array): ReadonlyMap<number, number> {
  const left = new Map<number, number>()
  for (const { index, flags, category } of flagged) {
    if ((flags & RESERVED_FLAGS) === 0 || statuses[index] !== SEAT.free) continue
    left.set(category, (left.get(category) ?? 0) + 1)
  }
  return left
}
