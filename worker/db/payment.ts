/**
 * Payments as rows, and the batches that move an order by them. Each batch may run twice or beside itself: the payment
 * goes from open to captured once, what is paid is the sum of captured payments, tickets exist once a place, follow-ups
 * once a kind. What must only happen with a change is tied to a row that only that change could have written.
 */
import { and, asc, desc, eq, type InferSelectModel, inArray, lt, max, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { type OrderStatus, orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { payments, providerEvents, refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'

export type Payment = InferSelectModel<typeof payments>
export type Refund = InferSelectModel<typeof refunds>
export type RefundReason = Refund['reason']

export type NewTicket = {
  orderItemId: string
  position: number
  eventId: string
  kind: 'online' | 'hard'
  validationCode: string
  expiresAt: number
}

const PAYABLE: OrderStatus[] = ['payment_pending', 'incomplete', 'problem']

export async function findPayment(db: Database, id: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

export async function findPaymentByExternalId(
  db: Database,
  provider: 'stripe' | 'paypal',
  externalId: string,
): Promise<Payment | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.externalId, externalId)))
  return row ?? null
}

export function paymentsOf(db: Database, orderId: string): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt))
}

/** Throws where another try took the number at the same time; the caller asks again. */
export async function openPayment(
  db: Database,
  payment: Pick<Payment, 'orderId' | 'provider' | 'method' | 'amountCents'>,
  now: number,
): Promise<Payment> {
  const [last] = await db
    .select({ attempt: max(payments.attempt) })
    .from(payments)
    .where(eq(payments.orderId, payment.orderId))
  const [row] = await db
    .insert(payments)
    .values({
      ...payment,
      id: newId('payment', now),
      attempt: (last?.attempt ?? 0) + 1,
      status: 'open',
      createdAt: now,
      checkedAt: now,
    })
    .returning()
  if (!row) throw new Error('the payment was not written')
  return row
}

export async function notePaymentSession(
  db: Database,
  payment: Payment,
  session: { externalId: string; url: string; expiresAt: number },
): Promise<void> {
  await db.batch([
    db
      .update(payments)
      .set({ externalId: session.externalId, externalUrl: session.url, expiresAt: session.expiresAt })
      .where(eq(payments.id, payment.id)),
    // The provider's page stays open a little longer than the order would: the order waits for it.
    db
      .update(orders)
      .set({ dueAt: sql`max(${orders.dueAt}, ${session.expiresAt + 60_000})` })
      .where(and(eq(orders.id, payment.orderId), inArray(orders.status, PAYABLE))),
  ])
}

export async function closePayment(db: Database, id: string, status: 'failed' | 'expired', now: number): Promise<void> {
  await db
    .update(payments)
    .set({ status, checkedAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

export async function touchPayment(db: Database, id: string, now: number): Promise<void> {
  await db.update(payments).set({ checkedAt: now }).where(eq(payments.id, id))
}

/** Open payments at a provider not asked about since `before`, the longest unasked first. */
export function paymentsToCheck(db: Database, before: number, limit: number): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'open'), lt(payments.checkedAt, before)))
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
}

export type Capture = {
  order: Order
  payment: Payment
  amountCents: number
  captureId: string | null
  /** Where the order goes once it is covered. */
  next: 'done' | 'pending_fulfillment' | 'problem'
  tickets: NewTicket[]
  /** A late payment for a cancelled order whose seats were taken again: its stock is taken again too. */
  revived: { stock: { variantId: string; amount: number }[] } | null
}

/** Throws with `tickets.validation_code` in its text where a code was in use, with the stock's CHECK where goods are gone. */
export async function capturePayment(db: Database, capture: Capture, now: number): Promise<void> {
  const { order, payment, next, revived } = capture
  const paidOrder = sql`exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${orders.paidAt} is not null and ${orders.status} <> 'cancelled')`
  const followUp = (kind: 'mail_order_paid') =>
    db.run(
      sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at) select ${newId('outbox', now)}, ${kind}, ${order.id}, '', ${now}, 0, ${now} where ${paidOrder} on conflict (kind, subject_id, discriminator) do nothing`,
    )
  await db.batch([
    db
      .update(payments)
      .set({
        status: 'captured',
        capturedAt: now,
        checkedAt: now,
        captureId: capture.captureId,
        amountCents: capture.amountCents,
      })
      .where(and(eq(payments.id, payment.id), eq(payments.status, 'open'))),
    ...(revived ? reviveStatements(db, order, payment.id, revived.stock) : []),
    db
      .update(orders)
      .set({
        paidCents: sql`min(${orders.totalCents}, (select ifnull(sum(${payments.amountCents}), 0) from ${payments} where ${payments.orderId} = ${order.id} and ${payments.status} = 'captured'))`,
      })
      .where(eq(orders.id, order.id)),
    db
      .update(orders)
      .set({ status: next, paidAt: now })
      .where(
        and(eq(orders.id, order.id), inArray(orders.status, PAYABLE), sql`${orders.paidCents} >= ${orders.totalCents}`),
      ),
    ...capture.tickets.map((ticket) =>
      db.run(
        sql`insert into ${tickets} (id, order_id, order_item_id, position, event_id, kind, validation_code, personal_identifier, issued_at, expires_at) select ${newId('ticket', now)}, ${order.id}, ${ticket.orderItemId}, ${ticket.position}, ${ticket.eventId}, ${ticket.kind}, ${ticket.validationCode}, '{}', ${now}, ${ticket.expiresAt} where ${paidOrder} on conflict (order_item_id, position) do nothing`,
      ),
    ),
    followUp('mail_order_paid'),
  ])
}

function reviveStatements(
  db: Database,
  order: Order,
  paymentId: string,
  stock: { variantId: string; amount: number }[],
) {
  const epoch = order.seatEpoch + 1
  // Written by this payment alone, and only while the order is still cancelled: ties the stock to the revival.
  const marker = `revive:${paymentId}`
  return [
    db.run(
      sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at, done_at) select ${marker}, 'order_revived', ${order.id}, ${String(epoch)}, ${order.placedAt}, 0, 0, 0 where exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${orders.status} = 'cancelled' and ${orders.seatEpoch} = ${order.seatEpoch}) on conflict do nothing`,
    ),
    ...stock.map(({ variantId, amount }) =>
      db
        .update(variantStock)
        .set({ available: sql`${variantStock.available} - ${amount}` })
        .where(
          and(
            eq(variantStock.variantId, variantId),
            sql`exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${orders.status} = 'cancelled')`,
            sql`exists (select 1 from ${outbox} where ${outbox.id} = ${marker})`,
          ),
        ),
    ),
    db
      .update(orders)
      .set({ status: 'payment_pending', cancelledAt: null, seatEpoch: epoch })
      .where(and(eq(orders.id, order.id), eq(orders.status, 'cancelled'), eq(orders.seatEpoch, order.seatEpoch))),
  ]
}

