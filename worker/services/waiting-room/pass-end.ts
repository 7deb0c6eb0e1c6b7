/**
 * An order ends its cart's passes for good, so that nobody buys without end by one of them: at the coordinator that would
 * give them again, and at the counters that renew them. The payment after it is never guarded, so a fan whose payment fails
 * loses nothing.
 */
import { counterName } from '../../domain/waiting-room/arrival-counts.ts'
import type { RoomControls } from '../../domain/waiting-room/waiting-room.ts'
import type { Env } from '../../env.ts'
import { log, reasonOf } from '../log.ts'
import { objectsOf } from '../seat-objects.ts'

/** Passes to a catalogue let their holders look, not buy. */
export function endsWithOrder({ scope }: Pick<RoomControls, 'scope'>): boolean {
  return scope !== 'catalogue'
}

/**
 * Ends the passes that the cart had in these rooms at `orderedAt`; the coordinators know them, whatever the browser sends.
 * Answers with the rooms that could not be reached.
 */
export async function endPassesOfCart(
  env: Env,
  cartId: string,
  { rooms, orderedAt }: { rooms: readonly string[]; orderedAt: number },
  now: number,
): Promise<string[]> {
  const ended = await Promise.all(rooms.map((room) => endPassesIn(env, room, cartId, orderedAt, now)))
  return rooms.filter((_room, index) => !ended[index])
}

async function endPassesIn(env: Env, room: string, cartId: string, orderedAt: number, now: number): Promise<boolean> {
  try {
    const placeIds = await objectsOf(env, env.WAITING_ROOM).getByName(room).endOfCart(cartId, orderedAt, now)
    const counters = objectsOf(env, env.WAITING_COUNTER)
    await Promise.all(placeIds.map((id) => counters.getByName(counterName({ room, id })).end(id, now)))
    return true
  } catch (error) {
    log('warn', 'passes of an order were not ended yet', { room, error: reasonOf(error) })
    return false
  }
}
