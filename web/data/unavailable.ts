/**
 * What keeps this visitor out, told by a page of the edge or by any answer 503 (SES-03). Whoever shows the waiting screen
 * listens here; an answer that cannot be read counts as a queue without a room.
 */
import { useSyncExternalStore } from 'react'
import type { QueuedSession } from '../../schema/queue.ts'

let told: QueuedSession | null = null
const listeners = new Set<() => void>()

export function setWaiting(next: QueuedSession | null): void {
  told = next
  for (const listener of listeners) listener()
}

/** `session` as the server wrote it. */
export function tellUnavailable(session: unknown): void {
  const isOurs = typeof session === 'object' && session !== null && 'queue' in session && 'waitingIndex' in session
  setWaiting(isOurs ? (session as QueuedSession) : { waitingIndex: 0, catalogWaitingIndex: 0, queue: null })
}

export function useWaiting(): QueuedSession | null {
  return useSyncExternalStore(subscribe, waiting, waiting)
}

/** Instead of the page, over it, or nowhere: what a checkout must not do without is never kept back. */
export function waitOn(routeName: string, wait: QueuedSession | null): 'page' | 'over' | null {
  if (wait === null) return null
  const scope = wait.queue?.scope ?? 'catalogue'
  if (scope === 'catalogue') return isCheckout(routeName) ? null : 'page'
  return scope === 'event' && routeName === 'event' ? 'page' : 'over'
}

export function isCheckout(routeName: string): boolean {
  return routeName.startsWith('checkout') || routeName === 'pay-later'
}

/** Another page is another event's, or nobody's: if it is guarded too, its answers say so. The place stays. */
export function leavePage(): void {
  if (told?.queue && told.queue.scope !== 'catalogue') setWaiting(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function waiting(): QueuedSession | null {
  return told
}
