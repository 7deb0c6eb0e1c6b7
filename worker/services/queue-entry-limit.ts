/** How many entries one network gets in a room each minute, so that nobody fills a lottery from one machine. */
import type { Env } from '../env.ts'

/** The /64 and /48 of an IPv6 address, or the /32 and /24 of an IPv4 one. */
type Networks = { exact: string; wide: string }

/**
 * Asked only where no check for bots is configured: many fans share an address at a mobile network and are limited too. They
 * keep the moment at which they asked (http/queue-cookies).
 */
export async function mayEnterQueue(
  env: Pick<Env, 'QUEUE_ENTRIES' | 'QUEUE_ENTRIES_WIDE' | 'QUEUE_ENTRIES_IPV6'>,
  room: string,
  { exact, wide }: Networks,
): Promise<boolean> {
  const [own, all] = await Promise.all([
    env.QUEUE_ENTRIES.limit({ key: `${room} ${exact}` }),
    (wide.includes(':') ? env.QUEUE_ENTRIES_IPV6 : env.QUEUE_ENTRIES_WIDE).limit({ key: `${room} ${wide}` }),
  ])
  return own.success && all.success
}
