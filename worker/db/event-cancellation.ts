/** The orders of a cancelled event: the queue of their refunds, its progress, and the batch that refunds one order. */
import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { unreturnedExtrasOf } from './goods-return.ts'
import { loseItems } from './order-end.ts'
import { outboxInsertWhere } from './outbox.ts'
import { refundInsertWhere, unreturnedOf } from './refund.ts'

export async function findEventBySlug(
  db: Database,
  slug: string,
): Promise<{ id: string; slug: string; status: string } | null> {
  const [event] = await db
    .select({ id: events.id, slug: events.slug, status: events.status })
    .from(events)
    .where(eq(events.slug, slug))
  return event ?? null
}

/** Valid items of the event in active orders. */
const validItemsOf = (eventId: string) =>
  and(
    eq(orderItems.eventId, eventId),
    isNull(orderItems.invalidatedAt),
    notInArray(orders.status, ['cancelled', 'refunded']),
  )

/**
 * Queues the next orders of the event, each only once, and queues dead letters again. Returns the ids of the rows that it
 * wrote.
 */
export async function queueEventOrders(db: Database, eventId: string, limit: number, now: number): Promise<string[]> {
  const waiting = await db
    .selectDistinct({ id: orders.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        validItemsOf(eventId),
        sql`not exists (select 1 from outbox where kind = 'refund_event_order' and subject_id = ${orders.id} and discriminator = ${eventId}
          and (done_at is not null or dead_at is null))`,
      ),
    )
    .limit(limit)
  if (waiting.length === 0) return []
  const rows = JSON.stringify(waiting.map((order) => ({ id: newId('outbox', now), orderId: order.id })))
  const [written] = await runBatch(db, [
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select value ->> 'id', 'refund_event_order', value ->> 'orderId', ${eventId}, ${now}, 0, ${now} from json_each(${rows})
      where true on conflict (kind, subject_id, discriminator) do update set dead_at = null, attempts = 0, refusals = 0, next_attempt_at = ${now}
        where outbox.dead_at is not null and outbox.done_at is null
      returning id`,
  ])
  return (written?.results ?? []).map((row) => String((row as { id: unknown }).id))
}

export type EventCancellation = {
  /**
   * The number of active orders that still have a valid ticket of the event. `paidOrders` counts those that are paid, and
   * `owedCents` is the amount still to be refunded.
   */
  orders: number
  paidOrders: number
  owedCents: number
  /** Orders that the outbox has not processed yet. */
  waiting: number
  /** Orders whose outbox row is a dead letter; running the command again requeues them. */
  dead: number
  /** Refunds of the event by status. */
  refunds: { status: string; count: number; cents: number }[]
}

/**
 * Selects the root items of an order's bundles that contain a valid ticket. `event` is a comparison that the ticket's event
 * id must satisfy, such as `= 'evt_1'`.
 */
const rootsOfTickets = (event: SQL) => sql`select ticket.bundle_root_id from order_items as ticket
  where ticket.order_id = orders.id and ticket.invalidated_at is null and ticket.bundle_root_id is not null and ticket.event_id ${event}`

export async function reportEventCancellation(db: Database, eventId: string): Promise<EventCancellation> {
  const living = db
    .selectDistinct({ id: orders.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(validItemsOf(eventId))
  // The same items as in itemsOfCancelledEvent. `is` and not `=`, because `=` yields null for items without an event.
  const isCalledOff = sql`(item.event_id is ${eventId} or (item.id in (${rootsOfTickets(sql`= ${eventId}`)})
    and item.id not in (${rootsOfTickets(sql`<> ${eventId}`)})))`
  const others = sql`exists (select 1 from order_items as item where item.order_id = orders.id
    and item.invalidated_at is null and not ${isCalledOff})`
  const ofEvent = sql`(select sum(item.total_cents - item.voucher_cents) from order_items as item
    where item.order_id = orders.id and item.invalidated_at is null and ${isCalledOff})`
  const left = sql`(orders.paid_cents - orders.refunded_cents)`
  // The buyer of an order that ends also gets its shipping and surcharges back. A fee that the organiser has kept of other
  // tickets stays with the organiser.
  const extras = sql`iif(${others}, 0, ${unreturnedExtrasOf(sql`orders`)})`
  const [sums, open, made] = await Promise.all([
    db
      .select({
        orders: sql<number>`count(*)`,
        paidOrders: sql<number>`ifnull(sum(${inArray(orders.status, [...PAID_STATUSES])}), 0)`,
        owedCents: sql<number>`ifnull(sum(case when ${inArray(orders.status, [...PAID_STATUSES])} then min(${ofEvent} + ${extras}, ${left}) else ${left} end), 0)`,
      })
      .from(orders)
      .where(sql`${orders.id} in ${living}`),
    db.get<{ waiting: number; dead: number }>(sql`select count(*) filter (where dead_at is null) as waiting,
        count(*) filter (where dead_at is not null) as dead from outbox
      where kind = 'refund_event_order' and discriminator = ${eventId} and done_at is null
      and subject_id in (select order_id from order_items where event_id = ${eventId})`),
    db.all<{
      status: string
      count: number
      cents: number
    }>(sql`select status, count(*) as count, sum(amount_cents) as cents from refunds
      where subject = ${eventId} and order_id in (select order_id from order_items where event_id = ${eventId}) group by status`),
  ])
  const { orders: count = 0, paidOrders = 0, owedCents = 0 } = sums[0] ?? {}
  return { orders: count, paidOrders, owedCents, waiting: open?.waiting ?? 0, dead: open?.dead ?? 0, refunds: made }
}

/**
 * Refunds a paid order's tickets of one event, invalidates them and queues one mail to the buyer. Returns false, and writes
 * nothing, if the order is no longer paid, its tickets are void, or less than these amounts is left to refund.
 */
export async function refundEventItems(
  db: Database,
  decided: {
    orderId: string
    eventId: string
    /** The event's tickets, and the bundles refunded with them. */
    itemIds: string[]
    /** The number of the order's valid items, and the amount paid for `itemIds`. A fan may have returned tickets since then. */
    validItems: number
    itemCents: number
    /** The amount to refund of each payment. Their sum is the amount owed or, if less is left, all money left. */
    parts: { paymentId: string; amountCents: number }[]
  },
  now: number,
): Promise<boolean> {
  const { orderId, eventId, itemIds, validItems, itemCents, parts } = decided
  const ids = JSON.stringify(itemIds)
  const mailId = newId('outbox', now)
  const mine = sql`exists (select 1 from outbox where id = ${mailId})`
  const ofEvent = sql`order_id = ${orderId} and event_id = ${eventId} and invalidated_at is null`
  const stillOwed = parts.map(({ paymentId, amountCents }) => sql` and ${unreturnedOf(paymentId)} >= ${amountCents}`)
  const isFresh: SQL = sql`exists (select 1 from order_items where ${ofEvent})
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null) = ${validItems}
    and (select sum(total_cents - voucher_cents) from order_items where order_id = ${orderId} and invalidated_at is null
      and id in (select value from json_each(${ids}))) = ${itemCents}
    and exists (select 1 from orders where ${and(eq(orders.id, orderId), inArray(orders.status, [...PAID_STATUSES]))})${sql.join(stillOwed, sql``)}`
  const [mail] = await runBatch(db, [
    sql`${outboxInsertWhere('mail_event_cancelled', orderId, isFresh, now, eventId, mailId)} returning id`,
    ...parts.flatMap(({ paymentId, amountCents }) =>
      refundInsertWhere({ paymentId, reason: 'cancelled_event', subject: eventId, amountCents }, mine, now),
    ),
    sql`update tickets set invalidated_at = ${now} where ${ofEvent} and ${mine}`,
    ...loseItems(db, orderId, itemIds, mine, now),
  ])
  return (mail?.results.length ?? 0) === 1
}
