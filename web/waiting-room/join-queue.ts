/**
 * Exchanges a passed bot check for a queue entry. Then it polls at once, because the next regular poll may be half a minute
 * away. The answer contains the position or admits the visitor.
 */
import { SessionDocument } from '../../schema/generated/operations.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { type CheckAnswer, sendToken } from '../bot-check/check-answer.ts'
import { runOperation } from '../data/fetch.ts'
import { updateWait } from '../data/waiting.ts'
import { admit } from './admit.ts'

/** `shop` is the slug of the shop in which the visitor waits. */
export async function joinQueue(room: string, token: string, shop: string): Promise<CheckAnswer> {
  const answer = await sendToken('/queue/place', { room, token })
  if (answer.kind !== 'accepted') return answer
  try {
    const { session } = await runOperation(SessionDocument, { room })
    if (session.waitingIndex < 0 && session.catalogWaitingIndex < 0) admit(shop)
    else if (session.queue) updateWait(session as QueuedSession)
  } catch {
    // The next regular poll gets the position.
  }
  return answer
}
