/**
 * Changes an order because of its payments. Each batch is one transaction. Its statements check the current rows, so they do
 * nothing if another run of the batch was first. An order's paid amount is the sum of its captured payments, at most the
 * total. Any excess is refunded. Each position of a ticket item gets one ticket, and the buyer gets one confirmation.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type OrderStatus, PAID_STATUSES, PAYABLE_STATUSES } from '../../schema/rules/order-payable.ts'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { orders } from '../../schema/tables/order.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { PersonalIdentifier } from '../../schema/tables/ticket.ts'
import type { ReturnReason } from '../domain/orders/payment-outcome.ts'
import type { StockChange } from '../domain/orders/stock.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { queuedNameChange } from './name-change.ts'
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

export type Capture = {
  orderId: string
  paymentId: string
  /** The amount that counts as payment of the order. If it exceeds the unpaid amount, the excess is refunded. */
  countedCents: number
  captureId: string | null
  /** The order's next status. The order gets `problem` at once, and any other status when its total is covered. */
  goal: 'done' | 'pending_fulfillment' | 'problem'
  tickets: NewTicket[]
  /** Set if the payment revives a cancelled order: its new seat epoch, and the stock that it takes again. */
  revival: { epoch: number; stock: StockChange[] } | null
}

/**
 * The statuses in which a payment can still receive money. Money that arrives after the payment has failed or expired is
 * accepted too.
 */
const UNSETTLED = sql`('open', 'failed', 'expired')`

function list(statuses: readonly OrderStatus[]): SQL {
  return sql`(${sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  )})`
}

/**
 * Records a payment as captured and refunds any excess. Moves the order to `problem` at once, or to another `goal` when its
 * total is covered. A paid order also gets its tickets and a mail. Returns false if the payment is not captured, because the
 * order or the payment has changed since the decision. Throws an error whose message contains:
 * - `tickets.validation_code` if a ticket code is already in use
 * - the name of the stock's CHECK if stock is gone
 * - `orders_revival_buyer_limit` if the buyer's ticket limit is reached
 * - `orders_revival_presale_code` if the order's presale code is used up
 * - `orders_revival_voucher` if the value of the order's voucher has been used elsewhere
 * - `orders_revival_seats` if a seat is sold to another order or is no longer in the plan
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

/** Settles a free order as if it had been paid. */
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

/** The captured amount above the total, without the part for which a refund already exists. */
function excessOf(orderId: string): SQL {
  return sql`(${capturedOf(orderId)} - (select total_cents from orders where orders.id = ${orderId}) - (select ifnull(sum(refunds.amount_cents), 0) from refunds
    join payments on payments.id = refunds.payment_id and payments.status = 'captured'
    where refunds.order_id = ${orderId} and refunds.reason = 'double_payment'))`
}

/**
 * Issues tickets and the confirmation of a paid order; does nothing for an unpaid order. An item never gets more tickets than
 * its amount: after a return, the remaining tickets may have any positions.
 */
function fulfilment(orderId: string, tickets: NewTicket[], now: number) {
  const isPaid = sql`exists (select 1 from orders where id = ${orderId} and paid_at is not null and status in ${list(PAID_STATUSES)})`
  const rows = JSON.stringify(tickets.map((ticket) => ({ ...ticket, id: newId('ticket', now) })))
  return [
    sql`insert into tickets (id, order_id, order_item_id, position, event_id, kind, validation_code, personal_identifier, issued_at, expires_at)
      select value ->> 'id', ${orderId}, value ->> 'orderItemId', value ->> 'position', value ->> 'eventId', value ->> 'kind',
        value ->> 'validationCode', value -> 'personalIdentifier', ${now}, value ->> 'expiresAt'
      from json_each(${rows}) where ${isPaid}
        and (select count(*) from tickets as other where other.order_item_id = value ->> 'orderItemId'
          and other.position <> value ->> 'position')
        < (select amount from order_items where id = value ->> 'orderItemId')
      on conflict (order_item_id, position) do nothing`,
    outboxInsertWhere('mail_order_paid', orderId, isPaid, now),
    queuedNameChange(orderId, isPaid, now),
  ]
}

/**
 * Refunds money that the order cannot take. The buyer gets a mail when the refund is completed. A refund by hand may take
 * days. Therefore its buyer also gets a mail now, if the order is cancelled.
 * Refunds nothing if the payment has been settled meanwhile. An order with a cancelled event becomes due at once, so that the
 * next sweep cancels it.
 */
export async function returnPayment(
  db: Database,
  paymentId: string,
  money: {
    orderId: string
    amountCents: number
    captureId: string | null
    reason: ReturnReason
    /** The seat epoch of a failed revival, else null. If a newer revival has begun, this call does not refund the money. */
    seatEpoch: number | null
    /** Whether an operator makes the refund, because the payment has no provider that can. */
    isByHand: boolean
  },
  now: number,
): Promise<void> {
  const { orderId, amountCents, captureId, reason, seatEpoch, isByHand } = money
  const mine =
    seatEpoch === null
      ? sql`true`
      : sql`exists (select 1 from orders where orders.id = ${orderId} and orders.seat_epoch = ${seatEpoch})`
  await runBatch(db, [
    ...refundInsertWhere({ paymentId, reason, amountCents }, sql`payments.status in ${UNSETTLED} and ${mine}`, now),
    sql`update payments set status = 'refunded', captured_at = ${now}, checked_at = ${now}, capture_id = ${captureId}, amount_cents = ${amountCents}
      where id = ${paymentId} and status in ${UNSETTLED} and exists (select 1 from refunds where refunds.payment_id = ${paymentId} and refunds.reason = ${reason})`,
    ...(isByHand
      ? [
          outboxInsertWhere(
            'mail_payment_late',
            orderId,
            sql`exists (select 1 from orders join payments on payments.order_id = orders.id
              join refunds on refunds.payment_id = payments.id and refunds.reason = ${reason} and refunds.status = 'open'
              where payments.id = ${paymentId} and payments.status = 'refunded' and payments.captured_at = ${now}
              and orders.status = 'cancelled')`,
            now,
            paymentId,
          ),
        ]
      : []),
    ...(reason === 'cancelled_event'
      ? [
          sql`update orders set due_at = min(due_at, ${now}) where id = ${orderId} and ${inArray(orders.status, [...PAYABLE_STATUSES])}`,
        ]
      : []),
  ])
}

/**
 * Gives this revival attempt a seat epoch of its own. Returns null if the order is no longer cancelled or the payment has
 * been settled.
 */
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

/**
 * Changes the payment method while the order may be paid. `followUp` is the kind of the outbox row that the new method
 * needs, for example for a mail with the bank details.
 */
export async function changePaymentMethod(
  db: Database,
  orderId: string,
  choice: { method: PaymentMethodId; dueAt: number; remindAt: number; followUp: OutboxKind | null },
  now: number,
): Promise<void> {
  const { method, dueAt, remindAt, followUp } = choice
  const isPayable = and(eq(orders.id, orderId), inArray(orders.status, [...PAYABLE_STATUSES]))
  await runBatch(db, [
    db
      .update(orders)
      .set({ paymentMethod: method, dueAt: sql`max(${orders.dueAt}, ${dueAt})`, remindAt })
      .where(isPayable),
    ...(followUp === null
      ? []
      : [outboxInsertWhere(followUp, orderId, sql`exists (select 1 from orders where ${isPayable})`, now)]),
  ])
}

/**
 * Settles an order in `problem` as if it had been paid in full, for an operator. Returns false if the order has another
 * status.
 */
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
