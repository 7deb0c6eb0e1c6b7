/**
 * The batches that move an order by money or by its absence. Each is one transaction that may run twice or beside itself:
 * its statements look at the rows as they are and do nothing where another run was first. What is paid is the sum of the
 * captured payments, what exceeds the total goes back, tickets exist once a place and follow-ups once a kind, so none of
 * it can happen twice however often it is said.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type OrderStatus, PAID_STATUSES, PAYABLE_STATUSES } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { PersonalIdentifier } from '../../schema/tables/ticket.ts'
import type { ReturnReason } from '../domain/orders/payment-outcome.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { hasMoved, moveOrder } from './order-move.ts'
import { outboxInsertWhere } from './outbox.ts'
import { refundInsertWhere } from './refund.ts'

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
 * with `tickets.validation_code` in its text where a code was in use, with the stock's CHECK where goods are gone, with
 * `orders_revival_limits` where buyer or code have used up what they may, with `orders_revival_seats` where a seat is sold
 * by another order or no longer in the plan.
 */
export async function capturePayment(db: Database, capture: Capture, now: number): Promise<boolean> {
  const { orderId, paymentId, goal, revival, countedCents, captureId } = capture
  const from = revival
    ? sql`orders.status = 'cancelled' and orders.seat_epoch = ${revival.epoch}`
    : sql`orders.status in ${list(PAYABLE_STATUSES)}`
  const isOwed = revival ? sql`true` : sql`orders.paid_cents < orders.total_cents`
  const mayTake = sql`exists (select 1 from orders where orders.id = ${orderId} and ${from} and ${isOwed})`
  const isTaken = sql`exists (select 1 from payments where id = ${paymentId} and status = 'captured')`
  const goes = goal === 'problem' ? isTaken : sql`${isTaken} and paid_cents >= total_cents`
  const takeStock = (revival?.stock ?? []).map(
    ({ variantId, amount }) =>
      sql`update variant_stock set available = available - ${amount} where variant_id = ${variantId} and ${mayTake}
      and exists (select 1 from payments where id = ${paymentId} and status in ${UNSETTLED})`,
  )
  await runBatch(db, [
    ...takeStock,
    sql`update payments set status = 'captured', captured_at = ${now}, checked_at = ${now}, capture_id = ${captureId}, amount_cents = ${countedCents}
      where id = ${paymentId} and status in ${UNSETTLED} and ${mayTake}`,
    sql`update orders set paid_cents = min(total_cents, ${capturedOf(orderId)}) where id = ${orderId}`,
    moveOrder(db, goal, sql`${orders.id} = ${orderId} and ${from} and ${goes}`, {
      ...(goal === 'problem' ? {} : { paidAt: now }),
      cancelledAt: null,
      cancelReason: null,
    }),
    ...refundInsertWhere(
      { paymentId, reason: 'double_payment', amountCents: excessOf(orderId) },
      sql`${isTaken} and ${excessOf(orderId)} > 0`,
      now,
    ),
    ...fulfilment(orderId, capture.tickets, now),
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
  await runBatch(db, [
    moveOrder(
      db,
      order.goal,
      and(eq(orders.id, order.id), eq(orders.totalCents, 0), inArray(orders.status, [...PAYABLE_STATUSES])),
      { paidAt: now },
    ),
    ...fulfilment(order.id, order.tickets, now),
  ])
}

function capturedOf(orderId: string): SQL {
  return sql`(select ifnull(sum(amount_cents), 0) from payments where order_id = ${orderId} and status = 'captured')`
}

/** What was captured above the total and is not on its way back yet. */
function excessOf(orderId: string): SQL {
  return sql`(${capturedOf(orderId)} - (select total_cents from orders where orders.id = ${orderId}) - (select ifnull(sum(refunds.amount_cents), 0) from refunds
    join payments on payments.id = refunds.payment_id and payments.status = 'captured'
    where refunds.order_id = ${orderId} and refunds.reason = 'double_payment'))`
}

/** Tickets and confirmation of an order that is paid; nothing for one that is not. */
function fulfilment(orderId: string, tickets: NewTicket[], now: number) {
  const isPaid = sql`exists (select 1 from orders where id = ${orderId} and paid_at is not null and status in ${list(PAID_STATUSES)})`
  const rows = JSON.stringify(tickets.map((ticket) => ({ ...ticket, id: newId('ticket', now) })))
  return [
    sql`insert into tickets (id, order_id, order_item_id, position, event_id, kind, validation_code, personal_identifier, issued_at, expires_at)
      select value ->> 'id', ${orderId}, value ->> 'orderItemId', value ->> 'position', value ->> 'eventId', value ->> 'kind',
        value ->> 'validationCode', value -> 'personalIdentifier', ${now}, value ->> 'expiresAt'
      from json_each(${rows}) where ${isPaid} on conflict (order_item_id, position) do nothing`,
    outboxInsertWhere('mail_order_paid', orderId, isPaid, now),
  ]
}

/**
 * Money that no order can take goes back, and the buyer is told once it does. Nothing where the payment has been settled
 * meanwhile. An order whose event was called off is due at once, so that the sweep cancels it now.
 */
export async function returnPayment(
  db: Database,
  paymentId: string,
  money: {
    orderId: string
    amountCents: number
    captureId: string | null
    reason: ReturnReason
    /** Given by who tried to take the order up again: a later try has the word. */
    seatEpoch: number | null
  },
  now: number,
): Promise<void> {
  const { orderId, amountCents, captureId, reason, seatEpoch } = money
  const mine =
    seatEpoch === null
      ? sql`true`
      : sql`exists (select 1 from orders where orders.id = ${orderId} and orders.seat_epoch = ${seatEpoch})`
  await runBatch(db, [
    ...refundInsertWhere({ paymentId, reason, amountCents }, sql`payments.status in ${UNSETTLED} and ${mine}`, now),
    sql`update payments set status = 'refunded', captured_at = ${now}, checked_at = ${now}, capture_id = ${captureId}, amount_cents = ${amountCents}
      where id = ${paymentId} and status in ${UNSETTLED} and exists (select 1 from refunds where refunds.payment_id = ${paymentId} and refunds.reason = ${reason})`,
    ...(reason === 'cancelled_event'
      ? [
          sql`update orders set due_at = min(due_at, ${now}) where id = ${orderId} and ${inArray(orders.status, [...PAYABLE_STATUSES])}`,
        ]
      : []),
  ])
}

/** The epoch under which this try, and no other, may take a cancelled order's seats; null where it is cancelled no more. */
export async function claimSeatEpoch(db: Database, orderId: string, paymentId: string): Promise<number | null> {
  const [order] = await db
    .update(orders)
    .set({ seatEpoch: sql`${orders.seatEpoch} + 1` })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.status, 'cancelled'),
        sql`exists (select 1 from payments where payments.id = ${paymentId} and payments.status in ${UNSETTLED})`,
      ),
    )
    .returning({ seatEpoch: orders.seatEpoch })
  return order?.seatEpoch ?? null
}

