/**
 * Reads refunds, changes their status, and updates the refunded order. A completely refunded order gets the status
 * `refunded`, its tickets become void and its seats are released. `orderFollowsRefunds` describes an exception.
 */
import {
  and,
  asc,
  eq,
  getTableColumns,
  type InferSelectModel,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { orders } from '../../schema/tables/order.ts'
import {
  payments,
  type RefundReason,
  type RefundStatus,
  refundAccounts,
  refundReleases,
  refunds,
} from '../../schema/tables/payment.ts'
import { statusesBefore } from '../domain/orders/order-status.ts'
import { refundIsMailed, refundStatusesBefore } from '../domain/orders/refund-status.ts'
import { runBatch } from './batch.ts'
import { type DroppedRefund, replacedByHand } from './covered-refund.ts'
import type { Database } from './database.ts'
import { resolveSettledDisputes } from './dispute.ts'
import { isOfItems, voidOrder } from './order-end.ts'
import { outboxInsertWhere } from './outbox.ts'
import type { Payment } from './payment.ts'
import { endWait, isAwaited, isMadeByProvider, type RefundRelease, releaseInsert } from './refund-release.ts'

export type Refund = InferSelectModel<typeof refunds>

/** The bank account that a buyer named for a refund. */
export type RefundAccount = { holder: string; iban: string }

/**
 * `isTransfer`: an operator transfers the refund to an account that the buyer named, whatever the payment method.
 * `isWaiting`: the organiser must release the refund first.
 */
export type FoundRefund = { refund: Refund; payment: Payment | null; isTransfer: boolean; isWaiting: boolean }

export async function findRefund(db: Database, id: string): Promise<FoundRefund | null> {
  const [row] = await db
    .select({
      refund: refunds,
      payment: payments,
      accountOf: refundAccounts.refundId,
      waitsOf: refundReleases.refundId,
    })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(refundAccounts, eq(refundAccounts.refundId, refunds.id))
    .leftJoin(refundReleases, isAwaited)
    .where(eq(refunds.id, id))
  if (!row) return null
  const { refund, payment, accountOf, waitsOf } = row
  return { refund, payment, isTransfer: accountOf !== null, isWaiting: waitsOf !== null }
}

export function refundsOfPayment(db: Database, paymentId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id))
}

/** `waitsUntil`: when the shop makes a refund that the organiser has not released; null for all other refunds. */
export type OrderRefund = Refund & { waitsUntil: number | null }

export function refundsOfOrder(db: Database, orderId: string): Promise<OrderRefund[]> {
  return db
    .select({ ...getTableColumns(refunds), waitsUntil: refundReleases.dueAt })
    .from(refunds)
    .leftJoin(refundReleases, isAwaited)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))
}

/**
 * Statements that insert a refund if `condition` holds. For an online provider, they also insert the outbox row that
 * requests the refund, unless the buyer named an account or the organiser must release the refund first.
 */
export function refundInsertWhere(
  refund: { paymentId: string; reason: RefundReason; subject?: string; amountCents: number | SQL },
  condition: SQL,
  now: number,
  account: RefundAccount | null = null,
  release: RefundRelease | null = null,
): SQL[] {
  const id = newId('refund', now)
  return [
    sql`insert into refunds (id, order_id, payment_id, reason, subject, status, amount_cents, created_at)
      select ${id}, payments.order_id, payments.id, ${refund.reason}, ${refund.subject ?? ''}, 'open', ${refund.amountCents}, ${now}
      from payments where payments.id = ${refund.paymentId} and ${condition} on conflict do nothing`,
    ...(release === null ? [] : [releaseInsert(id, release)]),
    account === null
      ? refundCallInsert(id, '', now)
      : sql`insert into refund_accounts (refund_id, holder, iban)
          select id, ${account.holder}, ${account.iban} from refunds where id = ${id}`,
  ]
}

/** Inserts no outbox row for a refund that an operator transfers by hand, or that waits for its release. */
function refundCallInsert(refundId: string, discriminator: string, now: number): SQL {
  return outboxInsertWhere(
    'refund_payment',
    refundId,
    sql`exists (select 1 from refunds join payments on payments.id = refunds.payment_id
      where refunds.id = ${refundId} and ${isMadeByProvider})`,
    now,
    discriminator,
  )
}

