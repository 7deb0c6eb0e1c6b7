/** Finds a ticket by its code. */
import { eq, sql } from 'drizzle-orm'
import { events, venues } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import type { OrderEvent, Ticket } from './order.ts'

/** `digits` are the first twelve digits of the code. The last one only reveals typing errors. */
export async function findNamedTicket(
  db: Database,
  digits: string,
): Promise<{ ticket: Ticket; event: OrderEvent; shopId: string } | null> {
  const [row] = await db
    .select({ ticket: columnsOf(tickets), event: columnsOf(events), venue: columnsOf(venues), shopId: orders.shopId })
    .from(tickets)
    .innerJoin(orders, eq(orders.id, tickets.orderId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    // A range, so that the query uses the index of the codes.
    .where(sql`${tickets.validationCode} between ${`${digits}0`} and ${`${digits}9`}`)
  return row ? { ticket: row.ticket, event: { ...row.event, venue: row.venue }, shopId: row.shopId } : null
}
