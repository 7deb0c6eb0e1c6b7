/**
 * What keeps this visitor out, told by a page of the edge or by any answer 503 (SES-03). Whoever shows the waiting screen
 * listens here; an answer that cannot be read counts as a queue without a room.
 */
import { useSyncExternalStore } from 'react'
import type { QueuedSession } from '../../schema/queue.ts'

let waiting: QueuedSession | null = null
const listeners = new Set<() => void>()

export function setWaiting(next: QueuedSession | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** `session` as the server wrote it. */
export function tellUnavailable(session: unknown): void {
  const isOurs = typeof session === 'object' && session !== null && 'queue' in session && 'waitingIndex' in session
  setWaiting(isOurs ? (session as QueuedSession) : { waitingIndex: 0, catalogWaitingIndex: 0, queue: null })
}

export function useWaiting(): QueuedSession | null {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): QueuedSession | null {
  return waiting
}
