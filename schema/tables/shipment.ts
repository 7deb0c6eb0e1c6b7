/**
 * Parcels, and the returned goods of withdrawals. An order is sent in one parcel, together with its add-ons (MERGE-01), which
 * have no row of their own.
 */
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns.ts'
import { orders } from './order.ts'

export const shipments = sqliteTable('shipments', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  /** The carrier's number and page of the parcel. The purge deletes them with the buyer's contact data. */
  trackingNumber: text('tracking_number'),
  trackingUrl: text('tracking_url'),
  packedAt: instant('packed_at'),
  shippedAt: instant('shipped_at'),
  /** When the operator learnt that the parcel has arrived; null if nobody has told the shop. */
  deliveredAt: instant('delivered_at'),
})

/** One row per return slip (WDR-01). A slip counts once per order. */
export const goodsReturns = sqliteTable(
  'goods_returns',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    slip: text('slip').notNull(),
    /** The items of the operator's command, as text. It is null for returns before this column existed. */
    items: text('items'),
    /** The part of the order's delivery costs that went back with these goods. */
    deliveryCents: cents('delivery_cents').notNull(),
    /** What the shop kept because the goods were worn (§ 357a BGB). */
    deductedCents: cents('deducted_cents').notNull(),
    returnedAt: instant('returned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.slip] })],
)
