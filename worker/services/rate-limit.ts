/**
 * Rate limits of actions open to every visitor. They count by network and are generous, because a mobile network brings
 * many fans from one address. Each Cloudflare location counts separately.
 */

import type { RateLimit } from '../env.ts'
import type { Networks } from './client-network.ts'
import { ShopError } from './shop-error.ts'

/**
 * Counts by network and by wide network, because the owner of a /48 has 65,536 networks. Without a network (no edge in front
 * of the worker), visitors cannot be distinguished. Throws TOO_MANY_REQUESTS.
 */
export async function withinRate(exact: RateLimit, wide: RateLimit, { network, wideNetwork }: Networks): Promise<void> {
  if (network === '') return
  const [own, all] = await Promise.all([exact.limit({ key: network }), wide.limit({ key: wideNetwork })])
  if (!own.success || !all.success) throw new ShopError('TOO_MANY_REQUESTS', {})
}
