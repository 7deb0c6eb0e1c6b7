/**
 * Finds orders that are past their payment deadline, and cancels many of them in one batch. After a presale begins,
 * thousands of orders may pass their deadline within minutes. Their seats cannot be bought until the orders are cancelled.
 */
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import { ONLINE_PROVIDERS } from '../domain/orders/payment-provider.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { moveOrder } from './order-move.ts'

export type OverdueOrder = {
  id: string
  seatEpoch: number
  /** Zero, or a part of the total. */
  paidCents: number
  totalCents: number
  /** Whether the order is an add-on that its buyer has not ordered yet. */
  isReserved: boolean
  /** Whether one of the order's events was cancelled. */
  isCalledOff: boolean
  /** Payments with an open page at the provider, on which the buyer may still pay. */
  openPayments: { id: string; method: PaymentMethodId; externalId: string }[]
}

/** An order with an open provider page is not cancelled, because the buyer may still pay there. */
export const noPageIsOpen = sql`not exists (select 1 from payments where payments.order_id = orders.id
  and ${inArray(payments.provider, [...ONLINE_PROVIDERS])} and payments.status = 'open' and payments.external_id is not null)`

const isCalledOff = sql`exists (select 1 from order_items join events on events.id = order_items.event_id
  where order_items.order_id = orders.id and events.status = 'cancelled')`

/** Returns overdue orders. Those with the earliest deadline come first. Callers pass a limit of at most 100. */
export async function findOverdueOrders(db: Database, now: number, limit: number): Promise<OverdueOrder[]> {
  const overdue = db
    .select({
      id: orders.id,
      seatEpoch: orders.seatEpoch,
      paidCents: orders.paidCents,
      totalCents: orders.totalCents,
      isReserved: orders.isReserved,
      isCalledOff: sql<number>`${isCalledOff}`.mapWith(Boolean).as('is_called_off'),
    })
    .from(orders)
    .where(and(eq(orders.status, 'payment_pending'), lt(orders.dueAt, now)))
    .orderBy(asc(orders.dueAt))
    .limit(limit)
  const ids = db.select({ id: sql`id` }).from(overdue.as('overdue'))
  const [rows, open] = await db.batch([
    overdue,
    db
      .select({ id: payments.id, orderId: payments.orderId, method: payments.method, externalId: payments.externalId })
      .from(payments)
      .where(
        and(
          inArray(payments.orderId, ids),
          inArray(payments.provider, [...ONLINE_PROVIDERS]),
          eq(payments.status, 'open'),
          isNotNull(payments.externalId),
        ),
      ),
  ])
  return rows.map((order) => ({
    ...order,
    openPayments: open.flatMap(({ id, orderId, method, externalId }) =>
      orderId === order.id && externalId !== null ? [{ id, method, externalId }] : [],
    ),
  }))
}

/**
 * Expires the given open payments, whose pages the caller has closed at the provider. Cancels the given orders that are
 * still overdue and unpaid: restores their stock, and queues the release of their seats and a mail to each buyer. Orders
 * with a partial payment get the status `problem`. Free orders stay as they are, and so do unpaid orders with a page that
 * was opened meanwhile. A reserved add-on is cancelled even if it is free, and its buyer gets no mail. Only the run that cancelled an order writes the outbox row that releases its seats, and stock is
 * restored only with that row. Returns the ids reserved for the outbox rows, including those that were not written.
 */
export async function cancelOverdueOrders(
  db: Database,
  overdue: (Pick<OverdueOrder, 'id' | 'seatEpoch'> & { openPayments: { id: string }[] })[],
  now: number,
): Promise<string[]> {
  const given = overdue.map(({ id, seatEpoch }) => ({
    id,
    epoch: seatEpoch,
    release: newId('outbox', now),
    mail: newId('outbox', now),
  }))
  const list = JSON.stringify(given)
  const ids = sql`(select value ->> 'id' from json_each(${list}))`
  const closed = JSON.stringify(overdue.flatMap(({ openPayments }) => openPayments.map(({ id }) => id)))
  const isOverdue = sql`id in ${ids} and status = 'payment_pending' and due_at < ${now}
    and (total_cents > 0 or is_reserved = 1)`
  const isAsGiven = sql`(id, seat_epoch) in (select value ->> 'id', value ->> 'epoch' from json_each(${list}))`
  /** Given orders that this run cancelled. */
  const mine = sql`json_each(${list}) as given join outbox on outbox.id = given.value ->> 'release'`
  const returned = db
    .select({ variantId: orderItems.variantId, amount: sql`sum(${orderItems.amount})`.as('amount') })
    .from(orderItems)
    .where(and(sql`${orderItems.orderId} in (select outbox.subject_id from ${mine})`, isNull(orderItems.eventId)))
    .groupBy(orderItems.variantId)
  const outboxRow = (key: 'release' | 'mail', kind: string, discriminator: ReturnType<typeof sql>) =>
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select given.value ->> ${key}, ${kind}, given.value ->> 'id', ${discriminator}, ${now}, 0, ${now}`
  await runBatch(db, [
    sql`update payments set status = 'expired', checked_at = ${now}
      where id in (select value from json_each(${closed})) and status = 'open'`,
    moveOrder(db, 'problem', sql`${isOverdue} and paid_cents > 0`),
    moveOrder(db, 'cancelled', sql`${isOverdue} and ${isAsGiven} and ${noPageIsOpen}`, {
      cancelledAt: now,
      cancelReason: sql`case when ${isCalledOff} then 'event_cancelled' else 'unpaid' end`,
    }),
    sql`${outboxRow('release', 'release_seats', sql`given.value ->> 'epoch'`)}
      from json_each(${list}) as given join orders on orders.id = given.value ->> 'id'
      where orders.status = 'cancelled' and orders.seat_epoch = given.value ->> 'epoch'
      on conflict (kind, subject_id, discriminator) do nothing`,
    sql`update variant_stock set available = available + returned.amount from (${returned}) as returned
      where variant_stock.variant_id = returned.variant_id`,
    sql`${outboxRow('mail', 'mail_order_cancelled', sql`''`)}
      from ${mine} join orders on orders.id = outbox.subject_id where orders.is_reserved = 0
      on conflict (kind, subject_id, discriminator) do nothing`,
  ])
  return given.flatMap(({ release, mail }) => [release, mail])
}

/** Sets a new deadline for overdue orders that the sweep could not cancel or settle, so that they do not hold up others. */
export async function postponeDue(db: Database, orderIds: string[], dueAt: number): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(orders)
    .set({ dueAt })
    .where(
      and(
        sql`${orders.id} in (select value from json_each(${JSON.stringify(orderIds)}))`,
        eq(orders.status, 'payment_pending'),
      ),
    )
}
