/** Whether a fan can ask for tickets of an order to be cancelled or changed. */
import type { EventMeta, PersonalizationRequirement, ShopMeta } from '../../../schema/catalogue-values.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'
import { type TicketService, ticketServiceIsOpen } from '../../../schema/rules/ticket-service.ts'

type ServicedEvent = {
  personalizationRequirement: PersonalizationRequirement
  status: string
  happeningFromAt: number
  meta: EventMeta
}
type ServicedOrder = {
  order: { status: OrderStatus }
  items: readonly { eventId: string | null; invalidatedAt: number | null }[]
  events: ReadonlyMap<string, ServicedEvent>
}

/**
 * Fans use the form for changes to rename tickets. The shop offers it only for tickets with the name of a person or of a group.
 */
export function eventHasTicketService(
  service: TicketService,
  event: ServicedEvent,
  shop: ShopMeta,
  now: number,
): boolean {
  return (
    event.status !== 'cancelled' &&
    (service === 'cancel' || event.personalizationRequirement !== 'no_personalization_required') &&
    ticketServiceIsOpen(service, shop, event, now)
  )
}

/** The order is paid, and the deadline of at least one of its valid tickets has not passed. */
export function orderHasTicketService(
  service: TicketService,
  { order, items, events }: ServicedOrder,
  shop: ShopMeta,
  now: number,
): boolean {
  return (
    PAID_STATUSES.includes(order.status) &&
    items.some(({ eventId, invalidatedAt }) => {
      const event = invalidatedAt === null && eventId !== null ? events.get(eventId) : undefined
      return event !== undefined && eventHasTicketService(service, event, shop, now)
    })
  )
}
