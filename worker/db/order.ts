/**
 * Reads orders: one order with its items, by id or reference, several with tickets and events, or a list for operators.
 */
import { asc, desc, eq, getTableColumns, type InferSelectModel, inArray, or, sql } from 'drizzle-orm'
import { events, venues } from '../../schema/tables/event.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'

export type Order = InferSelectModel<typeof orders>
export type OrderItem = InferSelectModel<typeof orderItems>
export type Ticket = InferSelectModel<typeof tickets>
export type OrderEvent = InferSelectModel<typeof events> & { venue: InferSelectModel<typeof venues> }
export type WholeOrder = { order: Order; items: OrderItem[] }

export async function findOrder(db: Database, orderId: string): Promise<WholeOrder | null> {
  const [found, items] = await db.batch([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.position)),
  ])
  const [order] = found
  return order ? { order, items } : null
}

export type TicketedOrder = WholeOrder & { tickets: Ticket[]; events: ReadonlyMap<string, OrderEvent> }

/**
 * Reads several orders with their tickets and events in one round trip. The map does not contain unknown ids. Each order
 * gets the events of all these orders. Callers pass at most 90 ids, because D1 limits the parameters of a statement.
 */
export async function findTicketedOrders(db: Database, orderIds: string[]): Promise<Map<string, TicketedOrder>> {
  if (orderIds.length === 0) return new Map()
  const named = db.select({ eventId: orderItems.eventId }).from(orderItems).where(inArray(orderItems.orderId, orderIds))
  const [found, items, issued, eventRows] = await db.batch([
    db.select().from(orders).where(inArray(orders.id, orderIds)),
    db.select().from(orderItems).where(inArray(orderItems.orderId, orderIds)).orderBy(asc(orderItems.position)),
    db
      .select(getTableColumns(tickets))
      .from(tickets)
      .innerJoin(orderItems, eq(orderItems.id, tickets.orderItemId))
      .where(inArray(tickets.orderId, orderIds))
      .orderBy(asc(orderItems.position), asc(tickets.position)),
    db
      .select({ event: columnsOf(events), venue: columnsOf(venues) })
      .from(events)
      .innerJoin(venues, eq(venues.id, events.venueId))
      .where(inArray(events.id, named)),
  ])
  const eventOf = new Map(eventRows.map(({ event, venue }) => [event.id, { ...event, venue }]))
  return new Map(
    found.map((order) => [
      order.id,
      {
        order,
        items: items.filter(({ orderId }) => orderId === order.id),
        tickets: issued.filter(({ orderId }) => orderId === order.id),
        events: eventOf,
      },
    ]),
  )
}

/** What a mailing list needs of an order. */
export async function findBuyer(
  db: Database,
  orderId: string,
): Promise<Pick<Order, 'email' | 'locale' | 'shopId' | 'placedAt'> | undefined> {
  const { email, locale, shopId, placedAt } = orders
  const [row] = await db.select({ email, locale, shopId, placedAt }).from(orders).where(eq(orders.id, orderId))
  return row
}

export async function findOrderByReference(db: Database, reference: string): Promise<WholeOrder | null> {
  const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders.reference, reference))
  return row ? findOrder(db, row.id) : null
}

type OrderLine = Pick<Order, 'reference' | 'status' | 'paymentMethod' | 'totalCents' | 'paidCents' | 'placedAt'>
/** An order with the add-ons that are sent in its parcel. */
export type ListedOrder = OrderLine & { addOns: OrderLine[] }

/**
 * The parcels of the latest orders, without personal data. The parcel with the latest order comes first. `limit` is the
 * number of orders that are considered.
 */
export async function listOrders(db: Database, limit: number): Promise<ListedOrder[]> {
  const mainId = sql`ifnull(${orders.mergedIntoId}, ${orders.id})`
  const latest = db.select({ id: mainId }).from(orders).orderBy(desc(orders.id)).limit(limit)
  const { id, mergedIntoId, reference, status, paymentMethod, totalCents, paidCents, placedAt } = orders
  const rows = await db
    .select({ id, mergedIntoId, reference, status, paymentMethod, totalCents, paidCents, placedAt })
    .from(orders)
    .where(or(inArray(orders.id, latest), inArray(orders.mergedIntoId, latest)))
    .orderBy(desc(orders.id))
  const parcels = new Map<string, typeof rows>()
  for (const row of rows) {
    const main = row.mergedIntoId ?? row.id
    parcels.set(main, [...(parcels.get(main) ?? []), row])
  }
  const lineOf = ({ id: _id, mergedIntoId: _main, ...line }: (typeof rows)[number]): OrderLine => line
  return [...parcels].flatMap(([main, packed]) => {
    const own = packed.find((row) => row.id === main)
    return own ? [{ ...lineOf(own), addOns: packed.filter((row) => row !== own).map(lineOf) }] : []
  })
}

/** The events of an order's tickets, with their venues. */
export async function eventsOf(db: Database, items: OrderItem[]): Promise<Map<string, OrderEvent>> {
  const ids = [...new Set(items.flatMap((item) => item.eventId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ event: events, venue: venues })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(inArray(events.id, ids))
  return new Map(rows.map(({ event, venue }) => [event.id, { ...event, venue }]))
}
