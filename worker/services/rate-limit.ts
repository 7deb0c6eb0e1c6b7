/**
 * Rate limits of what every visitor may do without proving anything. They count by network, so they are generous: a mobile
 * network brings many fans from one address. Cloudflare counts for each location.
 */
import type { ShopContext } from '../context.ts'
import type { RateLimit } from '../env.ts'
import { ShopError } from './shop-error.ts'

/** Throws TOO_MANY_REQUESTS. Without a network (no edge in front of the worker) nobody can be told apart. */
export async function withinRate(limit: RateLimit, { network }: Pick<ShopContext, 'network'>): Promise<void> {
  if (network === '') return
  const { success } = await limit.limit({ key: network })
  if (!success) throw new ShopError('TOO_MANY_REQUESTS', {})
}
