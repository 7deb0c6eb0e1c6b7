/**
 * Limits how many entries a network gets in a room each minute, so that no bot fills a lottery. If a request for an entry is
 * refused, its time may be remembered. A second limit counts these remembered requests. Each Cloudflare location counts
 * separately.
 */

import type { Env } from '../../env.ts'
import type { Networks } from '../client-network.ts'
import { isWithinBoth } from '../rate-limit.ts'

type Limits = Pick<Env, 'QUEUE_ENTRIES' | 'QUEUE_ENTRIES_WIDE' | 'QUEUE_ENTRIES_IPV6'>

/**
 * Called only if no bot check is configured, because this limit also refuses fans who share the address of a mobile network.
 * If `mayRememberRequest` allows it, a cookie stores the time of a refused request (http/waiting-room/queue-cookies).
 */
export function mayEnterQueue(env: Limits, room: string, networks: Networks): Promise<boolean> {
  return isWithin(env, room, networks)
}

/**
 * Limits remembered requests to the same number. Without this limit, a bot could make thousands of requests at the opening.
 * Over the following minutes, it could turn them into entries that count as having joined at the opening.
 */
export function mayRememberRequest(env: Limits, room: string, networks: Networks): Promise<boolean> {
  return isWithin(env, `ask ${room}`, networks)
}

function isWithin(env: Limits, subject: string, networks: Networks): Promise<boolean> {
  const wide = networks.wideNetwork.includes(':') ? env.QUEUE_ENTRIES_IPV6 : env.QUEUE_ENTRIES_WIDE
  return isWithinBoth(env.QUEUE_ENTRIES, wide, networks, `${subject} `)
}
