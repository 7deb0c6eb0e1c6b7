/**
 * Seat plans from the bucket, parsed once an isolate. Keys name their content, so nothing ever goes stale; the few plans
 * of the events on sale stay, older ones leave.
 */
import type { SeatPlan } from '../../schema/seat-map.ts'

const KEPT = 8
const plans = new Map<string, SeatPlan>()

/** Throws where the bucket has no such plan: the import writes plans before the rows that name them. */
export async function loadSeatPlan(bucket: R2Bucket, planKey: string): Promise<SeatPlan> {
  const known = plans.get(planKey)
  if (known) return known
  const object = await bucket.get(planKey)
  if (!object) throw new Error(`seat plan ${planKey} is not in the bucket`)
  const plan = await object.json<SeatPlan>()
  plans.set(planKey, plan)
  const oldest = plans.keys().next().value
  if (plans.size > KEPT && oldest !== undefined) plans.delete(oldest)
  return plan
}
