/** SUP-01: whether fans may give the tickets of an event back, as the organiser decided after cancelling or moving it. */
import type { EventMeta } from '../catalogue-values.ts'
import { REFUND_RELEASED_WITHIN } from '../limits.ts'

export type MassRefundState = 'NONE' | 'PAUSED' | 'OPEN'

type ReturnableEvent = { status: string; happeningFromAt: number; meta: Pick<EventMeta, 'mass_refund'> }

/**
 * The last instant at which tickets can be returned, in epoch milliseconds; null if there is none. Fans could go to an event
 * that was moved, so its tickets cannot be returned once it has begun. A postponed event has no date yet.
 */
function massRefundUntil({ status, happeningFromAt, meta }: ReturnableEvent): number | null {
  const limits = [meta.mass_refund?.until, status === 'active' ? happeningFromAt : undefined]
  const known = limits.filter((limit) => limit !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}

export function massRefundState(event: ReturnableEvent, now: number): MassRefundState {
  const { mass_refund } = event.meta
  const until = massRefundUntil(event)
  if (!mass_refund || (until !== null && until <= now)) return 'NONE'
  return mass_refund.state === 'paused' ? 'PAUSED' : 'OPEN'
}

/** Until when a refund requested at `now` may wait for the organiser's release; null if it needs none. */
export function refundReleaseDueAt({ meta }: Pick<ReturnableEvent, 'meta'>, now: number): number | null {
  return meta.mass_refund?.needs_release ? now + REFUND_RELEASED_WITHIN : null
}
