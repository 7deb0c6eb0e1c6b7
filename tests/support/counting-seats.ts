/** Bindings whose seat objects count how often their availability is read. */
import type { EventSeatsApi } from '../../worker/domain/seats/seat-hold.ts'
import type { Env } from '../../worker/env.ts'
import { testEnv } from './test-env.ts'

/** `calls` contains the names of the called seat objects. The objects answer no other call. */
export function countingEnv(): { env: Env; calls: string[] } {
  const calls: string[] = []
  const EVENT_SEATS = {
    ...testEnv.EVENT_SEATS,
    getByName(name: string): EventSeatsApi {
      const object = testEnv.EVENT_SEATS.getByName(name)
      const counted: Pick<EventSeatsApi, 'availability'> = {
        availability(plan, now) {
          calls.push(name)
          return object.availability(plan, now)
        },
      }
      return counted as EventSeatsApi
    },
  }
  return { env: { ...testEnv, EVENT_SEATS }, calls }
}
