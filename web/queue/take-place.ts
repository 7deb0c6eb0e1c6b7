/**
 * Exchanges a passed check for a place in a room and shows the place at once, or lets the fan in where the room does: the
 * next question may be half a minute away.
 */
import { SessionDocument } from '../../schema/generated/operations.ts'
import type { QueuedSession } from '../../schema/queue.ts'
import { runOperation } from '../data/fetch.ts'
import { moveUp } from '../data/unavailable.ts'
import { sendToken } from './bot-check.tsx'
import { enter } from './enter.ts'

/** False where the shop does not accept the widget's token. `shop`: slug of the shop in which the fan waits. */
export async function takePlace(room: string, token: string, shop: string): Promise<boolean> {
  if (!(await sendToken('/queue/place', { room, token }))) return false
  try {
    const { session } = await runOperation(SessionDocument, { room })
    if (session.waitingIndex < 0 && session.catalogWaitingIndex < 0) enter(shop)
    else if (session.queue) moveUp(session as QueuedSession)
  } catch {
    // The next question finds the place.
  }
  return true
}
