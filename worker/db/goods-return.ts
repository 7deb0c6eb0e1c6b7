/** WDR-01: the batch that records returned goods of a withdrawal, and their refund. */
import { and, eq, type InferSelectModel, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { OrderStatus } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { goodsReturns } from '../../schema/tables/shipment.ts'
import type { TicketReturn } from '../domain/orders/ticket-return.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { loseItems } from './order-end.ts'
import { moveOrder } from './order-move.ts'
import { outboxInsertWhere } from './outbox.ts'
import { refundInsertWhere, unreturnedOf } from './refund.ts'
import { splitItem } from './ticket-return.ts'

export type GoodsReturn = InferSelectModel<typeof goodsReturns>

export function goodsReturnsOf(db: Database, orderId: string): Promise<GoodsReturn[]> {
  return db.select().from(goodsReturns).where(eq(goodsReturns.orderId, orderId))
}

/** The same amount as `unreturnedExtras`, of the order in the row `order`. */
export function unreturnedExtrasOf(order: SQL): SQL {
  return sql`(max(0, ${order}.shipping_cents - (select ifnull(sum(delivery_cents), 0) from goods_returns
    where goods_returns.order_id = ${order}.id)) + ${order}.extra_charge_cents)`
}

export type DecidedGoods = Pick<TicketReturn, 'voidItemIds' | 'splits'> & {
  orderId: string
  /** The number of the return slip or of the parcel. It counts once per order. */
  slip: string
  /** The items of the command, as text. The same slip with other items is refused. */
  itemsText: string
  /** The status of the order when it was read. Its parcel has been sent if it is `done`. */
  status: OrderStatus
  /** Whether goods came back in a parcel. */
  cameBack: boolean
  /** Each returned item that came by email: its returned amount, and its amount when the order was read (`former`). */
  mailed: { itemId: string; amount: number; former: number }[]
  /** What returns to stock: the goods of a parcel that has not been sent. */
  restock: { variantId: string; amount: number }[]
  /** The number of valid items of the order when it was read. */
  validItems: number
  parts: { paymentId: string; amountCents: number }[]
  /** The part of `parts` that is the delivery costs, and what the shop keeps of the price of the goods. */
  deliveryCents: number
  deductedCents: number
}

/**
 * Makes the goods void, splits items of which only a part came back, records the refunds, and queues the mail to the buyer.
 * Goods that have not been sent return to stock, and returned gift vouchers become void. Returns false, and writes nothing, in
 * four cases: the slip is known, the order has changed since the caller read it, the buyer has used a returned gift voucher
 * since then, or less money is left than the refund needs.
 */
export async function writeGoodsReturn(db: Database, decided: DecidedGoods, now: number): Promise<boolean> {
  const { orderId, slip, itemsText, parts, splits, voidItemIds, deliveryCents, deductedCents } = decided
  const mailId = newId('outbox', now)
  const mine = sql`exists (select 1 from outbox where id = ${mailId})`
  const kind = decided.cameBack ? 'mail_goods_returned' : 'mail_goods_withdrawn'
  const [mail] = await runBatch(db, [
    sql`${outboxInsertWhere(kind, orderId, isUnchanged(decided), now, slip, mailId)} returning id`,
    ...parts.flatMap(({ paymentId, amountCents }) =>
      refundInsertWhere({ paymentId, reason: 'withdrawal', subject: slip, amountCents }, mine, now),
    ),
    ...splits.flatMap((split) => splitItem([], split, mine, now)),
    ...decided.mailed.map((item) => voidGifts(item, mine, now)),
    sql`insert into goods_returns (order_id, slip, items, delivery_cents, deducted_cents, returned_at)
      select ${orderId}, ${slip}, ${itemsText}, ${deliveryCents}, ${deductedCents}, ${now} where ${mine}`,
    restockWhere(decided.restock, mine),
    ...loseItems(db, orderId, voidItemIds, mine, now),
    ...closeParcel(db, orderId, mine),
  ])
  return (mail?.results.length ?? 0) === 1
}

/** Voids the returned amount of unused gift vouchers. If the whole item becomes void, a trigger also voids its vouchers. */
function voidGifts({ itemId, amount }: DecidedGoods['mailed'][number], mine: SQL, now: number): SQL {
  return sql`update vouchers set void_at = ${now} where ${mine} and id in (select id from vouchers
    where gift_item_id = ${itemId} and used_cents = 0 and void_at is null order by gift_position desc limit ${amount})`
}

function restockWhere(restock: DecidedGoods['restock'], mine: SQL): SQL {
  const rows = JSON.stringify(restock)
  return sql`update variant_stock set available = available + (select sum(value ->> 'amount') from json_each(${rows})
      where value ->> 'variantId' = variant_stock.variant_id)
    where variant_id in (select value ->> 'variantId' from json_each(${rows})) and ${mine}`
}

/**
 * Completes an order that keeps tickets but has nothing left to send. Its add-ons need a parcel of their own first, because
 * the trigger orders_main_moved would complete them too.
 */
function closeParcel(db: Database, orderId: string, mine: SQL): SQLWrapper[] {
  const isEmpty = sql`exists (select 1 from orders as main where main.id = ${orderId}
      and main.status in ('processing', 'pending_fulfillment', 'fulfillment'))
    and exists (select 1 from order_items where order_id = ${orderId} and invalidated_at is null)
    and not exists (select 1 from order_items where order_id = ${orderId} and invalidated_at is null and physical = 1)
    and ${mine}`
  return [
    sql`update orders set parted_from_id = merged_into_id, merged_into_id = null
      where merged_into_id = ${orderId} and is_reserved = 0 and ${isEmpty}`,
    moveOrder(db, 'done', sql`${orders.id} = ${orderId} and ${isEmpty}`),
  ]
}

function isUnchanged({ orderId, slip, status, validItems, parts, splits, voidItemIds, mailed }: DecidedGoods): SQL {
  const enough = parts.map(({ paymentId, amountCents }) => sql` and ${unreturnedOf(paymentId)} >= ${amountCents}`)
  const amounts = splits.map(
    ({ itemId, former }) => sql` and exists (select 1 from order_items where id = ${itemId} and amount = ${former})`,
  )
  const unused = mailed.map(
    ({ itemId, amount, former }) => sql` and (select count(*) from vouchers where gift_item_id = ${itemId}
      and used_cents > 0) <= ${former - amount}`,
  )
  return sql`exists (select 1 from orders where ${and(eq(orders.id, orderId), eq(orders.status, status))})
    and not exists (select 1 from goods_returns where order_id = ${orderId} and slip = ${slip})
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null) = ${validItems}
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null
      and id in (select value from json_each(${JSON.stringify(voidItemIds)}))) = ${voidItemIds.length}
    ${sql.join([...enough, ...amounts, ...unused], sql``)}`
}