/** The payment method a buyer chose anew, while the order may still be paid. A transfer needs the bank's details by mail. */
export async function changePaymentMethod(
  db: Database,
  orderId: string,
  method: string,
  dueAt: number,
  now: number,
): Promise<void> {
  const isPayable = and(eq(orders.id, orderId), inArray(orders.status, [...PAYABLE_STATUSES]))
  await runBatch(db, [
    db
      .update(orders)
      .set({ paymentMethod: method, dueAt: sql`max(${orders.dueAt}, ${dueAt})` })
      .where(isPayable),
    outboxInsertWhere(
      'mail_order_received',
      orderId,
      sql`exists (select 1 from orders where ${isPayable} and payment_method = 'bank_transfer')`,
      now,
    ),
  ])
}

/** An operator's word: an order in `problem` is fulfilled as if it had been paid in full. False where it is in no such state. */
export async function completeProblemOrder(
  db: Database,
  order: { id: string; goal: 'done' | 'pending_fulfillment'; tickets: NewTicket[] },
  now: number,
): Promise<boolean> {
  const [completed] = await runBatch(db, [
    moveOrder(db, order.goal, and(eq(orders.id, order.id), eq(orders.status, 'problem')), { paidAt: now }),
    ...fulfilment(order.id, order.tickets, now),
  ])
  return hasMoved(completed)
}
