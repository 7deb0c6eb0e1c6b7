/**
 * Orders and their items. One batch inserts the order and its items, and takes the stock. For some orders, it also writes an
 * outbox row. Afterwards, the status follows the transitions of `domain/orders/order-status`.
 */
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Address } from '../inputs/address.ts'
import type { Locale } from '../locale.ts'
import { ORDER_STATUSES, type OrderStatus } from '../rules/order-payable.ts'
import type { PaymentMethodId } from '../rules/payment-methods.ts'
import { products, variants } from './catalogue.ts'
import { cents, flag, instant, json } from './columns.ts'
import { events } from './event.ts'
import { presaleCodes } from './presale-code.ts'
import { shops } from './shop.ts'

/** The reason for a cancellation. The mail to the buyer explains it. `buyer`: the buyer has undone an add-on. */
export type CancelReason = 'unpaid' | 'event_cancelled' | 'operator' | 'buyer'

export type OrderItemType = 'product' | 'event' | 'bundle' | 'ticket'

export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    reference: text('reference').notNull(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cartId: text('cart_id').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    countryCode: text('country_code').notNull(),
    /** The address as the buyer typed it. */
    email: text('email').notNull(),
    /**
     * The mailbox behind the address (domain/orders/buyer-address). Limits apply per mailbox. The key is personal data.
     */
    buyerKey: text('buyer_key').notNull().default(''),
    /** An HMAC of the network from which the order was placed. The purge deletes it after a day. */
    networkKey: text('network_key'),
    /** An HMAC of the normalised delivery address, for the report of too many tickets for one address. */
    deliveryKey: text('delivery_key'),
    shippingAddress: json<Address>('shipping_address').notNull(),
    billingAddress: json<Address>('billing_address').notNull(),
    /** The id of a carrier, or '-1' if the order needs no shipping (CHK-04). */
    shippingMethod: text('shipping_method').notNull(),
    shippingName: text('shipping_name').notNull(),
    paymentMethod: text('payment_method').$type<PaymentMethodId>().notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    extraChargeCents: cents('extra_charge_cents').notNull().default(0),
    voucherCents: cents('voucher_cents').notNull().default(0),
    totalCents: cents('total_cents').notNull(),
    paidCents: cents('paid_cents').notNull().default(0),
    refundedCents: cents('refunded_cents').notNull().default(0),
    vatCents: cents('vat_cents').notNull(),
    newsletter: flag('newsletter').notNull().default(false),
    ticketNewsletter: flag('ticket_newsletter').notNull().default(false),
    termsAcceptedAt: instant('terms_accepted_at').notNull(),
    ageConfirmedAt: instant('age_confirmed_at'),
    /**
     * Grows each time a late payment tries to revive the cancelled order, or the audit repairs its seats. A delayed
     * release of a former epoch therefore cannot release seats that have been booked again.
     */
    seatEpoch: integer('seat_epoch').notNull().default(1),
    placedAt: instant('placed_at').notNull(),
    /** The payment deadline. After it, the sweep cancels an unpaid order, unless a payment is in progress. */
    dueAt: instant('due_at').notNull(),
    /** When the buyer of an unpaid order gets the next mail about its payment. Null if none is due. */
    remindAt: instant('remind_at'),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /**
     * Set for an add-on: the main order in whose parcel it is sent (MERGE-01). A main order is never an add-on itself. The
     * triggers of 0008_merged_orders clear the column when the add-on can no longer be sent with its main order.
     */
    mergedIntoId: text('merged_into_id').references((): AnySQLiteColumn => orders.id),
    /** The former main order of an add-on that is sent in a parcel of its own. */
    partedFromId: text('parted_from_id').references((): AnySQLiteColumn => orders.id),
    /**
     * The buyer of an add-on has not pressed the order button yet, so no contract exists and nothing can be paid. Until
     * then, `termsAcceptedAt` is the time of the reservation.
     */
    isReserved: flag('is_reserved').notNull().default(false),
  },
  (table) => [
    uniqueIndex('orders_reference').on(table.reference),
    index('orders_by_buyer').on(table.buyerKey, table.status),
    index('orders_by_network').on(table.networkKey, table.placedAt).where(sql`${table.networkKey} is not null`),
    index('orders_by_delivery').on(table.deliveryKey).where(sql`${table.deliveryKey} is not null`),
    index('orders_unpaid').on(table.status, table.dueAt),
    index('orders_to_remind').on(table.remindAt).where(sql`status = 'payment_pending' and remind_at is not null`),
    index('orders_by_shop').on(table.shopId, table.placedAt),
    index('orders_merged').on(table.mergedIntoId).where(sql`merged_into_id is not null`),
    index('orders_parted').on(table.partedFromId).where(sql`parted_from_id is not null`),
    /** For the purge: cancelled orders whose contact data it has not yet deleted. */
    index('orders_cancelled_with_contact_data').on(table.cancelledAt).where(sql`status = 'cancelled' and email <> ''`),
    /** For the purge: orders that received money and still have more contact data than an invoice needs. */
    index('orders_paid_with_contact_data')
      .on(table.status, sql`case when paid_at is null then placed_at else paid_at end`)
      .where(sql`(paid_at is not null or status = 'refunded') and email <> ''`),
    /** For the purge: orders that received money and whose billing address still names the buyer. */
    index('orders_with_invoice_data')
      .on(sql`case when paid_at is null then placed_at else paid_at end`)
      .where(sql`(paid_at is not null or status = 'refunded') and billing_address ->> 'lastName' <> ''`),
    check('orders_status_known', sql.raw(`status in (${ORDER_STATUSES.map((status) => `'${status}'`).join(', ')})`)),
    check(
      'orders_total_is_sum',
      sql`${table.totalCents} = ${table.subtotalCents} + ${table.shippingCents} + ${table.extraChargeCents} - ${table.voucherCents}`,
    ),
    check('orders_total_not_negative', sql`${table.totalCents} >= 0`),
    check('orders_never_overpaid', sql`${table.paidCents} between 0 and ${table.totalCents}`),
    check('orders_refund_within_paid', sql`${table.refundedCents} between 0 and ${table.paidCents}`),
  ],
)