/** Money that no order can take: the payment counts for none, the buyer gets it back and a mail. */
export async function returnPayment(
  db: Database,
  payment: Payment,
  money: { amountCents: number; captureId: string | null; reason: RefundReason },
  now: number,
): Promise<void> {
  const refundId = newId('refund', now)
  const refundExists = sql`exists (select 1 from ${refunds} where ${refunds.id} = ${refundId})`
  const tell = (kind: 'refund_payment' | 'mail_payment_refunded') =>
    db.run(
      sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at) select ${newId('outbox', now)}, ${kind}, ${refundId}, '', ${now}, 0, ${now} where ${refundExists}`,
    )
  await db.batch([
    db
      .update(payments)
      .set({
        status: 'refunded',
        capturedAt: now,
        checkedAt: now,
        captureId: money.captureId,
        amountCents: money.amountCents,
      })
      .where(and(eq(payments.id, payment.id), eq(payments.status, 'open'))),
    db
      .insert(refunds)
      .values({
        id: refundId,
        orderId: payment.orderId,
        paymentId: payment.id,
        reason: money.reason,
        status: 'open',
        amountCents: money.amountCents,
        createdAt: now,
      })
      .onConflictDoNothing(),
    tell('refund_payment'),
    tell('mail_payment_refunded'),
  ])
}

export async function findRefund(
  db: Database,
  id: string,
): Promise<{ refund: Refund; payment: Payment | null } | null> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id))
  return row ?? null
}

export async function finishRefund(db: Database, id: string, externalId: string, now: number): Promise<void> {
  await db
    .update(refunds)
    .set({ status: 'done', externalId, doneAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'open')))
}

/**
 * Cancels an order that is overdue and still unpaid. The outbox row that frees its seats is written by the one run whose
 * update took effect; stock comes back only with that row.
 */
export async function cancelOverdueOrder(
  db: Database,
  order: Order,
  stock: { variantId: string; amount: number }[],
  now: number,
): Promise<void> {
  const releaseId = newId('outbox', now)
  const mine = sql`exists (select 1 from ${outbox} where ${outbox.id} = ${releaseId})`
  await db.batch([
    db
      .update(orders)
      .set({ status: 'cancelled', cancelledAt: now })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.status, 'payment_pending'),
          lt(orders.dueAt, now),
          eq(orders.paidCents, 0),
        ),
      ),
    db.run(
      sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at) select ${releaseId}, 'release_seats', ${order.id}, ${String(order.seatEpoch)}, ${now}, 0, ${now} where exists (select 1 from ${orders} where ${orders.id} = ${order.id} and ${orders.status} = 'cancelled') on conflict (kind, subject_id, discriminator) do nothing`,
    ),
    ...stock.map(({ variantId, amount }) =>
      db
        .update(variantStock)
        .set({ available: sql`${variantStock.available} + ${amount}` })
        .where(and(eq(variantStock.variantId, variantId), mine)),
    ),
    db.run(
      sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at) select ${newId('outbox', now)}, 'mail_order_cancelled', ${order.id}, '', ${now}, 0, ${now} where ${mine} on conflict (kind, subject_id, discriminator) do nothing`,
    ),
  ])
}

export async function providerEventIsKnown(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select({ id: providerEvents.id }).from(providerEvents).where(eq(providerEvents.id, id))
  return row !== undefined
}

export async function noteProviderEvent(
  db: Database,
  event: { id: string; provider: string; type: string },
  now: number,
): Promise<void> {
  await db
    .insert(providerEvents)
    .values({ ...event, receivedAt: now })
    .onConflictDoNothing()
}

/** The payment method a buyer chose anew, while the order may still be paid. */
export async function changePaymentMethod(db: Database, orderId: string, method: string, dueAt: number): Promise<void> {
  await db
    .update(orders)
    .set({ paymentMethod: method, dueAt: sql`max(${orders.dueAt}, ${dueAt})` })
    .where(and(eq(orders.id, orderId), inArray(orders.status, PAYABLE)))
}
