/**
 * Reads seat plans from the bucket and caches the parsed plans in the isolate. A key contains a hash of its plan, so
 * cached plans never become outdated.
 */

import type { SeatPlan } from '../../schema/seat-map.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'

const plans = new BoundedMap<string, SeatPlan>('seat plans', 8)

/**
 * Throws if the bucket has no such plan. This is a fault, because the import writes plans before the rows that name
 * them.
 */
export async function loadSeatPlan(bucket: R2Bucket, planKey: string): Promise<SeatPlan> {
  const known = plans.get(planKey)
  if (known) return known
  const object = await bucket.get(planKey)
  if (!object) throw new Error(`seat plan ${planKey} is not in the bucket`)
  const plan = await object.json<SeatPlan>()
  plans.set(planKey, plan)
  return plan
}
