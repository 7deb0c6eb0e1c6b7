/** Records what becomes of an order's parcel. The triggers of 0008_merged_orders move the add-ons with their main order. */
import { and, eq, type InferSelectModel, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { orders } from '../../schema/tables/order.ts'
import { shipments } from '../../schema/tables/shipment.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'
import { hasMoved, moveOrder } from './order-move.ts'
import { outboxInsertWhere } from './outbox.ts'

export type Shipment = InferSelectModel<typeof shipments>

/** Returns the parcel of the order, or of the main order whose parcel it shares; null if nobody has begun to pack it. */
export async function shipmentOf(
  db: Database,
  { id, mergedIntoId }: Pick<Order, 'id' | 'mergedIntoId'>,
): Promise<Shipment | null> {
  const rows = await db
    .select()
    .from(shipments)
    .where(inArray(shipments.orderId, [id, mergedIntoId ?? id]))
  return rows.find(({ orderId }) => orderId === (mergedIntoId ?? id)) ?? rows[0] ?? null
}

/** Only the main order of a parcel is packed, and only if something of it is to be sent. */
function isParcel(orderId: string): SQL {
  return sql`orders.id = ${orderId} and orders.merged_into_id is null and exists (select 1 from order_items as item
    where item.order_id = orders.id and item.physical = 1 and item.invalidated_at is null)`
}

/** Moves a paid order to `fulfillment`. Returns false if its status does not allow that. */
export async function packOrder(db: Database, orderId: string, now: number): Promise<boolean> {
  const isParcelOf = isParcel(orderId)
  const [moved] = await runBatch(db, [
    moveOrder(db, 'fulfillment', isParcelOf),
    sql`insert into shipments (order_id, packed_at) select id, ${now} from orders
      where ${isParcelOf} and status = 'fulfillment' on conflict (order_id) do nothing`,
  ])
  return hasMoved(moved)
}

export type Tracking = { number: string | null; url: string | null }

/**
 * Records that the parcel has left, moves the order to `done`, and queues the mail to the buyer, in one transaction. Called
 * again for the same order, it corrects the tracking number, and the buyer gets a mail with the new one. Returns false, and
 * changes nothing, if the order is not paid or has no parcel.
 */
export async function shipOrder(
  db: Database,
  orderId: string,
  { number, url }: Tracking,
  now: number,
): Promise<boolean> {
  const maySend = sql`${isParcel(orderId)} and (orders.status in ('pending_fulfillment', 'fulfillment')
    or orders.status = 'done' and exists (select 1 from shipments where order_id = orders.id and shipped_at is not null))`
  const [written] = await runBatch(db, [
    sql`insert into shipments (order_id, tracking_number, tracking_url, shipped_at)
      select id, ${number}, ${url}, ${now} from orders where ${maySend}
      on conflict (order_id) do update set tracking_number = excluded.tracking_number,
        tracking_url = excluded.tracking_url, shipped_at = ifnull(shipped_at, excluded.shipped_at)
      returning order_id`,
    outboxInsertWhere(
      'mail_order_shipped',
      orderId,
      sql`exists (select 1 from orders where ${maySend})`,
      now,
      number ?? '',
    ),
    moveOrder(
      db,
      'done',
      and(
        eq(orders.id, orderId),
        sql`exists (select 1 from shipments
      where order_id = ${orderId} and shipped_at is not null)`,
      ),
    ),
  ])
  return (written?.results.length ?? 0) === 1
}

/** Records that a parcel has arrived. Returns false if it has not been sent, or if its arrival is already recorded. */
export async function noteDelivery(db: Database, orderId: string, now: number): Promise<boolean> {
  const rows = await db
    .update(shipments)
    .set({ deliveredAt: now })
    .where(and(eq(shipments.orderId, orderId), isNotNull(shipments.shippedAt), isNull(shipments.deliveredAt)))
    .returning({ orderId: shipments.orderId })
  return rows.length === 1
}
