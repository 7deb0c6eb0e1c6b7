/**
 * Reports events of which one household or one mailbox has more paid tickets than one buyer may have. A limit at the order
 * cannot see every way around it, and an address may be shared by neighbours: people decide what becomes of the orders.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { noteIncident } from '../db/incident.ts'

type Excess = { eventId: string; limit: number; tickets: number; orders: number; key: string }

/** After the payment of an order. One incident for each event and buyer, however many orders follow. */
export async function reportExcessTickets(db: Database, orderId: string, now: number): Promise<void> {
  for (const by of ['buyer_key', 'delivery_key'] as const) {
    const column = sql.raw(by)
    const excesses = await db.all<Excess>(sql`select events.id as eventId, events.cart_limit as "limit",
        total(item.amount) as tickets, count(distinct placed.id) as orders, own.${column} as key
      from orders as own join orders as placed on placed.${column} = own.${column}
      join order_items as item on item.order_id = placed.id join events on events.id = item.event_id
      where own.id = ${orderId} and own.${column} <> '' and placed.paid_at is not null
        and placed.status not in ('cancelled', 'refunded') and item.invalidated_at is null
        and item.event_id in (select event_id from order_items where order_id = ${orderId})
      group by events.id having tickets > events.cart_limit and orders > 1`)
    for (const { eventId, limit, tickets, orders, key } of excesses) {
      const details = { eventId, by: by === 'buyer_key' ? 'address' : 'delivery', limit, tickets, orders, orderId }
      const subjectId = `${eventId}/${details.by}/${await digestOf(key)}`
      await noteIncident(db, { kind: 'ticket_limit_exceeded', subjectId, details }, now)
    }
  }
}

/** An incident names nobody; the digest only tells two buyers apart. */
async function digestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
