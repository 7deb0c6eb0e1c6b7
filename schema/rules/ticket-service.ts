/** When fans can ask for cancellations and changes of tickets (SUP-04). The pages and the server apply the same rule. */
import type { EventMeta, ShopMeta } from '../catalogue-values.ts'
import { HOUR, TICKET_SERVICE_HOURS } from '../limits.ts'

export type TicketService = 'cancel' | 'change'

type ShopSettings = Pick<ShopMeta, 'cancel_form_closed' | 'change_form_closed'>
type ServicedEvent = {
  status: string
  /** Null in a browser if the date is secret. */
  happeningFromAt: number | null
  meta: Pick<EventMeta, 'cancel_hours' | 'change_hours'>
}

/** For how many hours before the event fans can no longer ask. */
export function ticketServiceHours(service: TicketService, { meta }: Pick<ServicedEvent, 'meta'>): number {
  const own = service === 'cancel' ? meta.cancel_hours : meta.change_hours
  return own ?? TICKET_SERVICE_HOURS
}

/**
 * The last instant for requests about the event's tickets, in epoch milliseconds. A postponed event has none yet. In a browser,
 * neither has an event with a secret date: the server then refuses late requests.
 */
export function ticketServiceDeadline(service: TicketService, event: ServicedEvent): number | null {
  if (event.status === 'postponed' || event.happeningFromAt === null) return null
  return event.happeningFromAt - ticketServiceHours(service, event) * HOUR
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
