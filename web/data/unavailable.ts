/**
 * What happens when the shop is full: the server answers 503 with this visitor's place, and whoever shows the waiting
 * screen listens here.
 */
type WaitingPlace = { waitingIndex: number; catalogWaitingIndex: number }

const listeners = new Set<(place: WaitingPlace) => void>()

/** Returns how to stop listening. */
export function onUnavailable(listener: (place: WaitingPlace) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `session` as the server wrote it; a place that cannot be read counts as the very first. */
export function tellUnavailable(session: unknown): void {
  const place = {
    waitingIndex: numberIn(session, 'waitingIndex'),
    catalogWaitingIndex: numberIn(session, 'catalogWaitingIndex'),
  }
  for (const listener of listeners) listener(place)
}

function numberIn(session: unknown, key: string): number {
  if (typeof session !== 'object' || session === null) return 0
  const value = (session as Record<string, unknown>)[key]
  return typeof value === 'number' ? value : 0
}