/**
 * The part of a payment for which no refund exists. A failed refund counts as a refund, because its amount is still owed.
 */
export function unreturnedOf(paymentId: string): SQL {
  return sql`(select payments.amount_cents - (select ifnull(sum(refunds.amount_cents), 0) from refunds
    where refunds.payment_id = payments.id) from payments where payments.id = ${paymentId})`
}

/**
 * Moves a refund to status `to`. Returns false, and leaves the refund as it is, if the transition is not allowed. Also
 * updates the order: its `refunded_cents` and, after a complete refund, its status, tickets, stock and seats. Queues the
 * buyer's mail when the refund is done. `further` are statements of the same batch.
 */
export async function moveRefund(
  db: Database,
  refund: Refund,
  to: Exclude<RefundStatus, 'open'>,
  facts: { externalId: string | null; failure?: string | null; isByProvider?: boolean },
  now: number,
  further: SQL[] = [],
): Promise<boolean> {
  const [moved] = await runBatch(db, [
    db
      .update(refunds)
      .set({
        status: to,
        ...(facts.externalId === null ? {} : { externalId: facts.externalId }),
        failure: facts.failure?.slice(0, 200) ?? null,
        checkedAt: now,
        doneAt: to === 'done' ? now : null,
      })
      .where(
        and(
          eq(refunds.id, refund.id),
          // A late answer about a former attempt must not change the current one.
          eq(refunds.attempt, refund.attempt),
          inArray(refunds.status, refundStatusesBefore(to)),
        ),
      )
      .returning({ id: refunds.id }),
    ...(to === 'done' ? [forgetAccount(refund.id, facts.isByProvider === true)] : []),
    endWait(refund.id, now),
    ...orderFollowsRefunds(db, refund.orderId, now),
    ...(to === 'done' && refundIsMailed(refund)
      ? [
          outboxInsertWhere(
            'mail_payment_refunded',
            refund.id,
            sql`exists (select 1 from refunds where refunds.id = ${refund.id} and refunds.status = 'done')`,
            now,
          ),
        ]
      : []),
    ...further,
  ])
  return (moved?.results.length ?? 0) === 1
}

/**
 * Deletes the account of a refund that has been made. The row remains only if an operator transferred the money, because it
 * shows how the refund was made.
 */
function forgetAccount(refundId: string, isByProvider: boolean): SQL {
  const change = isByProvider
    ? sql`delete from refund_accounts`
    : sql`update refund_accounts set holder = '', iban = ''`
  return sql`${change} where refund_id = ${refundId}
    and exists (select 1 from refunds where id = ${refundId} and status = 'done')`
}

/**
 * Records a refund that was made elsewhere and found at the provider; does nothing if it is already recorded. Returns the
 * refunds by hand that it replaces.
 */
export async function noteProviderRefund(
  db: Database,
  payment: Payment,
  found: {
    reason: Extract<RefundReason, 'provider' | 'dispute'>
    externalId: string
    amountCents: number
    status: RefundStatus
  },
  now: number,
): Promise<DroppedRefund[]> {
  const id = newId('refund', now)
  const isDone = found.status === 'done'
  const { before, after } = replacedByHand(payment.id, found)
  const results = await runBatch(db, [
    ...before,
    sql`insert into refunds (id, order_id, payment_id, reason, subject, external_id, status, amount_cents, created_at, checked_at, done_at)
      values (${id}, ${payment.orderId}, ${payment.id}, ${found.reason}, ${found.externalId}, ${found.externalId}, ${found.status},
        ${found.amountCents}, ${now}, ${now}, ${isDone ? now : null}) on conflict do nothing`,
    ...after,
    ...orderFollowsRefunds(db, payment.orderId, now),
    ...(isDone && found.reason === 'provider'
      ? [
          outboxInsertWhere(
            'mail_payment_refunded',
            id,
            sql`exists (select 1 from refunds where refunds.id = ${id})`,
            now,
          ),
        ]
      : []),
  ])
  return results.slice(0, before.length + 1 + after.length).flatMap(({ results: rows }) => rows as DroppedRefund[])
}

