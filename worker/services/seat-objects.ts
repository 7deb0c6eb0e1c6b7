/** Opens Durable Objects in the configured `JURISDICTION`. */
import type { EventSeatsApi } from '../domain/seats/seat-hold.ts'
import { counterName } from '../domain/waiting-room/arrival-counts.ts'
import type { WaitingCounterApi, WaitingRoomApi } from '../domain/waiting-room/waiting-room.ts'
import type { Env, ObjectNamespace } from '../env.ts'

export function objectsOf<Api>(env: Pick<Env, 'JURISDICTION'>, namespace: ObjectNamespace<Api>): ObjectNamespace<Api> {
  return env.JURISDICTION === 'eu' ? namespace.jurisdiction('eu') : namespace
}

/** The object of this block of the event. */
export function seatsObject(
  env: Pick<Env, 'JURISDICTION' | 'EVENT_SEATS'>,
  eventId: string,
  block: number,
): EventSeatsApi {
  return objectsOf(env, env.EVENT_SEATS).getByName(`${eventId}/${block}`)
}

/** The coordinator of the waiting room with this key. */
export function roomCoordinator(env: Pick<Env, 'JURISDICTION' | 'WAITING_ROOM'>, room: string): WaitingRoomApi {
  return objectsOf(env, env.WAITING_ROOM).getByName(room)
}

/** The counter that receives the entry's arrival and the heartbeats of its pass. */
export function entryCounter(env: Env, room: string, entryId: string): WaitingCounterApi {
  return objectsOf(env, env.WAITING_COUNTER).getByName(counterName({ room, id: entryId }))
}
