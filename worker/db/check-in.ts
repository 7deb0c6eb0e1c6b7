/** Finds tickets for the check-in, and checks them in. */
import { and, eq, sql } from 'drizzle-orm'
import type { TicketKey } from '../../schema/inputs/check-in.ts'
import type { CheckInAnswers } from '../../schema/rules/check-in.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { events, venues } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import type { OrderEvent, Ticket } from './order.ts'
import { eventsOf, type Range } from './range.ts'

/** Whether the ticket has been given to another holder. Its id then no longer finds it at the check-in: former holders know it. */
export const isRenamed = sql`exists (select 1 from name_changes where ticket_id = tickets.id and status = 'done')`

const hasId = (id: string) => sql`tickets.id = ${id} and not ${isRenamed}`

export type FoundTicket = { ticket: Ticket; event: OrderEvent; isOrderPaid: boolean }

/**
 * Returns null if no ticket has this id or code. The id of a ticket stays the same when its name and code
 * change, and no longer finds the ticket then. A band's shop also gets null for a ticket of another band's event, unless
 * the ticket was bought in the band's shop.
 */
export async function findTicket(
  db: Database,
  shop: { id: string; isBand: boolean },
  range: Range,
  key: TicketKey,
): Promise<FoundTicket | null> {
  const isShown = shop.isBand ? sql`(${orders.shopId} = ${shop.id} or ${eventsOf(db, range) ?? sql`1`})` : undefined
  const [row] = await db
    .select({
      ticket: columnsOf(tickets),
      event: columnsOf(events),
      venue: columnsOf(venues),
      status: orders.status,
    })
    .from(tickets)
    .innerJoin(orders, eq(orders.id, tickets.orderId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(and('id' in key ? hasId(key.id) : eq(tickets.validationCode, key.code), isShown))
  if (!row) return null
  const { ticket, event, venue, status } = row
  return { ticket, event: { ...event, venue }, isOrderPaid: PAID_STATUSES.includes(status) }
}

/**
 * Checks the ticket in, in place of the check-in at `formerly` (null for the first one). Returns false, and changes nothing,
 * if the ticket was checked in, refunded, disputed or given to another holder since the caller read it.
 */
export async function writeCheckIn(
  db: Database,
  ticket: Pick<Ticket, 'id' | 'validationCode' | 'expiresAt'>,
  formerly: number | null,
  made: { at: number; key: string; answers: CheckInAnswers },
): Promise<boolean> {
  const written = await db
    .update(tickets)
    .set({
      checkedInAt: made.at,
      personalIdentifier: sql`json_set(${tickets.personalIdentifier}, '$.checked_in', ${made.at}, '$.expires_on', ${ticket.expiresAt},
        '$.answers', json(${JSON.stringify(made.answers)}), '$.check_in_key', ${made.key})`,
    })
    .where(
      and(
        eq(tickets.id, ticket.id),
        eq(tickets.validationCode, ticket.validationCode),
        sql`${tickets.checkedInAt} is ${formerly} and ${tickets.invalidatedAt} is null and ${tickets.disputedAt} is null`,
      ),
    )
    .returning({ id: tickets.id })
  return written.length === 1
}
