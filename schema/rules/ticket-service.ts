/** When fans can ask for cancellations and changes of tickets (SUP-04). The pages and the server apply the same rule. */
import type { EventMeta, ShopMeta } from '../catalogue-values.ts'
import { HOUR, TICKET_SERVICE_HOURS } from '../limits.ts'

export type TicketService = 'cancel' | 'change'

type ShopSettings = Pick<ShopMeta, 'cancel_form_closed' | 'change_form_closed'>
type ServicedEvent = { status: string; happeningFromAt: number; meta: Pick<EventMeta, 'cancel_hours' | 'change_hours'> }

/** The last instant for requests about the event's tickets, in epoch milliseconds. A postponed event has none yet. */
export function ticketServiceDeadline(service: TicketService, event: ServicedEvent): number | null {
  if (event.status === 'postponed') return null
  const own = service === 'cancel' ? event.meta.cancel_hours : event.meta.change_hours
  return event.happeningFromAt - (own ?? TICKET_SERVICE_HOURS) * HOUR
}

/** `event` is null if the fan has not come from an event or an order. Only the shop's setting counts then. */
export function ticketServiceIsOpen(
  service: TicketService,
  shop: ShopSettings,
  event: ServicedEvent | null,
  now: number,
): boolean {
  if (service === 'cancel' ? shop.cancel_form_closed : shop.change_form_closed) return false
  const deadline = event && ticketServiceDeadline(service, event)
  return deadline === null || now <= deadline
}
