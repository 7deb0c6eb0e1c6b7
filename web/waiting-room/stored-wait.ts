/** Stores the wait and the time inside for this tab, so that they survive page loads. */
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { writeItem } from '../data/browser-storage.ts'
import type { Wait } from '../data/page-state.ts'
import { serverTime } from '../data/server-clock.ts'
import { resumeInside, resumeWait } from '../data/waiting.ts'

const KEY = 'queue'
const INSIDE_KEY = 'inside'
const SHOWN_AFTER_END_MS = 3_600_000

/** `shop` is the slug of the shop in which the visitor waits. Shops on the same host share the storage. */
type StoredWait = { shop: string; session: QueuedSession; guardedPath: string }

/**
 * Null removes the stored wait. A wait for the catalogue is not stored, because each guarded page starts it again. A visitor
 * who waits again in the same waiting room is no longer inside.
 */
export function storeWait(wait: Wait | null, shop: string): void {
  try {
    const room = wait?.session.queue?.room
    if (room !== undefined && storedInside(shop)?.room === room) storeInside(null, shop)
    if (!wait?.session.queue || wait.session.queue.scope === 'catalogue') sessionStorage.removeItem(KEY)
    else {
      const stored: StoredWait = { shop, session: wait.session, guardedPath: wait.guardedPath }
      writeItem(sessionStorage, KEY, JSON.stringify(stored))
    }
  } catch {
    // Storage is blocked or full, so the wait ends with the page.
  }
}

/** `room` is null if it is unknown which waiting room admitted the visitor. */
type StoredInside = { shop: string; room: string | null; until: number }

/** Null removes the stored time. */
export function storeInside(inside: Omit<StoredInside, 'shop'> | null, shop: string): void {
  try {
    if (inside === null) sessionStorage.removeItem(INSIDE_KEY)
    else writeItem(sessionStorage, INSIDE_KEY, JSON.stringify({ ...inside, shop } satisfies StoredInside))
  } catch {
    // Storage is blocked or full, so the page forgets the time with its next load.
  }
}

function storedInside(shop: string): StoredInside | null {
  const inside = JSON.parse(sessionStorage.getItem(INSIDE_KEY) ?? 'null') as StoredInside | null
  return inside?.shop === shop ? inside : null
}

/**
 * Whether the visitor was inside, and neither ordered nor closed the notice about the end of the time. With `room`, only a time
 * that this waiting room gave counts.
 */
export function timeInsideIsOver(shop: string, room?: string): boolean {
  try {
    const inside = storedInside(shop)
    if (inside === null || (room !== undefined && inside.room !== room)) return false
    return inside.until <= serverTime() && serverTime() < inside.until + SHOWN_AFTER_END_MS
  } catch {
    // Storage is blocked, the content is invalid, or this is the server.
    return false
  }
}

/**
 * Resumes the stored wait, and polls at once. Without a wait, shows the time that is left inside or, for an hour, that it is
 * over: phones discard pages that are not visible.
 */
export function resumeStoredWait(shop: string): void {
  try {
    const inside = storedInside(shop)
    if (inside && (inside.until > serverTime() || timeInsideIsOver(shop))) resumeInside(inside.until)
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredWait | null
    const queue = stored?.session?.queue
    if (!stored || !queue || stored.shop !== shop) return
    resumeWait({ ...stored.session, queue: { ...queue, pollAfterSeconds: 0 } }, stored.guardedPath)
  } catch {
    // Storage is blocked, or its content is invalid.
  }
}
