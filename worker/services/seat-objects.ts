/** Opens Durable Objects in the configured `JURISDICTION`. */
import type { EventSeatsApi } from '../domain/seats/seat-hold.ts'
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
