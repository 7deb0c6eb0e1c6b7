/**
 * LOG-01: records an action of a visitor (mutation `logActivity`) in Analytics Engine, or in the log if the deployment has no
 * dataset there. The record contains the shop and the name of the action, but no data about the visitor.
 */
import { isActivity } from '../../schema/tracking.ts'
import type { ShopContext } from '../context.ts'
import { log } from './log.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

/** Throws BAD_INPUT or TOO_MANY_REQUESTS. */
export async function logActivity(context: ShopContext, action: string): Promise<void> {
  const { env, shop } = context
  if (!isActivity(action)) throw new ShopError('BAD_INPUT', { field: 'action', expected: 'a known action' })
  await withinRate(env.ACTIVITY_TRIES, env.ACTIVITY_TRIES_WIDE, context)
  if (env.ACTIVITY) env.ACTIVITY.writeDataPoint({ indexes: [shop.id], blobs: [action] })
  else log('info', 'activity', { shop: shop.slug, action })
}
