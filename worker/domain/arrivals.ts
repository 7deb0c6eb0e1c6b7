/**
 * Who came when, in numbers. A counter keeps its arrivals by the second and tells its totals again until the coordinator
 * has them; a second is forgotten only once it is over and told, and a straggler after that counts for the oldest second
 * still kept. Counts blur a position at worst: the order itself stands in the signed places.
 */
import { COUNTERS, type Place } from './waiting-room.ts'

/** The counter that takes this place's arrival and its pass's heartbeats. */
export function counterOf(placeId: string): number {
  // FNV-1a: spreads evenly and is the same everywhere.
  let hash = 0x811c9dc5
  for (let index = 0; index < placeId.length; index++) hash = Math.imul(hash ^ placeId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % COUNTERS
}

/** The counter object's name. */
export function counterName({ room, id }: Pick<Place, 'room' | 'id'>): string {
  return `${room}/${counterOf(id)}`
}
