/**
 * An order ends the passes of its cart for good, so that nobody buys again and again with one pass. The coordinator is told,
 * because it would otherwise issue the pass again. The counters are told, because they would otherwise renew the pass. The
 * payment of an order needs no pass, so a fan whose payment fails can still pay.
 */
import type { RoomControls } from '../../domain/waiting-room/waiting-room.ts'
import type { Env } from '../../env.ts'
import { log, reasonOf } from '../log.ts'
import { entryCounter, roomCoordinator } from '../seat-objects.ts'

/** A pass for a catalogue only lets its holder browse, so an order does not end it. */
export function endsWithOrder({ scope }: Pick<RoomControls, 'scope'>): boolean {
  return scope !== 'catalogue'
}

/**
 * Ends the passes that the cart had in these rooms at `orderedAt` (epoch milliseconds), according to the coordinators'
 * records and not the browser's cookies. Returns the rooms that could not be reached.
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
    const entryIds = await roomCoordinator(env, room).endOfCart(cartId, orderedAt, now)
    await Promise.all(entryIds.map((id) => entryCounter(env, room, id).end(id, now)))
    return true
  } catch (error) {
    log('warn', 'passes of an order not ended yet', { room, error: reasonOf(error) })
    return false
  }
}
