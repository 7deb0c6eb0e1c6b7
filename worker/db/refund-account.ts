/**
 * The accounts to which operators transfer refunds that did not reach the buyer: a bank sent the transfer back, or the
 * provider could not make the refund. The buyer then names an account.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { refunds } from '../../schema/tables/payment.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'
import { moveRefund, type Refund, type RefundAccount } from './refund.ts'

/** How many characters of an account's IBAN the mail about it shows. */
export const ACCOUNT_DIGITS = 4

/** The `failure` of a refund that waits for an account of the buyer. */
const ACCOUNT_RETURNED = 'account_returned'

export function waitsForAccount({ status, failure }: Pick<Refund, 'status' | 'failure'>): boolean {
  return status === 'failed' && failure === ACCOUNT_RETURNED
}

/** The opposite of `waitsForAccount`, of the row of a refund. */
export const isNotAwaitingAccount = sql`not (${refunds.status} = 'failed' and ifnull(${refunds.failure}, '') = ${ACCOUNT_RETURNED})`

/**
 * Marks a refund as sent back, deletes its account and queues the mail that asks the buyer for another one. Returns false if
 * the status of the refund does not allow that.
 */
export function noteReturnedTransfer(db: Database, refund: Refund, now: number): Promise<boolean> {
  const { id, orderId, attempt } = refund
  const isReturned = sql`exists (select 1 from refunds where refunds.id = ${id} and refunds.status = 'failed'
    and refunds.failure = ${ACCOUNT_RETURNED})`
  return moveRefund(db, refund, 'failed', { externalId: null, failure: ACCOUNT_RETURNED }, now, [
    sql`update refund_accounts set holder = '', iban = '' where refund_id = ${id} and ${isReturned}`,
    outboxInsertWhere('mail_refund_returned', orderId, isReturned, now, `${id}/${attempt}`),
  ])
}

/** The statement that marks a refund as transferred by an operator, although the provider has the payment. */
export function noteTransfer(refundId: string, bookingId: string): SQL {
  return sql`insert into refund_accounts (refund_id, holder, iban) select id, '', '' from refunds
    where id = ${refundId} and status = 'done' and external_id = ${bookingId} on conflict do nothing`
}

/**
 * Asks the buyer by mail for an account for a refund that the provider could not make. Forgets the provider's refund,
 * because its notices would fail the transfer to that account. Returns false if the refund has not failed or has been
 * retried.
 */
export async function askForAccount(db: Database, { id, orderId, attempt }: Refund, now: number): Promise<boolean> {
  const isAsked = sql`exists (select 1 from refunds where refunds.id = ${id} and refunds.status = 'failed'
    and refunds.failure = ${ACCOUNT_RETURNED})`
  const [asked] = await runBatch(db, [
    sql`update refunds set failure = ${ACCOUNT_RETURNED}, external_id = null
      where id = ${id} and attempt = ${attempt} and status = 'failed' returning id`,
    outboxInsertWhere('mail_refund_returned', orderId, isAsked, now, `${id}/${attempt}`),
  ])
  return (asked?.results.length ?? 0) === 1
}

/**
 * Stores the account for all refunds of the order that wait for one, reopens them, and queues the mail to the buyer. Returns
 * false if there is none.
 */
export async function nameAccount(
  db: Database,
  orderId: string,
  { holder, iban }: RefundAccount,
  now: number,
): Promise<boolean> {
  const mailId = newId('outbox', now)
  const isWaiting = sql`order_id = ${orderId} and status = 'failed' and failure = ${ACCOUNT_RETURNED}`
  const [, stored] = await runBatch(db, [
    // The mail shows the last digits also if the refund is made, and its account deleted, before the mail is sent.
    outboxInsertWhere(
      'mail_account_named',
      orderId,
      sql`exists (select 1 from refunds where ${isWaiting})`,
      now,
      `${mailId}/${iban.slice(-ACCOUNT_DIGITS)}`,
      mailId,
    ),
    sql`insert into refund_accounts (refund_id, holder, iban) select id, ${holder}, ${iban} from refunds where ${isWaiting}
      on conflict (refund_id) do update set holder = excluded.holder, iban = excluded.iban returning refund_id`,
    sql`update refunds set status = 'open', failure = null, done_at = null, attempt = attempt + 1 where ${isWaiting}`,
  ])
  return (stored?.results.length ?? 0) > 0
}

/** Whether an open refund of the order is transferred to this account. */
export async function hasOpenAccount(db: Database, orderId: string, { holder, iban }: RefundAccount): Promise<boolean> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.status, ['open']),
        sql`exists (select 1 from refund_accounts where refund_id = ${refunds.id} and holder = ${holder} and iban = ${iban})`,
      ),
    )
  return rows.length > 0
}
