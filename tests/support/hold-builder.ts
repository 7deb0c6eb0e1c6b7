/** Builds hold requests. By default, they request one ticket of category 1, the sale is open, and the cart limit is high. */
import type { HoldRequest, HoldRules, PlanName } from '../../worker/domain/seats/seat-hold.ts'

/** This instant is far ahead of the real clock, so that no alarm fires by itself. */
export const NOW = Date.UTC(2100, 0, 1)
export const MINUTE = 60_000

export function holdRules(wish: Partial<HoldRules> = {}): HoldRules {
  return {
    presaleAt: NOW - 1,
    salesEndAt: NOW + 1_000_000 * MINUTE,
    cartLimit: 100,
    holdSeconds: 1200,
    forceAmount: null,
    forceSection: null,
    distancing: 0,
    avoidSingleSeats: false,
    ...wish,
  }
}

/** The name of the plan that the tests use by default. */
export const DEMO_PLAN: PlanName = { key: 'plans/demo.json', version: 1 }

let requests = 0

export function holdRequest({
  rules,
  ...wish
}: Partial<Omit<HoldRequest, 'rules'>> & { rules?: Partial<HoldRules> } = {}): HoldRequest {
  requests++
  return {
    cartId: 'cart-1',
    requestKey: `request-${requests}`,
    plan: DEMO_PLAN,
    rules: holdRules(rules),
    heldElsewhere: 0,
    category: 1,
    seatIds: [],
    amount: wish.seatIds?.length || 1,
    sectionId: null,
    presaleCode: null,
    now: NOW,
    ...wish,
  }
}
