/** SUP-01: whether fans may give the tickets of an event back, as the organiser decided after cancelling or moving it. */
import type { EventMeta } from '../catalogue-values.ts'

export type MassRefundState = 'NONE' | 'PAUSED' | 'OPEN'

export function massRefundState({ mass_refund }: EventMeta): MassRefundState {
  if (!mass_refund) return 'NONE'
  return mass_refund.state === 'paused' ? 'PAUSED' : 'OPEN'
}
