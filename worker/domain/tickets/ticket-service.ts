/** Whether a fan can ask for tickets of an order to be cancelled or changed. */
import type { EventMeta, ShopMeta } from '../../../schema/catalogue-values.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'
import { type TicketService, ticketServiceIsOpen } from '../../../schema/rules/ticket-service.ts'
import { hasHolders } from './name-change.ts'

type ServicedEvent = Parameters<typeof hasHolders>[0] & { status: string; happeningFromAt: number; meta: EventMeta }
type ServicedOrder = {
  order: { status: OrderStatus }
  items: readonly { eventId: string | null; invalidatedAt: number | null }[]
  events: ReadonlyMap<string, ServicedEvent>
}

/** A change is one of the names on tickets, so it needs tickets with names. */
export function eventHasTicketService(
  service: TicketService,
  event: ServicedEvent,
  shop: ShopMeta,
  now: number,
): boolean {
  return (
    event.status !== 'cancelled' &&
    (service === 'cancel' || hasHolders(event)) &&
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
