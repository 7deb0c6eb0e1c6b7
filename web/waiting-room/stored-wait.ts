/** A fan's wait, kept for this tab over loads of whole pages. */
import type { QueuedSession } from '../../schema/queue.ts'
import { writeItem } from '../data/browser-storage.ts'
import type { Wait } from '../data/page-state.ts'
import { resumeWait } from '../data/waiting.ts'

const KEY = 'queue'

/** `shop`: slug of the shop in which the fan waits; another one's pages share the storage but know nothing of it. */
type KeptWait = { shop: string; session: QueuedSession; keptOn: string }

/** Pages behind a room before the catalogue say themselves that the fan waits; null: nobody does any more. */
export function keepWait(wait: Wait | null, shop: string): void {
  try {
    if (!wait?.session.queue || wait.session.queue.scope === 'catalogue') sessionStorage.removeItem(KEY)
    else {
      const kept: KeptWait = { shop, session: wait.session, keptOn: wait.keptOn }
      writeItem(sessionStorage, KEY, JSON.stringify(kept))
    }
  } catch {
    // Storage is blocked: the wait lasts as long as the page.
  }
}

/** Takes a kept wait up again; its first question follows at once. */
export function takeUpWait(shop: string): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptWait | null
    const queue = kept?.session?.queue
    if (!kept || !queue || kept.shop !== shop) return
    resumeWait({ ...kept.session, queue: { ...queue, pollAfterSeconds: 0 } }, kept.keptOn)
  } catch {
    // Nothing to read, or not ours.
  }
}
