/** Refunds that wait until the organiser releases them, or until their time is over (SUP-01). */
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { payments, refundReleases, refunds } from '../../schema/tables/payment.ts'
import { ONLINE_PROVIDERS } from '../domain/orders/payment-provider.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

/** The event whose organiser must release a refund, and until when the refund waits. */
export type RefundRelease = { eventId: string; dueAt: number }

/** For a join with a refund: the release for which it waits. */
export const isAwaited = and(eq(refundReleases.refundId, refunds.id), isNull(refundReleases.releasedAt))

/** Whether a refund waits for its release, of the row of the refund. */
export const isAwaitingRelease = sql`exists (select 1 from refund_releases
  where refund_releases.refund_id = refunds.id and refund_releases.released_at is null)`

/** Whether the shop can request a refund from its provider now, of the rows of the refund and its payment. */
export const isMadeByProvider = sql`refunds.status = 'open' and ${inArray(payments.provider, [...ONLINE_PROVIDERS])}
  and not exists (select 1 from refund_accounts where refund_accounts.refund_id = refunds.id) and not ${isAwaitingRelease}`

/** The statement that makes a refund wait, if the refund exists. */
export function releaseInsert(refundId: string, { eventId, dueAt }: RefundRelease): SQL {
  return sql`insert into refund_releases (refund_id, event_id, due_at)
    select id, ${eventId}, ${dueAt} from refunds where id = ${refundId}`
}

/** The statement that ends the wait of a refund that was made without the release, for example in the provider's dashboard. */
export function endWait(refundId: string, now: number): SQL {
  return sql`update refund_releases set released_at = ${now} where refund_id = ${refundId} and released_at is null
    and not exists (select 1 from refunds where refunds.id = ${refundId} and refunds.status = 'open')`
}

/** `outboxIds` may name rows that do not exist, because an operator makes the refund. */
export type ReleasedRefunds = { released: number; cents: number; outboxIds: string[] }

/**
 * Releases at most `limit` waiting refunds of an event, or those whose time is over. The batch that ends a refund's wait also
 * queues its request to the provider. If two runs release a refund at the same time, it is queued once.
 */
export async function releaseRefunds(
  db: Database,
  which: { eventId: string } | 'due',
  limit: number,
  now: number,
): Promise<ReleasedRefunds> {
  const chosen = await db
    .select({ id: refundReleases.refundId, cents: refunds.amountCents })
    .from(refundReleases)
    .innerJoin(refunds, eq(refunds.id, refundReleases.refundId))
    .where(
      and(
        isNull(refundReleases.releasedAt),
        which === 'due' ? lte(refundReleases.dueAt, now) : eq(refundReleases.eventId, which.eventId),
      ),
    )
    .orderBy(asc(refundReleases.dueAt))
    .limit(limit)
  if (chosen.length === 0) return { released: 0, cents: 0, outboxIds: [] }
  const pairs = chosen.map(({ id }) => ({ refundId: id, outboxId: newId('outbox', now) }))
  const json = JSON.stringify(pairs)
  await runBatch(db, [
    sql`update refund_releases set released_at = ${now} where released_at is null
      and refund_id in (select value ->> 'refundId' from json_each(${json}))`,
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select pairs.value ->> 'outboxId', 'refund_payment', refunds.id, '', ${now}, 0, ${now}
      from json_each(${json}) as pairs join refunds on refunds.id = pairs.value ->> 'refundId'
        join payments on payments.id = refunds.payment_id
      where ${isMadeByProvider} on conflict (kind, subject_id, discriminator) do nothing`,
  ])
  return {
    released: chosen.length,
    cents: chosen.reduce((sum, { cents }) => sum + cents, 0),
    outboxIds: pairs.map(({ outboxId }) => outboxId),
  }
}
