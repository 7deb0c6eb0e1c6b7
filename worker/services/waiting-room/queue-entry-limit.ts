/**
 * How many entries one network gets in a room each minute and how many asks it keeps, in one of Cloudflare's locations, so that
 * no machine fills a lottery.
 */

import type { Env } from '../../env.ts'
import type { Networks } from '../client-network.ts'

type Limits = Pick<Env, 'QUEUE_ENTRIES' | 'QUEUE_ENTRIES_WIDE' | 'QUEUE_ENTRIES_IPV6'>

/**
 * Asked only where no check for bots is configured: many fans share an address at a mobile network and are limited too. They
 * keep the moment at which they asked (http/queue-cookies).
 */
export function mayEnterQueue(env: Limits, room: string, networks: Networks): Promise<boolean> {
  return isWithin(env, room, networks)
}

/**
 * As many a minute as entries, counted apart. Without a limit a machine could ask for thousands at the opening, and turn the
 * asks into entries of that moment in the minutes after it.
 */
export function mayKeepAsk(env: Limits, room: string, networks: Networks): Promise<boolean> {
  return isWithin(env, `ask ${room}`, networks)
}

async function isWithin(env: Limits, subject: string, { network, wideNetwork }: Networks): Promise<boolean> {
  const wide = wideNetwork.includes(':') ? env.QUEUE_ENTRIES_IPV6 : env.QUEUE_ENTRIES_WIDE
  const [own, all] = await Promise.all([
    env.QUEUE_ENTRIES.limit({ key: `${subject} ${network}` }),
    wide.limit({ key: `${subject} ${wideNetwork}` }),
  ])
  return own.success && all.success
}
