/** The accounts to which operators transfer refunds: a bank sent a transfer back, and the buyer names another account. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { refunds } from '../../schema/tables/payment.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'
import { moveRefund, type Refund, type RefundAccount } from './refund.ts'

/** The `failure` of a refund whose transfer the bank sent back. It waits for another account. */
const ACCOUNT_RETURNED = 'account_returned'

export function waitsForAccount({ status, failure }: Pick<Refund, 'status' | 'failure'>): boolean {
  return status === 'failed' && failure === ACCOUNT_RETURNED
}

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

/** Stores the account for all refunds of the order that wait for one, and reopens them. Returns false if there is none. */
export async function nameAccount(db: Database, orderId: string, { holder, iban }: RefundAccount): Promise<boolean> {
  const isWaiting = sql`order_id = ${orderId} and status = 'failed' and failure = ${ACCOUNT_RETURNED}`
  const [stored] = await runBatch(db, [
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
