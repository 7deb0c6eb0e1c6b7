/**
 * The outbox: rows of pending work. A worker leases a row before it works on it, so that no two workers process the same
 * row.
 */
import type { InferSelectModel } from 'drizzle-orm'
import { and, asc, count, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { OUTBOX_KINDS, type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { payments, refunds } from '../../schema/tables/payment.ts'
import type { Database } from './database.ts'

export type OutboxRow = InferSelectModel<typeof outbox>

/** How long a row is leased to the worker that took it. */
export const OUTBOX_LEASE_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** A row becomes a dead letter only after this many refusals, and only when it is a day old. */
const MIN_REFUSALS = 10

/** The condition that a row is neither done nor a dead letter. */
const isPending = and(isNull(outbox.doneAt), isNull(outbox.deadAt))

/** Rows with the fewest attempts come first, so that failing rows do not hold up others. */
export async function dueOutboxIds(
  db: Database,
  kinds: readonly OutboxKind[],
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.kind, [...kinds]), isPending, lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.attempts), asc(outbox.nextAttemptAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The kinds of the rows, without unknown ids. Callers pass at most 90 ids. */
export function outboxKindsOf(db: Database, ids: string[]): Promise<Pick<OutboxRow, 'id' | 'kind'>[]> {
  return db.select({ id: outbox.id, kind: outbox.kind }).from(outbox).where(inArray(outbox.id, ids))
}

/**
 * The ids of the due rows of an order and its refunds. The query uses only indexes, because it runs after every payment.
 */
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
        isPending,
        lte(outbox.nextAttemptAt, now),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Leases the rows that are due and that no other worker has leased. Callers pass at most 90 ids. */
export function takeOutboxRows(db: Database, ids: string[], now: number): Promise<OutboxRow[]> {
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + OUTBOX_LEASE_MS })
    .where(and(inArray(outbox.id, ids), isPending, lte(outbox.nextAttemptAt, now)))
    .returning()
}

export async function finishOutboxRows(db: Database, ids: string[], now: number): Promise<void> {
  await db.update(outbox).set({ doneAt: now, deadAt: null, lastError: null }).where(inArray(outbox.id, ids))
}

/** `reason` must not contain personal data. `isRefusal` is false if the provider or the mail platform had an outage. */
export type Failure = { reason: string; isRefusal: boolean; earliest: number }

/**
 * Schedules a retry with an exponential backoff of at most an hour, or at `earliest` if that is later. The row becomes a
 * dead letter when it is a day old and has been refused MIN_REFUSALS times. Does nothing if the lease has expired and another
 * worker took the row. Returns whether the row is now a dead letter.
 */
export async function postponeOutboxRow(
  db: Database,
  row: OutboxRow,
  { reason, isRefusal, earliest }: Failure,
  now: number,
): Promise<boolean> {
  const wait = Math.min(LONGEST_WAIT_MS, 2_000 * 2 ** Math.min(row.attempts, 12))
  const refusals = row.refusals + (isRefusal ? 1 : 0)
  const isDead = isRefusal && refusals >= MIN_REFUSALS && now - row.createdAt >= DAY
  const written = await db
    .update(outbox)
    .set({
      nextAttemptAt: Math.max(now + wait, earliest),
      refusals,
      lastError: reason.slice(0, 300),
      deadAt: isDead ? now : null,
    })
    .where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isPending))
    .returning({ deadAt: outbox.deadAt })
  return written.some(({ deadAt }) => deadAt !== null)
}

/** Schedules a retry at `until` without counting this attempt. Does nothing if another worker has taken the row. */
export async function deferOutboxRow(db: Database, row: OutboxRow, reason: string, until: number): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: until, attempts: sql`${outbox.attempts} - 1`, lastError: reason.slice(0, 300) })
    .where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isPending))
}

const isDead = and(isNull(outbox.doneAt), isNotNull(outbox.deadAt))

export type DeadLetter = Pick<
  OutboxRow,
  'id' | 'kind' | 'subjectId' | 'attempts' | 'createdAt' | 'deadAt' | 'lastError'
>

/** Dead letters, longest dead first, without personal data. */
export function deadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  const { id, kind, subjectId, attempts, createdAt, deadAt, lastError } = outbox
  return db
    .select({ id, kind, subjectId, attempts, createdAt, deadAt, lastError })
    .from(outbox)
    .where(isDead)
    .orderBy(asc(deadAt))
    .limit(limit)
}

/**
 * Makes dead letters due again and resets their attempts. `id` and `kind` narrow the choice. Revives at most `limit` rows
 * and starts with those that have been dead longest. Returns their ids.
 */
export async function reviveDeadLetters(
  db: Database,
  { id, kind }: { id?: string | undefined; kind?: OutboxKind | undefined },
  limit: number,
  now: number,
): Promise<string[]> {
  const chosen = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDead, id === undefined ? undefined : eq(outbox.id, id), kind && eq(outbox.kind, kind)))
    .orderBy(asc(outbox.deadAt))
    .limit(limit)
  const revived = await db
    .update(outbox)
    .set({ deadAt: null, attempts: 0, refusals: 0, nextAttemptAt: now })
    .where(inArray(outbox.id, chosen))
    .returning({ id: outbox.id })
  return revived.map((row) => row.id)
}

/**
 * Closes a dead letter without doing its work. Returns its id in a list, which is empty if the row is not a dead letter.
 */
export async function dropDeadLetter(db: Database, id: string, now: number): Promise<string[]> {
  const dropped = await db
    .update(outbox)
    .set({ doneAt: now })
    .where(and(eq(outbox.id, id), isDead))
    .returning({ id: outbox.id })
  return dropped.map((row) => row.id)
}

/** For a batch: inserts the row if `condition` holds, once per kind, subject and discriminator. */
export function outboxInsertWhere(
  kind: OutboxKind,
  subjectId: string,
  condition: SQL,
  now: number,
  discriminator = '',
  id = newId('outbox', now),
): SQL {
  return sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
    select ${id}, ${kind}, ${subjectId}, ${discriminator}, ${now}, 0, ${now} where ${condition}
    on conflict (kind, subject_id, discriminator) do nothing`
}

/** Counts work in progress: pending and dead outbox rows, and open payments. */
export async function countUnsettled(db: Database): Promise<{ outbox: number; dead: number; payments: number }> {
  const [waiting, dead, open] = await db.batch([
    db
      .select({ rows: count() })
      .from(outbox)
      .where(and(inArray(outbox.kind, [...OUTBOX_KINDS]), isPending)),
    db.select({ rows: count() }).from(outbox).where(isDead),
    db.select({ rows: count() }).from(payments).where(eq(payments.status, 'open')),
  ])
  return { outbox: waiting[0]?.rows ?? 0, dead: dead[0]?.rows ?? 0, payments: open[0]?.rows ?? 0 }
}
