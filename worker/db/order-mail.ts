/** Queues mails that fans ask for on the pages of their orders. */
import { sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'

/**
 * Queues a request for the link to an order, once per period. Returns the id of the row; null if the period has one already.
 */
export async function queueLinkMail(
  db: Database,
  { reference, proof, period }: { reference: string; proof: string; period: number },
  now: number,
): Promise<string | null> {
  const id = newId('outbox', now)
  const [row] = await runBatch(db, [
    outboxInsertWhere('mail_order_link', reference, sql`true`, now, `${proof} ${period}`, id),
  ])
  return row?.meta.changes === 1 ? id : null
}

const REPEATED = 'again '

type Repeated = {
  kind: OutboxKind
  orderId: string
  period: number
  /** How many mails of the order may be repeated since an instant. */
  limit: { since: number; count: number }
}

/** Queues the mail, once per period. Returns false, and queues nothing, if the order has reached the limit. */
export async function queueRepeatedMail(
  db: Database,
  { kind, orderId, period, limit }: Repeated,
  now: number,
): Promise<boolean> {
  const discriminator = `${REPEATED}${period}`
  const repeated = sql`select count(*) from outbox where subject_id = ${orderId} and kind like 'mail_%'
    and discriminator like ${`${REPEATED}%`} and created_at > ${limit.since}`
  const [, rows] = await runBatch(db, [
    outboxInsertWhere(kind, orderId, sql`(${repeated}) < ${limit.count}`, now, discriminator),
    sql`select 1 from outbox where kind = ${kind} and subject_id = ${orderId} and discriminator = ${discriminator}`,
  ])
  return rows?.results.length === 1
}

/** Whether the fan asked for this mail on the page of the order. */
export function isRepeatedMail(row: { discriminator: string }): boolean {
  return row.discriminator.startsWith(REPEATED)
}