/**
 * Statements that update an order after its refunds have changed. The refunded amount is the sum of the completed refunds
 * of captured payments, but at most the paid amount. Refunds of double payments do not count, because money above the total
 * never counted as paid. Several partial refunds may together make an order `refunded`.
 *
 * A refund for a cancelled event or for returned items may equal the whole paid amount, although the order still has valid
 * items that cost nothing. Such an order keeps its status and its valid tickets. If the organiser keeps a fee of returned
 * tickets, less than the paid amount goes back, and the order is `refunded` when it has no valid item and no open refund.
 */
function orderFollowsRefunds(db: Database, orderId: string, now: number): SQLWrapper[] {
  const releaseId = newId('outbox', now)
  const ofOrder = sql`select 1 from refunds where refunds.order_id = orders.id`
  const isAllReturned = sql`(exists (${ofOrder} and ${isOfItems})
    and not exists (${ofOrder} and refunds.status <> 'done')
    and not exists (select 1 from order_items where order_items.order_id = orders.id and invalidated_at is null))`
  const isWhole = sql`orders.id = ${orderId} and orders.paid_cents > 0
    and (orders.refunded_cents = orders.paid_cents or ${isAllReturned})
    and ${inArray(orders.status, statusesBefore('refunded'))}
    and not (exists (${ofOrder} and ${isOfItems} and refunds.subject <> '')
      and (select sum(total_cents - voucher_cents) from order_items where order_items.order_id = orders.id and invalidated_at is null) is 0)`
  const mine = sql`exists (select 1 from outbox where id = ${releaseId})`
  return [
    sql`update orders set refunded_cents = min(paid_cents, (select ifnull(sum(refunds.amount_cents), 0) from refunds
      join payments on payments.id = refunds.payment_id and payments.status = 'captured'
      where refunds.order_id = ${orderId} and refunds.status = 'done' and refunds.reason <> 'double_payment'))
      where id = ${orderId}`,
    ...voidOrder(db, orderId, releaseId, isWhole, mine, now),
    resolveSettledDisputes(orderId, now),
  ]
}

/**
 * Retries a failed refund with a new attempt number, so that the provider treats it as a new refund. Returns false if the
 * refund is not failed or has been retried meanwhile.
 */
export async function retryRefund(db: Database, refund: Refund, now: number): Promise<boolean> {
  const attempt = refund.attempt + 1
  const [moved] = await runBatch(db, [
    db
      .update(refunds)
      .set({ status: 'open', attempt, externalId: null, failure: null, doneAt: null })
      .where(
        and(
          eq(refunds.id, refund.id),
          eq(refunds.attempt, refund.attempt),
          inArray(refunds.status, refundStatusesBefore('open')),
        ),
      )
      .returning({ id: refunds.id }),
    refundCallInsert(refund.id, String(attempt), now),
  ])
  return (moved?.results.length ?? 0) === 1
}

/**
 * Deletes an open refund if the payment's other refunds, completed or accepted by the provider (`sent`), already cover the
 * payment's amount. Returns false if they do not, or if the refund is not open.
 */
export async function dropCoveredRefund(db: Database, { id, paymentId }: Refund): Promise<boolean> {
  const dropped = await db
    .delete(refunds)
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.status, 'open'),
        sql`(select sum(other.amount_cents) from refunds as other where other.payment_id = ${paymentId}
          and other.id <> ${id} and other.status in ('sent', 'done'))
          >= (select payments.amount_cents from payments where payments.id = ${paymentId})`,
      ),
    )
    .returning({ id: refunds.id })
  return dropped.length === 1
}

/**
 * Takes refunds that the provider has accepted but not completed, and sets their `checkedAt` to `now`. Each refund is taken
 * at most once per `pauseMs`.
 */
export function takeRefundsToCheck(db: Database, now: number, pauseMs: number, limit: number): Promise<Refund[]> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'sent'), or(isNull(refunds.checkedAt), lte(refunds.checkedAt, now - pauseMs))))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
  return db.update(refunds).set({ checkedAt: now }).where(sql`${refunds.id} in ${due}`).returning()
}

export async function refundIdByExternalId(db: Database, externalId: string): Promise<string | null> {
  const [row] = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.externalId, externalId))
  return row?.id ?? null
}
