/**
 * SEAT-06 (social distancing): `distance` seats of a run stay empty between two groups. A group is one cart with its
 * holds and bookings, or an order that booked its seats without a cart. Distancing never applies within a group.
 */
import { SEAT_STATE } from '../../../schema/availability.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

function groupOf({ cartId, orderId }: Claim): string {
  return cartId ?? orderId ?? ''
}

const NONE: ReadonlySet<Claim> = new Set()

/**
 * Whether the seat is free and far enough from every group other than `group` (null: from every group). Claims in
 * `vacated` count as already released.
 */
export function seatIsOpen(
  ledger: SeatLedger,
  seat: number,
  group: string | null,
  vacated: ReadonlySet<Claim> = NONE,
): boolean {
  if (ledger.state[seat] !== SEAT_STATE.free) {
    const claim = ledger.claimOfSeat(seat)
    if (!claim || !vacated.has(claim)) return false
  }
  if (ledger.distance === 0) return true
  const { layout, distance } = ledger
  const run = layout.runs[layout.runOf[seat] ?? -1]
  if (!run) return false
  const position = layout.positionInRun[seat] ?? 0
  if (ledger.freeInRun[layout.runOf[seat] ?? -1] === run.seats.length) return true
  const last = Math.min(run.seats.length - 1, position + distance)
  for (let neighbour = Math.max(0, position - distance); neighbour <= last; neighbour++) {
    const claim = ledger.claimOfSeat(run.seats[neighbour] ?? -1)
    if (claim && groupOf(claim) !== group && !vacated.has(claim)) return false
  }
  return true
}
