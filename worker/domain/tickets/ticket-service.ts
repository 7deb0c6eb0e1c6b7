/** Whether a fan can ask for tickets of an order to be cancelled or changed. */
import type { EventMeta, ShopMeta } from '../../../schema/catalogue-values.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'
import { type TicketService, ticketServiceIsOpen } from '../../../schema/rules/ticket-service.ts'

type ServicedOrder = {
  order: { status: OrderStatus }
  items: readonly { eventId: string | null; invalidatedAt: number | null }[]
  events: ReadonlyMap<string, { status: string; happeningFromAt: number; meta: EventMeta }>
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
      return event !== undefined && event.status !== 'cancelled' && ticketServiceIsOpen(service, shop, event, now)
    })
  )
}
