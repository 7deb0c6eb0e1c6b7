/** How many entries one network gets in a room each minute, so that nobody fills a lottery from one machine. */
import type { Env } from '../env.ts'

type Networks = { exact: string; wide: string }

/** Asked only where no check for bots is configured: many fans share an address at a mobile network and are limited too. */
export async function mayEnterQueue(
  env: Pick<Env, 'QUEUE_ENTRIES' | 'QUEUE_ENTRIES_WIDE'>,
  room: string,
  { exact, wide }: Networks,
): Promise<boolean> {
  const [own, all] = await Promise.all([
    env.QUEUE_ENTRIES.limit({ key: `${room} ${exact}` }),
    env.QUEUE_ENTRIES_WIDE.limit({ key: `${room} ${wide}` }),
  ])
  return own.success && all.success
}
