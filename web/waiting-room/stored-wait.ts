/** Stores the wait and the time inside for this tab, so that they survive page loads. */
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { writeItem } from '../data/browser-storage.ts'
import type { Wait } from '../data/page-state.ts'
import { serverTime } from '../data/server-clock.ts'
import { resumeInside, resumeWait } from '../data/waiting.ts'

const KEY = 'queue'
const INSIDE_KEY = 'inside'

/** `shop` is the slug of the shop in which the visitor waits. Shops on the same host share the storage. */
type StoredWait = { shop: string; session: QueuedSession; guardedPath: string }

/**
 * Null removes the stored wait. A wait for the catalogue is not stored, because each guarded page starts it again. A visitor
 * who waits again is no longer inside.
 */
export function storeWait(wait: Wait | null, shop: string): void {
  try {
    if (wait) storeInside(null, shop)
    if (!wait?.session.queue || wait.session.queue.scope === 'catalogue') sessionStorage.removeItem(KEY)
    else {
      const stored: StoredWait = { shop, session: wait.session, guardedPath: wait.guardedPath }
      writeItem(sessionStorage, KEY, JSON.stringify(stored))
    }
  } catch {
    // Storage is blocked or full, so the wait ends with the page.
  }
}

type StoredInside = { shop: string; until: number }

/** Null removes the stored time. */
export function storeInside(until: number | null, shop: string): void {
  try {
    if (until === null) sessionStorage.removeItem(INSIDE_KEY)
    else writeItem(sessionStorage, INSIDE_KEY, JSON.stringify({ shop, until } satisfies StoredInside))
  } catch {
    // Storage is blocked or full, so the page forgets the time with its next load.
  }
}

/** Resumes the stored wait, and polls at once. Without a wait, shows the time that is left inside. */
export function resumeStoredWait(shop: string): void {
  try {
    const inside = JSON.parse(sessionStorage.getItem(INSIDE_KEY) ?? 'null') as StoredInside | null
    if (inside?.shop === shop && inside.until > serverTime()) resumeInside(inside.until)
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredWait | null
    const queue = stored?.session?.queue
    if (!stored || !queue || stored.shop !== shop) return
    resumeWait({ ...stored.session, queue: { ...queue, pollAfterSeconds: 0 } }, stored.guardedPath)
  } catch {
    // Storage is blocked, or its content is invalid.
  }
}