export const orderItems = sqliteTable(
  'order_items',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    type: text('type').$type<OrderItemType>().notNull(),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    productId: text('product_id').references(() => products.id),
    eventId: text('event_id').references(() => events.id),
    /** The id of the bundle's own item, if this item is a part of a bundle. */
    bundleRootId: text('bundle_root_id'),
    descriptiveName: text('descriptive_name').notNull(),
    variantName: text('variant_name').notNull(),
    amount: integer('amount').notNull(),
    unitCents: cents('unit_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    physical: flag('physical').notNull(),
    sectionId: text('section_id'),
    sectionName: text('section_name'),
    seatId: text('seat_id'),
    seatRow: text('seat_row'),
    seatNumber: text('seat_number'),
    /** Bits of `SEAT_FLAGS` at the time of the order. 0 for orders that are older than this column. */
    seatFlags: integer('seat_flags').notNull().default(0),
    /**
     * The block whose EventSeats object booked the ticket. Null for merch, and for tickets that are older than this
     * column.
     */
    block: integer('block'),
    personalIdentifier: text('personal_identifier'),
    presaleCodeId: text('presale_code_id').references(() => presaleCodes.id, { onDelete: 'set null' }),
    voucherCents: cents('voucher_cents').notNull().default(0),
    invalidatedAt: instant('invalidated_at'),
  },
  (table) => [
    uniqueIndex('order_items_position').on(table.orderId, table.position),
    index('order_items_by_event').on(table.eventId, table.orderId),
    /** For the audit, which adds up the amounts that orders took from a variant's stock. */
    index('order_items_of_stock').on(table.variantId, table.orderId).where(sql`event_id is null`),
    index('order_items_by_seat').on(table.eventId, table.seatId).where(sql`seat_id is not null`),
    index('order_items_by_presale_code').on(table.presaleCodeId),
    index('order_items_with_contact_data').on(table.eventId).where(sql`personal_identifier is not null`),
    check('order_items_amount', sql`${table.amount} > 0`),
    check('order_items_total_is_product', sql`${table.totalCents} = ${table.amount} * ${table.unitCents}`),
    check('order_items_seat_is_one', sql`${table.seatId} is null or ${table.amount} = 1`),
  ],
)

/**
 * Corrections of a mistyped address. The purge deletes a row after 90 days, because until then customer service may have to
 * find out where a mail went.
 */
export const emailCorrections = sqliteTable(
  'email_corrections',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Numbers the corrections of the order, from 1. */
    number: integer('number').notNull(),
    formerEmail: text('former_email').notNull(),
    correctedAt: instant('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.number] }),
    index('email_corrections_by_time').on(table.correctedAt),
  ],
)

/**
 * The secret keys of the links to orders in mails. The key is random and not derived from a secret of the worker, so links
 * outlive every rotation of secrets. It is stored in plain text, because later mails contain the same link. The row is
 * deleted when the order's address is corrected, so that the link in a mail to the former address no longer works.
 */
export const orderKeys = sqliteTable('order_keys', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  key: text('key').notNull(),
  createdAt: instant('created_at').notNull(),
})
