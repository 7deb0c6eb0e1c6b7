/** Finds unpaid orders whose buyers get a mail about the payment, and queues each mail once. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { orders } from '../../schema/tables/order.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

export type UnpaidOrder = { id: string; paymentMethod: PaymentMethodId; remindAt: number | null }

/** Returns orders whose mail is due, the longest due first. */
export function ordersToRemind(db: Database, now: number, limit: number): Promise<UnpaidOrder[]> {
  const { id, paymentMethod, remindAt } = orders
  return db
    .select({ id, paymentMethod, remindAt })
    .from(orders)
    .where(and(eq(orders.status, 'payment_pending'), lte(orders.remindAt, now), sql`${orders.remindAt} is not null`))
    .orderBy(asc(orders.remindAt))
    .limit(limit)
}

/**
 * Queues a mail for each order and ends its wait, in one transaction. Skips an order that has been paid, or whose buyer has
 * chosen another method, since it was read. An order gets each kind of mail once. Returns the ids reserved for the outbox
 * rows, including those that were not written.
 */
export async function queueReminders(
  db: Database,
  due: (UnpaidOrder & { kind: OutboxKind })[],
  now: number,
): Promise<string[]> {
  const given = due.map(({ id, remindAt, kind }) => ({ id, remindAt, kind, mail: newId('outbox', now) }))
  const list = JSON.stringify(given)
  await runBatch(db, [
    sql`insert into outbox (id, kind, subject_id, created_at, attempts, next_attempt_at)
      select given.value ->> 'mail', given.value ->> 'kind', orders.id, ${now}, 0, ${now}
      from json_each(${list}) as given join orders on orders.id = given.value ->> 'id'
      where orders.status = 'payment_pending' and orders.remind_at = given.value ->> 'remindAt'
      on conflict (kind, subject_id, discriminator) do nothing`,
    sql`update orders set remind_at = null
      where (id, remind_at) in (select value ->> 'id', value ->> 'remindAt' from json_each(${list}))`,
  ])
  return given.map(({ mail }) => mail)
}
