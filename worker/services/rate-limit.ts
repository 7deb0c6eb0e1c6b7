/**
 * Rate limits by network. Limits of actions that are open to every visitor are generous, because a mobile network brings
 * many fans from one address. Each Cloudflare location counts separately.
 */

import type { RateLimit } from '../env.ts'
import type { Networks } from './client-network.ts'
import { ShopError } from './shop-error.ts'

/**
 * Throws TOO_MANY_REQUESTS. Without a network (no edge in front of the worker), visitors cannot be distinguished, and nobody
 * is refused.
 */
export async function withinRate(exact: RateLimit, wide: RateLimit, networks: Networks): Promise<void> {
  if (networks.network === '') return
  if (!(await isWithinBoth(exact, wide, networks))) throw new ShopError('TOO_MANY_REQUESTS', {})
}

/**
 * Counts an action by network and by wide network, because the owner of a /48 has 65,536 networks. Returns whether both
 * limits allow it. `prefix` begins both keys, so that actions with different prefixes are counted separately.
 */
export async function isWithinBoth(
  exact: RateLimit,
  wide: RateLimit,
  { network, wideNetwork }: Networks,
  prefix = '',
): Promise<boolean> {
  const [own, all] = await Promise.all([
    exact.limit({ key: `${prefix}${network}` }),
    wide.limit({ key: `${prefix}${wideNetwork}` }),
  ])
  return own.success && all.success
}
