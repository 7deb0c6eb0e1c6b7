/** Payments, refunds and the provider's events as rows. What moves an order by them is in `settlement`. */
import { and, asc, desc, eq, type InferSelectModel, isNull, lte, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments, providerEvents, refunds } from '../../schema/tables/payment.ts'
import type { Database } from './database.ts'

export type Payment = InferSelectModel<typeof payments>
export type Refund = InferSelectModel<typeof refunds>

type PaymentRequest = Pick<Payment, 'orderId' | 'provider' | 'method' | 'amountCents'> & { expiresAt: number | null }

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

/** The next attempt of its order; one statement, so two at once get two numbers. */
export async function openPayment(db: Database, request: PaymentRequest, now: number): Promise<Payment> {
  const id = newId('payment', now)
  await db.run(insertPayment(id, request, now))
  const payment = await findPayment(db, id)
  if (!payment) throw new Error('the payment was not written')
  return payment
}

/** As `openPayment`, but answers with the open payment of that sum that is there already: a double click asks once. */
export async function openPaymentOnce(db: Database, request: PaymentRequest, now: number): Promise<Payment> {
  const open = and(
    eq(payments.orderId, request.orderId),
    eq(payments.provider, request.provider),
    eq(payments.status, 'open'),
    eq(payments.amountCents, request.amountCents),
  )
  await db.run(
    sql`${insertPayment(newId('payment', now), request, now)} having not exists (select 1 from ${payments} where ${open})`,
  )
  const rows = await db.select().from(payments).where(open).orderBy(desc(payments.attempt)).limit(1)
  const [payment] = rows
  if (!payment) throw new Error('the payment was not written')
  return payment
}

function insertPayment(id: string, { orderId, provider, method, amountCents, expiresAt }: PaymentRequest, now: number) {
  return sql`insert into payments (id, order_id, provider, method, attempt, status, amount_cents, created_at, checked_at, expires_at)
    select ${id}, ${orderId}, ${provider}, ${method}, ifnull(max(attempt), 0) + 1, 'open', ${amountCents}, ${now}, ${now}, ${expiresAt}
    from payments where order_id = ${orderId}`
}

/**
 * Notes the provider's page and keeps the order until `dueAt`. False where the payment is open no more: then nobody may be
 * sent to the page.
 */
export async function notePaymentSession(
  db: Database,
  payment: Payment,
  session: { externalId: string; url: string; expiresAt: number },
  dueAt: number,
): Promise<boolean> {
  const [noted] = await db.batch([
    db
      .update(payments)
      .set({ externalId: session.externalId, externalUrl: session.url, expiresAt: session.expiresAt })
      .where(and(eq(payments.id, payment.id), eq(payments.status, 'open')))
      .returning({ id: payments.id }),
    db
      .update(orders)
      .set({ dueAt: sql`max(${orders.dueAt}, ${dueAt})` })
      .where(and(eq(orders.id, payment.orderId), eq(orders.status, 'payment_pending'))),
  ])
  return noted.length === 1
}

export async function closePayment(db: Database, id: string, status: 'failed' | 'expired', now: number): Promise<void> {
  await db
    .update(payments)
    .set({ status, checkedAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

/** How long an open payment waits to be asked about again: longer the older it is. */
const FIRST_PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 10 * 60_000

/**
 * Open payments whose pause is over, the longest unasked first, marked as asked about: another run, or the next one while
 * the provider is out of reach, takes others.
 */
export function takePaymentsToCheck(db: Database, now: number, limit: number): Promise<Payment[]> {
  const pause = sql`max(${FIRST_PAUSE_MS}, min(${LONGEST_PAUSE_MS}, (${payments.checkedAt} - ${payments.createdAt}) / 2))`
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, 'open'), lte(payments.checkedAt, sql`${now} - ${pause}`)))
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
  return db.update(payments).set({ checkedAt: now }).where(sql`${payments.id} in ${due}`).returning()
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
    .where(and(eq(refunds.id, id), isNull(refunds.doneAt)))
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
