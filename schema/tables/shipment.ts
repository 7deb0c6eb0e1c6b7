/** Parcels. An order is sent in one parcel, together with its add-ons (MERGE-01), which have no row of their own. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
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
