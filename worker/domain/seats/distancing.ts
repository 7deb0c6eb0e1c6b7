/**
 * SEAT-06: between two groups that do not belong together, `distance` seats of a run stay empty. A group is a cart with
 * what it holds and bought, or an order that took its seats without a cart; one's own seats never keep one away.
 */
import { SEAT_STATE } from '../../../schema/availability.ts'
import type { Claim, SeatLedger } from './seat-ledger.ts'

function groupOf({ cartId, orderId }: Claim): string {
  return cartId ?? orderId ?? ''
}

const NONE: ReadonlySet<Claim> = new Set()

/**
 * True where the seat is free and far enough from everybody but `group` (null: from everybody). `vacated` are claims that
 * count as given back already.
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
  const { room, distance } = ledger
  const run = room.runs[room.runOf[seat] ?? -1]
  if (!run) return false
  const place = room.placeInRun[seat] ?? 0
  if (ledger.freeInRun[room.runOf[seat] ?? -1] === run.seats.length) return true
  const last = Math.min(run.seats.length - 1, place + distance)
  for (let neighbour = Math.max(0, place - distance); neighbour <= last; neighbour++) {
    const claim = ledger.claimOfSeat(run.seats[neighbour] ?? -1)
    if (claim && groupOf(claim) !== group && !vacated.has(claim)) return false
  }
  return true
}
