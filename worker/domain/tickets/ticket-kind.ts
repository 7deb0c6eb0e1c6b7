/** An event may be restricted to one kind of ticket, even if the catalogue has variants of both kinds (EVT-04). */
import type { EventMeta } from '../../../schema/catalogue-values.ts'
import type { Localised } from '../../../schema/locale.ts'

type KindRule = Pick<EventMeta, 'only_online_tickets' | 'only_hard_tickets'>

/** `physical` is true for a hard ticket, which is sent by post, and false for an online ticket. */
export function ticketKindIsSold(meta: KindRule, physical: boolean): boolean {
  if (meta.only_online_tickets) return !physical
  return meta.only_hard_tickets ? physical : true
}

/** The name of the kind in carts, orders and mails of events that sell both kinds. */
export function ticketKindName(physical: boolean): Localised {
  return physical ? { de: 'Hardticket', en: 'printed ticket' } : { de: 'Online-Ticket', en: 'online ticket' }
}
