/**
 * Exchanges a passed check for a place in a room and shows the place at once, or lets the fan in where the room does: the
 * next question may be half a minute away.
 */
import { SessionDocument } from '../../schema/generated/operations.ts'
import type { QueuedSession } from '../../schema/queue.ts'
import { type CheckAnswer, sendToken } from '../bot-check/check-answer.ts'
import { runOperation } from '../data/fetch.ts'
import { moveUp } from '../data/waiting.ts'
import { enter } from './enter.ts'

/** `shop`: slug of the shop in which the fan waits. */
export async function takePlace(room: string, token: string, shop: string): Promise<CheckAnswer> {
  const answer = await sendToken('/queue/place', { room, token })
  if (answer.kind !== 'accepted') return answer
  try {
    const { session } = await runOperation(SessionDocument, { room })
    if (session.waitingIndex < 0 && session.catalogWaitingIndex < 0) enter(shop)
    else if (session.queue) moveUp(session as QueuedSession)
  } catch {
    // The next question finds the place.
  }
  return answer
}
