/** An order ends its cart's passes for good, at the coordinator that would give them again and the counters that renew them. */
import { counterName } from '../domain/arrivals.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'
import { objectsOf } from './seat-objects.ts'

/** The coordinator knows which passes the cart has, whatever its browser sends. */
export async function endPassesOfCart(env: Env, room: string, cartId: string, now: number): Promise<void> {
  try {
    const placeIds = await objectsOf(env, env.WAITING_ROOM).getByName(room).endOfCart(cartId, now)
    const counters = objectsOf(env, env.WAITING_COUNTER)
    await Promise.all(placeIds.map((id) => counters.getByName(counterName({ room, id })).end(id, now)))
  } catch (error) {
    log('error', 'passes of an order were not ended', { room, error: reasonOf(error) })
  }
}
