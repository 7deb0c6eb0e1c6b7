/** The gift vouchers that an order bought. The order's mail or its page issues them once the order is paid. */
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { vouchers } from '../../schema/tables/voucher.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { VoucherRow } from './voucher.ts'

export type GiftItem = { id: string; amount: number; unitCents: number }

/** The order's valid items that are gift vouchers. */
export function giftItemsOf(db: Database, orderId: string): Promise<GiftItem[]> {
  return db.all<GiftItem>(sql`select order_items.id, amount, unit_cents as unitCents from order_items
    join products on products.id = order_items.product_id
    where order_id = ${orderId} and invalidated_at is null and unit_cents > 0
      and products.meta ->> 'gift_voucher' = 1 order by position`)
}

type NewGift = { itemId: string; position: number; hash: string; amountCents: number }

/**
 * Issues vouchers, each once, if the order is paid, the item is valid, and the voucher's position is within the item's amount,
 * which a withdrawal makes smaller.
 */
export async function issueGifts(
  db: Database,
  gifts: NewGift[],
  { label, expiresAt }: { label: string; expiresAt: number },
  now: number,
): Promise<void> {
  const rows = gifts.map(
    ({ itemId, position, hash, amountCents }): SQL =>
      sql`insert into vouchers (id, code_hash, label, amount_cents, used_cents, expires_at, covers, gift_item_id, gift_position)
        select ${newId('voucher', now)}, ${hash}, ${label}, ${amountCents}, 0, ${expiresAt}, 'items', order_items.id, ${position}
        from order_items join orders on orders.id = order_items.order_id
        where order_items.id = ${itemId} and order_items.invalidated_at is null and ${position} <= order_items.amount
          and orders.paid_at is not null
          and orders.status in (select value from json_each(${JSON.stringify(PAID_STATUSES)}))
        on conflict do nothing`,
  )
  if (rows.length > 0) await runBatch(db, rows)
}

/** Returns the number of used gift vouchers of each item. The keys are the ids of the items that have a used voucher. */
export async function usedGiftsOf(db: Database, orderId: string): Promise<Map<string, number>> {
  const rows = await db.all<{
    itemId: string
    used: number
  }>(sql`select gift_item_id as itemId, count(*) as used from vouchers
    join order_items on order_items.id = vouchers.gift_item_id
    where order_items.order_id = ${orderId} and used_cents > 0 group by gift_item_id`)
  return new Map(rows.map(({ itemId, used }) => [itemId, used]))
}

export type GiftRow = VoucherRow & { giftItemId: string; giftPosition: number }

/** The issued gift vouchers of an order, in the order of its items. */
export async function giftsOfOrder(db: Database, orderId: string): Promise<GiftRow[]> {
  const rows = await db
    .select({ voucher: vouchers })
    .from(vouchers)
    .innerJoin(orderItems, eq(orderItems.id, vouchers.giftItemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position), asc(vouchers.giftPosition))
  return rows.flatMap(({ voucher }) => {
    const { giftItemId, giftPosition } = voucher
    return giftItemId === null || giftPosition === null ? [] : [{ ...voucher, giftItemId, giftPosition }]
  })
}
