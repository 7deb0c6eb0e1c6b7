/**
 * Admits the visitor: rings the bell, removes the stored wait, and ends the wait. The guarded page then replaces the waiting
 * screen. On other pages, the queue bar links to the guarded page.
 */
import { markAdmitted, waitState } from '../data/waiting.ts'
import { ring } from './bell.ts'
import { storeInside, storeWait } from './stored-wait.ts'

/** `shop` is the slug of the shop in which the visitor waited. */
export function admit(shop: string): void {
  const room = waitState().wait?.session.queue?.room ?? null
  ring()
  storeWait(null, shop)
  markAdmitted()
  const until = waitState().insideUntil
  storeInside(until === null ? null : { room, until }, shop)
}
