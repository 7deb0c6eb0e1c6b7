/**
 * Payments and provider events. The statements that change an order's status because of a payment are in `settlement`.
 */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  type InferSelectModel,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { type OrderStatus, PAYABLE_STATUSES } from '../../schema/rules/order-payable.ts'
import { incidents } from '../../schema/tables/incident.ts'
import { orders } from '../../schema/tables/order.ts'
import { type PaymentProviderId, payments, providerEvents } from '../../schema/tables/payment.ts'
import { ONLINE_PROVIDERS } from '../domain/orders/payment-provider.ts'
import type { Database } from './database.ts'
import { isOneOf } from './id-list.ts'

export type Payment = InferSelectModel<typeof payments>

type PaymentRequest = Pick<Payment, 'orderId' | 'provider' | 'method' | 'amountCents'> & { expiresAt: number | null }

export async function findPayment(db: Database, id: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

export async function findPaymentByExternalId(
  db: Database,
  provider: PaymentProviderId,
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

/**
 * Creates the order's next payment attempt in one statement, so that concurrent calls never get the same attempt number. If
 * the order has an open payment with the same method and amount, returns that payment instead. A double click therefore
 * creates only one.
 */
export async function openPaymentOnce(db: Database, request: PaymentRequest, now: number): Promise<Payment> {
  const open = and(
    eq(payments.orderId, request.orderId),
    eq(payments.method, request.method),
    eq(payments.status, 'open'),
    eq(payments.amountCents, request.amountCents),
  )
  await db.run(
    sql`${insertPayment(newId('payment', now), request, now)} having not exists (select 1 from ${payments} where ${open})`,
  )
  const rows = await db.select().from(payments).where(open).orderBy(desc(payments.attempt)).limit(1)
  const [payment] = rows
  if (!payment) throw new Error(`no open payment of order ${request.orderId} was written`)
  return payment
}

function insertPayment(id: string, request: PaymentRequest, now: number, externalId: string | null = null) {
  const { orderId, provider, method, amountCents, expiresAt } = request
  return sql`insert into payments (id, order_id, provider, method, attempt, status, amount_cents, created_at, checked_at, expires_at, external_id)
    select ${id}, ${orderId}, ${provider}, ${method}, ifnull(max(attempt), 0) + 1, 'open', ${amountCents}, ${now}, ${now}, ${expiresAt}, ${externalId}
    from payments where order_id = ${orderId}`
}

/**
 * Stores the provider's id and page, and extends the order's deadline to `dueAt`, if that is later. Changes nothing and returns
 * false if the payment is no longer open or the order can no longer be paid; the buyer must then not be sent to the page.
 */
export async function notePaymentSession(
  db: Database,
  payment: Payment,
  session: { externalId: string; url: string | null; expiresAt: number },
  dueAt: number,
): Promise<boolean> {
  const [noted] = await db.batch([
    db
      .update(payments)
      .set({ externalId: session.externalId, externalUrl: session.url, expiresAt: session.expiresAt })
      .where(
        and(
          eq(payments.id, payment.id),
          eq(payments.status, 'open'),
          sql`exists (select 1 from ${orders} where ${and(eq(orders.id, payment.orderId), inArray(orders.status, [...PAYABLE_STATUSES]))})`,
        ),
      )
      .returning({ id: payments.id }),
    db
      .update(orders)
      .set({ dueAt: sql`max(${orders.dueAt}, ${dueAt})` })
      .where(
        and(
          eq(orders.id, payment.orderId),
          eq(orders.status, 'payment_pending'),
          sql`exists (select 1 from ${payments} where ${and(eq(payments.id, payment.id), eq(payments.status, 'open'))})`,
        ),
      ),
  ])
  return noted.length === 1
}

/**
 * Reserves an order for the capture of its open payment: extends the deadline to `until`, so that no sweep cancels the order
 * meanwhile. Returns false if the payment is closed, or the order no longer owes its amount. Captures nothing by itself.
 */
export async function claimCapture(db: Database, payment: Payment, until: number): Promise<boolean> {
  const claimed = await db
    .update(orders)
    .set({ dueAt: sql`max(${orders.dueAt}, ${until})` })
    .where(
      and(
        eq(orders.id, payment.orderId),
        inArray(orders.status, [...PAYABLE_STATUSES]),
        sql`${orders.totalCents} - ${orders.paidCents} >= ${payment.amountCents}`,
        sql`exists (select 1 from ${payments} where ${and(eq(payments.id, payment.id), eq(payments.status, 'open'))})`,
      ),
    )
    .returning({ id: orders.id })
  return claimed.length === 1
}

export async function closePayment(db: Database, id: string, status: 'failed' | 'expired', now: number): Promise<void> {
  await db
    .update(payments)
    .set({ status, checkedAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

/** Records that the buyer has finished and the provider waits for the money. */
export async function notePending(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(payments)
    .set({ pendingAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

/** Whether the buyer has finished a payment of the order whose money is still on its way. */
export async function paymentIsPending(db: Database, orderId: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open'), isNotNull(payments.pendingAt)))
    .limit(1)
  return rows.length > 0
}

/** Stores the HMAC of the buyer's card. Does nothing if the order's contact data has been deleted. */
export async function noteCard(db: Database, id: string, cardKey: string): Promise<void> {
  const isKnown = exists(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, payments.orderId), ne(orders.email, ''))),
  )
  await db
    .update(payments)
    .set({ cardKey })
    .where(and(eq(payments.id, id), isKnown))
}

/** A visitor's clicks trigger at most one request per payment to the provider within this time. */
const ASKED_AT_MOST_EVERY_MS = 3_000

/**
 * Returns true if the caller may ask the provider now. Of concurrent callers, only one may. If nobody has asked about the
 * payment since it was opened, the caller may ask at once.
 */
export async function mayAskAbout(db: Database, id: string, now: number): Promise<boolean> {
  const taken = await db
    .update(payments)
    .set({ checkedAt: sql`max(${now}, ${payments.createdAt} + 1)` })
    .where(
      and(
        eq(payments.id, id),
        sql`(${payments.checkedAt} = ${payments.createdAt} or ${payments.checkedAt} <= ${now - ASKED_AT_MOST_EVERY_MS})`,
      ),
    )
    .returning({ id: payments.id })
  return taken.length === 1
}

/**
 * The shortest and the longest pause before the provider is asked again about an open payment. The pause grows with the
 * payment's age.
 */
const FIRST_PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 10 * 60_000

/**
 * Takes open payments whose pause is over, starting with those that have not been asked about for the longest time, and
 * marks them as asked. A concurrent run, or the next run if the provider is unreachable, then takes other payments.
 */
export function takePaymentsToCheck(db: Database, now: number, limit: number): Promise<Payment[]> {
  const pause = sql`max(${FIRST_PAUSE_MS}, min(${LONGEST_PAUSE_MS}, (${payments.checkedAt} - ${payments.createdAt}) / 2))`
  const isDue = and(eq(payments.status, 'open'), lte(payments.checkedAt, sql`${now} - ${pause}`))
  return takeLongestUnasked(db, isDue, now, limit)
}

/** A failed payment may turn out to be paid, so the shop asks about it for as long as Stripe repeats its notices. */
const FAILED_ASKED_FOR_MS = 3 * DAY
const FAILED_FIRST_PAUSE_MS = 10 * 60_000
const FAILED_LONGEST_PAUSE_MS = 6 * 3_600_000
/** The kind of incident for a payment that was closed because Stripe did not know it. */
export const UNKNOWN_AT_PROVIDER = 'payment_unknown_at_provider'
const UNPAID_STATUSES: OrderStatus[] = [...PAYABLE_STATUSES, 'cancelled']

/**
 * Like `takePaymentsToCheck`, for failed payments. If the secret key is wrong, Stripe knows no payment, so payments may have
 * been closed as failed by mistake. If the order has been paid meanwhile, only payments that Stripe did not know are taken,
 * because they may have collected the amount a second time. Expired payments are left out, because Stripe takes no money on
 * an expired page.
 */
export function takeFailedPayments(db: Database, now: number, limit: number): Promise<Payment[]> {
  const pause = sql`max(${FAILED_FIRST_PAUSE_MS}, min(${FAILED_LONGEST_PAUSE_MS}, (${payments.checkedAt} - ${payments.createdAt}) * 2))`
  const unpaidOrder = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, payments.orderId), inArray(orders.status, UNPAID_STATUSES)))
  const unknown = db
    .select({ id: incidents.id })
    .from(incidents)
    .where(
      and(eq(incidents.kind, UNKNOWN_AT_PROVIDER), eq(incidents.subjectId, payments.id), isNull(incidents.resolvedAt)),
    )
  const isDue = and(
    eq(payments.status, 'failed'),
    // The next condition implies this one. This one is here so that SQLite uses the index on `checked_at`.
    gt(payments.checkedAt, now - FAILED_ASKED_FOR_MS),
    gt(payments.createdAt, now - FAILED_ASKED_FOR_MS),
    inArray(payments.provider, [...ONLINE_PROVIDERS]),
    isNotNull(payments.externalId),
    lte(payments.checkedAt, sql`${now} - ${pause}`),
    or(exists(unpaidOrder), exists(unknown)),
  )
  return takeLongestUnasked(db, isDue, now, limit)
}

function takeLongestUnasked(db: Database, isDue: SQL | undefined, now: number, limit: number): Promise<Payment[]> {
  const due = db.select({ id: payments.id }).from(payments).where(isDue).orderBy(asc(payments.checkedAt)).limit(limit)
  return db.update(payments).set({ checkedAt: now }).where(sql`${payments.id} in ${due}`).returning()
}

export async function providerEventIsKnown(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select({ id: providerEvents.id }).from(providerEvents).where(eq(providerEvents.id, id))
  return row !== undefined
}

/** Returns those of the ids that are not stored. */
export async function unknownProviderEvents(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.select({ id: providerEvents.id }).from(providerEvents).where(isOneOf(providerEvents.id, ids))
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
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

export async function findPaymentByCapture(db: Database, captureId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.captureId, captureId))
  return row ?? null
}

/**
 * Returns the payment of a bank booking that an operator records. A new booking creates an open payment. For a known
 * booking, the existing payment is returned.
 */
export async function openBookedPayment(
  db: Database,
  booking: Pick<Payment, 'orderId' | 'provider' | 'method' | 'amountCents'> & { bookingId: string },
  now: number,
): Promise<Payment> {
  const { bookingId, ...request } = booking
  const insert = insertPayment(newId('payment', now), { ...request, expiresAt: null }, now, bookingId)
  await db.run(sql`${insert} on conflict (provider, external_id) do nothing`)
  const payment = await findPaymentByExternalId(db, request.provider, bookingId)
  if (!payment) throw new Error(`the payment of booking ${bookingId} was not written`)
  return payment
}
