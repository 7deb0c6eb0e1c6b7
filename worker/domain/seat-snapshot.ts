/** What a block has free now, in the form that travels: seats that distancing keeps empty are not free for anybody. */
import { seatIsOpen } from './distancing.ts'
import type { Availability } from './seat-hold.ts'
import type { SeatLedger } from './seat-ledger.ts'

export function snapshotOf(ledger: SeatLedger): Availability {
  const { plan, planKey, allotmentIndex, seatIndex } = ledger.room
  const freeSeats = new Uint8Array((plan.seats.length + 7) >> 3)
  let freeCount = 0
  for (const seat of seatIndex.values()) {
    if (!seatIsOpen(ledger, seat, null)) continue
    freeSeats[seat >> 3] = (freeSeats[seat >> 3] ?? 0) | (1 << (seat & 7))
    freeCount++
  }
  const allotments = [...allotmentIndex].map(([sectionId, index]) => ({
    sectionId,
    category: plan.allotments[index]?.category ?? 0,
    left: Math.max(0, ledger.left[index] ?? 0),
  }))
  return { version: ledger.version, planKey, freeSeats, freeCount, allotments }
}
