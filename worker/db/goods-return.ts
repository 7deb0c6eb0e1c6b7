/** WDR-01: the batch that records returned goods of a withdrawal, and their refund. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { orders } from '../../schema/tables/order.ts'
import type { TicketReturn } from '../domain/orders/ticket-return.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'
import { endsWithoutMoney, refundInsertWhere, unreturnedOf, voidOrder } from './refund.ts'
import { splitItem } from './ticket-return.ts'

export type DecidedGoods = Pick<TicketReturn, 'voidItemIds' | 'splits'> & {
  orderId: string
  /** The number of the return slip or of the parcel. It counts once per order. */
  slip: string
  /** The number of valid items of the order when it was read. */
  validItems: number
  parts: { paymentId: string; amountCents: number }[]
}

/**
 * Makes the goods void, splits items of which only a part came back, records the refunds, and queues the mail to the buyer.
 * Returns false, and writes nothing, if the slip is known, the order is not sent or has changed since the caller read it, or
 * less money is left than the refund needs.
 */
export async function writeGoodsReturn(db: Database, decided: DecidedGoods, now: number): Promise<boolean> {
  const { orderId, slip, parts, splits, voidItemIds } = decided
  const mailId = newId('outbox', now)
  const releaseId = newId('outbox', now)
  const mine = sql`exists (select 1 from outbox where id = ${mailId})`
  const [mail] = await runBatch(db, [
    sql`${outboxInsertWhere('mail_goods_returned', orderId, isUnchanged(decided), now, slip, mailId)} returning id`,
    ...parts.flatMap(({ paymentId, amountCents }) =>
      refundInsertWhere({ paymentId, reason: 'withdrawal', subject: slip, amountCents }, mine, now),
    ),
    ...splits.flatMap((split) => splitItem([], split, mine, now)),
    sql`update order_items set invalidated_at = ${now} where order_id = ${orderId} and invalidated_at is null
      and id in (select value from json_each(${JSON.stringify(voidItemIds)})) and ${mine}`,
    ...voidOrder(
      db,
      orderId,
      releaseId,
      sql`${endsWithoutMoney(orderId)} and ${mine}`,
      sql`exists (select 1 from outbox where id = ${releaseId})`,
      now,
    ),
  ])
  return (mail?.results.length ?? 0) === 1
}

function isUnchanged({ orderId, slip, validItems, parts, splits, voidItemIds }: DecidedGoods): SQL {
  const enough = parts.map(({ paymentId, amountCents }) => sql` and ${unreturnedOf(paymentId)} >= ${amountCents}`)
  const amounts = splits.map(
    ({ itemId, former }) => sql` and exists (select 1 from order_items where id = ${itemId} and amount = ${former})`,
  )
  // The purge deletes old outbox rows, but never refunds.
  return sql`exists (select 1 from orders where ${and(eq(orders.id, orderId), eq(orders.status, 'done'))})
    and not exists (select 1 from refunds where order_id = ${orderId} and reason = 'withdrawal' and subject = ${slip})
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null) = ${validItems}
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null
      and id in (select value from json_each(${JSON.stringify(voidItemIds)}))) = ${voidItemIds.length}
    ${sql.join([...enough, ...amounts], sql``)}`
}

/** Whether the goods with this slip have been recorded. */
export async function goodsAreKnown(db: Database, orderId: string, slip: string): Promise<boolean> {
  const rows = await db.all(sql`select id from outbox where kind = 'mail_goods_returned' and subject_id = ${orderId}
      and discriminator = ${slip}
    union all select id from refunds where order_id = ${orderId} and reason = 'withdrawal' and subject = ${slip} limit 1`)
  return rows.length > 0
}
