/**
 * Rate limits of what every visitor may do without proving anything. They count by network, so they are generous: a mobile
 * network brings many fans from one address. Each of Cloudflare's locations counts for itself.
 */

import type { RateLimit } from '../env.ts'
import type { Networks } from './client-network.ts'
import { ShopError } from './shop-error.ts'

/**
 * By network, and by wide network: whoever owns a whole /48 has 65,536 networks. Without a network (no edge in front of the
 * worker) nobody can be told apart. Throws TOO_MANY_REQUESTS.
 */
export async function withinRate(exact: RateLimit, wide: RateLimit, { network, wideNetwork }: Networks): Promise<void> {
  if (network === '') return
  const [own, all] = await Promise.all([exact.limit({ key: network }), wide.limit({ key: wideNetwork })])
  if (!own.success || !all.success) throw new ShopError('TOO_MANY_REQUESTS', {})
}
