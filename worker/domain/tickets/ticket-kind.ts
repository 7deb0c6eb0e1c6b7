/** EVT-04: an event may be sold in one kind of ticket alone, whatever variants its catalogue keeps. */
import type { EventMeta } from '../../../schema/catalogue-values.ts'

type KindRule = Pick<EventMeta, 'only_online_tickets' | 'only_hard_tickets'>

/** `physical`: a hard ticket, which travels by post. */
export function ticketKindIsSold(meta: KindRule, physical: boolean): boolean {
  if (meta.only_online_tickets) return !physical
  return meta.only_hard_tickets ? physical : true
}
