/** The outbox: rows that say what must still happen, taken by a lease so that two hands do not work on one. */
import type { InferSelectModel } from 'drizzle-orm'
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { OUTBOX_KINDS, outbox } from '../../schema/tables/outbox.ts'
import { payments, refunds } from '../../schema/tables/payment.ts'
import type { Database } from './database.ts'

export type OutboxRow = InferSelectModel<typeof outbox>

/** How long whoever took a row has before another may. */
const LEASE_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

export async function dueOutboxIds(db: Database, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** What is due of an order and of its refunds, by indexes alone: asked after every payment. */
export async function dueOutboxIdsOf(db: Database, orderId: string, now: number): Promise<string[]> {
  const refundIds = sql`select ${refunds.id} from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${payments.orderId} = ${orderId}`
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        inArray(outbox.kind, [...OUTBOX_KINDS]),
        sql`${outbox.subjectId} in (select ${orderId} union all ${refundIds})`,
        isNull(outbox.doneAt),
        lte(outbox.nextAttemptAt, now),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Those of the rows that are due and that nobody else has; at most 90 at once. */
export function takeOutboxRows(db: Database, ids: string[], now: number): Promise<OutboxRow[]> {
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + LEASE_MS })
    .where(and(inArray(outbox.id, ids), isNull(outbox.doneAt), lte(outbox.nextAttemptAt, now)))
    .returning()
}

export async function finishOutboxRows(db: Database, ids: string[], now: number): Promise<void> {
  await db.update(outbox).set({ doneAt: now, lastError: null }).where(inArray(outbox.id, ids))
}

/** Tried again later, each time twice as late, at most every hour. `reason` holds no personal data. */
export async function postponeOutboxRow(db: Database, row: OutboxRow, reason: string, now: number): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_MS, 2_000 * 2 ** Math.min(row.attempts, 12))
  await db
    .update(outbox)
    .set({ nextAttemptAt: now + wait, lastError: reason.slice(0, 300) })
    .where(eq(outbox.id, row.id))
}
