/**
 * Seat plans from the bucket, parsed once per isolate. A key names its content, so a plan never goes stale. The plans that
 * were read last stay in memory.
 */

import type { SeatPlan } from '../../schema/seat-map.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'

const plans = new BoundedMap<string, SeatPlan>('seat plans', 8)

/** Throws if the bucket has no such plan: the import writes plans before the rows that name them. */
export async function loadSeatPlan(bucket: R2Bucket, planKey: string): Promise<SeatPlan> {
  const known = plans.get(planKey)
  if (known) return known
  const object = await bucket.get(planKey)
  if (!object) throw new Error(`seat plan ${planKey} is not in the bucket`)
  const plan = await object.json<SeatPlan>()
  plans.set(planKey, plan)
  return plan
}
