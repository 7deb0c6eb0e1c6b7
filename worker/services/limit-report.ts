/**
 * Detects buyers who exceed an event's ticket limit with several carts or mail addresses. If several paid orders with the
 * same mail address, delivery address or card together exceed the limit, an incident is recorded. The orders are not
 * changed, because neighbours may share an address, and friends a card. Operators decide what to do.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { noteIncident } from '../db/incident.ts'

type Excess = {
  by: 'address' | 'delivery' | 'card'
  key: string
  eventId: string
  limit: number
  tickets: number
  orders: number
}

/**
 * Runs after the mail about a paid order. Records only one incident for each combination of an event with a mail address,
 * delivery address or card, however many orders follow.
 */
export async function reportExcessTickets(db: Database, orderId: string, now: number): Promise<void> {
  const excesses = await db.all<Excess>(sql`with same as (
      select 'address' as by, placed.buyer_key as key, placed.id as order_id
        from orders as own join orders as placed on placed.buyer_key = own.buyer_key
        where own.id = ${orderId} and own.buyer_key <> ''
      union all select 'delivery', placed.delivery_key, placed.id
        from orders as own join orders as placed on placed.delivery_key = own.delivery_key
        where own.id = ${orderId} and own.delivery_key <> ''
      union all select distinct 'card', other.card_key, other.order_id
        from payments as own join payments as other on other.card_key = own.card_key
        where own.order_id = ${orderId})
    select same.by as by, same.key as key, events.id as eventId, events.cart_limit as "limit",
      total(item.amount) as tickets, count(distinct placed.id) as orders
    from same join orders as placed on placed.id = same.order_id
    join order_items as item on item.order_id = placed.id join events on events.id = item.event_id
    where placed.paid_at is not null and placed.status not in ('cancelled', 'refunded') and item.invalidated_at is null
      and item.event_id in (select event_id from order_items where order_id = ${orderId})
    group by same.by, same.key, events.id having tickets > events.cart_limit and orders > 1`)
  for (const { by, key, eventId, limit, tickets, orders } of excesses) {
    const details = { eventId, by, limit, tickets, orders, orderId }
    const subjectId = `${eventId}/${by}/${digestOf(key)}`
    await noteIncident(db, { kind: 'ticket_limit_exceeded', subjectId, details }, now)
  }
}

/** An incident contains no personal data; the digest only distinguishes buyers. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}
