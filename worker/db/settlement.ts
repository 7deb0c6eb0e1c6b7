/**
 * The batches that move an order by money or by its absence. Each is one transaction that may run twice or beside itself:
 * its statements look at the rows as they are and do nothing where another run was first. What is paid is the sum of the
 * captured payments, what exceeds the total goes back, tickets exist once a place and follow-ups once a kind, so none of
 * it can happen twice however often it is said.
 */
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { type OrderStatus, orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { PersonalIdentifier } from '../../schema/tables/ticket.ts'
import { PAID_STATUSES, PAYABLE_STATUSES, statusesBefore } from '../domain/order-status.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'
import { outboxInsert } from './outbox.ts'
import type { Payment, Refund } from './payment.ts'

export type NewTicket = {
  orderItemId: string
  position: number
  eventId: string
  kind: 'online' | 'hard'
  validationCode: string
  personalIdentifier: PersonalIdentifier
  expiresAt: number
}

export type StockChange = { variantId: string; amount: number }

export type Capture = {
  orderId: string
  paymentId: string
  /** What counts towards the order's total. */
  countedCents: number
  captureId: string | null
  /** Where the order goes: when it is covered, or at once where it goes to support. */
  goal: 'done' | 'pending_fulfillment' | 'problem'
  tickets: NewTicket[]
  /** A cancelled order that is taken up again under this seat epoch takes its stock again. */
  revival: { epoch: number; stock: StockChange[] } | null
}

/** Money that was believed lost and has come after all is taken as well. */
const UNSETTLED = sql`('open', 'failed', 'expired')`

function list(statuses: readonly OrderStatus[]): SQL {
  return sql`(${sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  )})`
}

/**
 * False where the payment was not taken because order or payment are no longer as they were when this was decided. Throws
 * with `tickets.validation_code` in its text where a code was in use, with the stock's CHECK where goods are gone.
 */
export async function capturePayment(db: Database, capture: Capture, now: number): Promise<boolean> {
  const { orderId, paymentId, goal, revival, countedCents, captureId } = capture
  const from = revival
    ? sql`orders.status = 'cancelled' and orders.seat_epoch = ${revival.epoch}`
    : sql`orders.status in ${list(PAYABLE_STATUSES)}`
  const mayTake = sql`exists (select 1 from orders where orders.id = ${orderId} and ${from})`
  const isTaken = sql`exists (select 1 from payments where id = ${paymentId} and status = 'captured')`
  const goes = goal === 'problem' ? isTaken : sql`${isTaken} and paid_cents >= total_cents`
  const refundId = newId('refund', now)
  await db.batch([
    ...(revival?.stock ?? []).map(({ variantId, amount }) =>
      db.run(sql`update variant_stock set available = available - ${amount} where variant_id = ${variantId} and ${mayTake}
        and exists (select 1 from payments where id = ${paymentId} and status in ${UNSETTLED})`),
    ),
    db.run(sql`update payments set status = 'captured', captured_at = ${now}, checked_at = ${now}, capture_id = ${captureId}, amount_cents = ${countedCents}
      where id = ${paymentId} and status in ${UNSETTLED} and ${mayTake}`),
    db.run(sql`update orders set paid_cents = min(total_cents, ${capturedOf(orderId)}) where id = ${orderId}`),
    db.run(sql`update orders set status = ${goal}, paid_at = ${goal === 'problem' ? null : now}, cancelled_at = null
      where id = ${orderId} and ${from} and status in ${list([...statusesBefore(goal), goal])} and ${goes}`),
    db.run(sql`insert into refunds (id, order_id, payment_id, reason, status, amount_cents, created_at)
      select ${refundId}, orders.id, ${paymentId}, 'double_payment', 'open', ${excessOf(orderId)}, ${now}
      from orders where id = ${orderId} and ${isTaken} and ${excessOf(orderId)} > 0 on conflict do nothing`),
    ...refundFollowUps(db, refundId, now),
    ...fulfilment(db, orderId, capture.tickets, now),
  ])
  const [payment] = await db.select({ status: payments.status }).from(payments).where(eq(payments.id, paymentId))
  return payment?.status === 'captured'
}

/** An order of nothing to pay, as if it had been paid. */
export async function coverFreeOrder(
  db: Database,
  order: { id: string; goal: 'done' | 'pending_fulfillment'; tickets: NewTicket[] },
  now: number,
): Promise<void> {
  await db.batch([
    db
      .update(orders)
      .set({ status: order.goal, paidAt: now })
      .where(and(eq(orders.id, order.id), eq(orders.totalCents, 0), inArray(orders.status, [...PAYABLE_STATUSES]))),
    ...fulfilment(db, order.id, order.tickets, now),
  ])
}

function capturedOf(orderId: string): SQL {
  return sql`(select ifnull(sum(amount_cents), 0) from payments where order_id = ${orderId} and status = 'captured')`
}

/** What was captured above the total and is not on its way back yet. */
function excessOf(orderId: string): SQL {
  return sql`(${capturedOf(orderId)} - orders.total_cents - (select ifnull(sum(refunds.amount_cents), 0) from refunds
    join payments on payments.id = refunds.payment_id and payments.status = 'captured'
    where refunds.order_id = ${orderId} and refunds.reason = 'double_payment'))`
}

/** Tickets and confirmation of an order that is paid; nothing for one that is not. */
function fulfilment(db: Database, orderId: string, tickets: NewTicket[], now: number) {
  const isPaid = sql`exists (select 1 from orders where id = ${orderId} and paid_at is not null and status in ${list(PAID_STATUSES)})`
  const rows = JSON.stringify(tickets.map((ticket) => ({ ...ticket, id: newId('ticket', now) })))
  return [
    db.run(sql`insert into tickets (id, order_id, order_item_id, position, event_id, kind, validation_code, personal_identifier, issued_at, expires_at)
      select value ->> 'id', ${orderId}, value ->> 'orderItemId', value ->> 'position', value ->> 'eventId', value ->> 'kind',
        value ->> 'validationCode', value -> 'personalIdentifier', ${now}, value ->> 'expiresAt'
      from json_each(${rows}) where ${isPaid} on conflict (order_item_id, position) do nothing`),
    outboxInsertWhere(db, 'mail_order_paid', orderId, isPaid, now),
  ]
}

function outboxInsertWhere(
  db: Database,
  kind: Parameters<typeof outboxInsert>[1],
  subjectId: string,
  condition: SQL,
  now: number,
) {
  return db.run(sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
    select ${newId('outbox', now)}, ${kind}, ${subjectId}, '', ${now}, 0, ${now} where ${condition}
    on conflict (kind, subject_id, discriminator) do nothing`)
}
