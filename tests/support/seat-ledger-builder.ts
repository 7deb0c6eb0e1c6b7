/** Builds a ledger with claimed seats. Each claim belongs to a different cart, unless the test names the cart. */
import type { SeatPlan } from '../../schema/seat-map.ts'
import { createLayout } from '../../worker/domain/seats/block-layout.ts'
import { type Claim, SeatLedger } from '../../worker/domain/seats/seat-ledger.ts'
import { DEMO_PLAN, MINUTE, NOW } from './hold-builder.ts'

function claim(wish: Partial<Claim> & { place: string }): Claim {
  return {
    holdId: `hold-${wish.place}`,
    kind: 'seat',
    amount: 1,
    category: 1,
    cartId: `stranger-${wish.place}`,
    orderId: null,
    epoch: 0,
    heldUntil: NOW + 20 * MINUTE,
    extended: false,
    presaleCodeId: null,
    ...wish,
  }
}

export function ledgerOf(
  plan: SeatPlan,
  claims: (Partial<Claim> & { place: string })[] = [],
  distance = 0,
): SeatLedger {
  const ledger = new SeatLedger(createLayout(plan, DEMO_PLAN, 0), claims.map(claim), 0, distance)
  ledger.expire(NOW)
  return ledger
}

/** Returns the ids of the seats with the given indexes. */
export function seatIdsOf(plan: SeatPlan, seats: readonly number[]): string[] {
  return seats.map((seat) => plan.seats[seat]?.[0] ?? '')
}
