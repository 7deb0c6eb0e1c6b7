/**
 * Fills a form for cancellations or changes with what the page of an order shows. The values get to the form in the tab's
 * storage, because its address must not contain the key of the order.
 */
import type { TicketService } from '../../../schema/rules/ticket-service.ts'
import { shownAddress } from '../checkout/shown-address.ts'
import type { Order } from '../checkout/use-order.ts'
import { ticketLabel } from '../order/ticket-label.ts'
import {
  emptyValues,
  type OfferedTicket,
  type ServiceValues,
  storedValues,
  storeValues,
  toggleOffered,
} from './service-values.ts'

export type ServedOrder = Pick<Order, 'reference' | 'email' | 'billingAddress' | 'items' | 'tickets'>

/** Called when the fan opens the form of an event. What the fan has typed there before stays. */
export function storeOrderValues(service: TicketService, order: ServedOrder, eventId: string): void {
  const values = orderValues(order, eventId)
  const stored = storedValues(service)
  const isSame = stored?.orderReference === values.orderReference && rowsOf(stored) === rowsOf(values)
  if (!isSame) storeValues(service, values)
}

const rowsOf = ({ offered }: ServiceValues) => offered.map(({ row }) => row).join()

/** The page of an old order shows no names, and only a masked address, which would be wrong in the form. */
export function orderValues(order: ServedOrder, eventId: string): ServiceValues {
  const buyer = shownAddress(order.billingAddress)
  const name = buyer ? `${buyer.firstName} ${buyer.lastName}` : ''
  const offered = order.tickets
    .filter((ticket) => ticket.eventId === eventId)
    .map((ticket): OfferedTicket => {
      const { id, code, holder } = ticket
      return {
        row: id,
        type: code === null ? 'hard' : 'online',
        name: holder ?? name,
        number: code ?? '',
        label: ticketLabel(ticket, order.items),
      }
    })
  const values = { ...emptyValues(order.reference), name, email: order.email.includes('…') ? '' : order.email, offered }
  const [only] = offered
  return only && offered.length === 1 ? { ...values, tickets: toggleOffered(values.tickets, only) } : values
}
