/**
 * The errors that no code has handled, and the actions that are logged (CONS-01, LOG-01). Their consumers load after the
 * page, so the first values are stored in memory until then.
 */
import type { Activity } from '../../schema/tracking.ts'

const MOST_STORED = 10

function createRelay<Value>() {
  let stored: Value[] = []
  let consume: ((value: Value) => void) | null = null
  return {
    send(value: Value): void {
      if (consume) consume(value)
      else if (stored.length < MOST_STORED) stored.push(value)
    },
    /** From now on, passes each value to `next`, beginning with the stored ones. */
    connect(next: (value: Value) => void): void {
      consume = next
      for (const value of stored) next(value)
      stored = []
    },
  }
}

export const faults = createRelay<unknown>()
export const activities = createRelay<Activity>()

/** Logs an action of the visitor on the server, without waiting for it. */
export const logActivity = activities.send

/** Records the errors that reach the window. Errors that a boundary of React has caught do not. */
export function watchFaults(): void {
  addEventListener('error', ({ error, message }) => faults.send(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => faults.send(reason))
}
