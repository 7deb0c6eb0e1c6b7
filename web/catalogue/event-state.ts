/** The state of an event's ticket sale at `now` (epoch milliseconds, the server's clock). The first match counts. */
import type { EventTileFragment } from '../../schema/generated/operations.ts'
import { eventMeta } from '../data/meta.ts'

export type EventState = 'external' | 'cancelled' | 'soldOut' | 'ended' | 'presale' | 'open'

type Sold = Pick<EventTileFragment, 'status' | 'meta' | 'soldOutMessage' | 'salesEndAt' | 'presaleAt'>

export function eventState(event: Sold, now: number): EventState {
  if (event.status === 'cancelled') return 'cancelled'
  if (eventMeta(event).external_link) return 'external'
  if (event.soldOutMessage) return 'soldOut'
  if (now >= event.salesEndAt) return 'ended'
  return now < event.presaleAt ? 'presale' : 'open'
}
