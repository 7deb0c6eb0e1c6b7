/** Finds a ticket by its code. */
import { and, eq, sql } from 'drizzle-orm'
import { events, venues } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import type { OrderEvent, Ticket } from './order.ts'
import { eventsOf, type Range } from './range.ts'

/**
 * `digits` are the first twelve digits of the code. The last one only reveals typing errors. A band's shop also gets null for a
 * ticket of another band's event, unless the ticket was bought in the band's shop.
 */
export async function findNamedTicket(
  db: Database,
  shop: { id: string; isBand: boolean },
  range: Range,
  digits: string,
): Promise<{ ticket: Ticket; event: OrderEvent } | null> {
  const isShown = shop.isBand ? sql`(${orders.shopId} = ${shop.id} or ${eventsOf(db, range) ?? sql`1`})` : undefined
  const [row] = await db
    .select({ ticket: columnsOf(tickets), event: columnsOf(events), venue: columnsOf(venues) })
    .from(tickets)
    .innerJoin(orders, eq(orders.id, tickets.orderId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    // A range, so that the query uses the index of the codes.
    .where(and(sql`${tickets.validationCode} between ${`${digits}0`} and ${`${digits}9`}`, isShown))
  return row ? { ticket: row.ticket, event: { ...row.event, venue: row.venue } } : null
}
