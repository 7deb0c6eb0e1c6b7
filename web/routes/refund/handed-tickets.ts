/**
 * The tickets that the page of an order hands to the form that returns them, in the state of the history entry. They are not
 * part of the address, because a ticket's number is as good as the ticket.
 */
import type { Order } from '../checkout/use-order.ts'
import { ticketLabel } from '../order/ticket-label.ts'

export type HandedTicket = {
  code: string
  label: string
  /** Null for the ticket of a bundle, because a part of its price belongs to the bundle. */
  priceCents: number | null
}

export type HandedTickets = {
  returnable: HandedTicket[]
  /** Whether the fan probably returns all of them. */
  areAllChosen: boolean
}

const NO_TICKETS: HandedTickets = { returnable: [], areAllChosen: false }

/**
 * A ticket on paper has no known number. A ticket that was checked in counts as used, unless its event is cancelled. The fan may
 * want to keep some of several tickets of a moved event.
 */
export function handOverTickets(
  { tickets, items }: Pick<Order, 'tickets' | 'items'>,
  event: { id: string; status: string },
): HandedTickets {
  const isCancelled = event.status === 'cancelled'
  const returnable = tickets
    .filter(({ eventId, isCheckedIn }) => eventId === event.id && (isCancelled || !isCheckedIn))
    .flatMap((ticket) => {
      if (ticket.code === null) return []
      const item = items.find(({ id }) => id === ticket.orderItemId)
      const priceCents = item && item.bundleItemId === null ? item.unitCents : null
      return [{ code: ticket.code, label: ticketLabel(ticket, items), priceCents }]
    })
  return { returnable, areAllChosen: isCancelled || returnable.length === 1 }
}

/** A history entry may contain anything. */
export function handedTickets(state: unknown): HandedTickets {
  return isHanded(state) ? state : NO_TICKETS
}

function isHanded(state: unknown): state is HandedTickets {
  if (typeof state !== 'object' || state === null) return false
  const { returnable, areAllChosen } = state as Record<keyof HandedTickets, unknown>
  return typeof areAllChosen === 'boolean' && Array.isArray(returnable) && returnable.every(isTicket)
}

function isTicket(ticket: unknown): ticket is HandedTicket {
  if (typeof ticket !== 'object' || ticket === null) return false
  const { code, label, priceCents } = ticket as Record<keyof HandedTicket, unknown>
  return (
    typeof code === 'string' && typeof label === 'string' && (priceCents === null || typeof priceCents === 'number')
  )
}
