/** The tickets that an order is entitled to: one per unit of each valid ticket item, each with its own validation code. */
import type { OrderEvent, OrderItem } from '../db/order.ts'
import type { NewTicket } from '../db/settlement.ts'
import { holderOf } from '../domain/tickets/personal-identifier.ts'
import { ticketExpiry } from '../domain/tickets/ticket-expiry.ts'
import { newValidationCode } from '../domain/tickets/validation-code.ts'

export function ticketsFor(items: OrderItem[], events: ReadonlyMap<string, OrderEvent>): NewTicket[] {
  return items.flatMap((item) => {
    const event = item.eventId === null ? undefined : events.get(item.eventId)
    if (!event || item.invalidatedAt !== null) return []
    return Array.from(
      { length: item.amount },
      (_, position): NewTicket => ({
        orderItemId: item.id,
        position,
        eventId: event.id,
        kind: item.physical ? 'hard' : 'online',
        validationCode: newValidationCode(),
        personalIdentifier: holderOf(item.personalIdentifier, event.personalizationRequirement, position),
        expiresAt: ticketExpiry(event),
      }),
    )
  })
}
