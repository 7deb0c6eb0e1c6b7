/**
 * Vouchers, and the orders that they pay for. A voucher is a multi-purpose voucher (UStG § 3 Abs. 15, Directive 2006/112/EC
 * Art. 30a): when it is issued, neither the rate nor the place of the later supply is known. Redeeming it is therefore a
 * means of payment and does not change an order's VAT.
 *
 * A voucher's used amount is the sum of what its redemptions hold. Only the triggers of 0006_voucher_triggers.sql write it,
 * so that every path that cancels, refunds or revives an order takes and returns the value in the same transaction.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { VoucherCover } from '../rules/voucher.ts'
import { cents, instant, localised } from './columns.ts'
import { orderItems, orders } from './order.ts'
import { shops } from './shop.ts'

export const vouchers = sqliteTable(
  'vouchers',
  {
    id: text('id').primaryKey(),
    codeHash: text('code_hash').notNull(),
    /** The only shop that accepts the voucher; null if all shops do. */
    shopId: text('shop_id').references(() => shops.id, { onDelete: 'cascade' }),
    label: localised('label').notNull(),
    amountCents: cents('amount_cents').notNull(),
    usedCents: cents('used_cents').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    covers: text('covers').$type<VoucherCover>().notNull().default('tickets'),
    /** The covered items of an order must cost at least this amount. */
    minimumCents: cents('minimum_cents').notNull().default(0),
    /** Set when an operator voided the voucher, or when the order that bought it was cancelled or refunded. */
    voidAt: instant('void_at'),
    /** The order item that bought this gift voucher; null for all other vouchers. */
    giftItemId: text('gift_item_id').references(() => orderItems.id),
    /** Numbers the gift vouchers of the order item, from 1. */
    giftPosition: integer('gift_position'),
  },
  (table) => [
    uniqueIndex('vouchers_code').on(table.codeHash),
    uniqueIndex('vouchers_of_gift').on(table.giftItemId, table.giftPosition).where(sql`gift_item_id is not null`),
    check('vouchers_never_overdrawn', sql`${table.usedCents} between 0 and ${table.amountCents}`),
  ],
)

/** Who issued a voucher: this shop, or an outside programme with an API. */
export type VoucherProgrammeId = 'own' | 'outside'

/** The voucher of an order. An order has at most one. */
export const voucherRedemptions = sqliteTable(
  'voucher_redemptions',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    programme: text('programme').$type<VoucherProgrammeId>().notNull(),
    /** Null if the voucher belongs to an outside programme. */
    voucherId: text('voucher_id').references(() => vouchers.id),
    /** The voucher's name in the order's language. */
    label: text('label').notNull(),
    cents: cents('cents').notNull(),
    /** The part that went back to the voucher, because the order or some of its items became void. */
    returnedCents: cents('returned_cents').notNull().default(0),
    redeemedAt: instant('redeemed_at').notNull(),
    returnedAt: instant('returned_at'),
    /** Grows with every change of `returned_cents`. An outside programme ignores messages with a lower revision. */
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    index('voucher_redemptions_by_voucher').on(table.voucherId),
    check('voucher_redemptions_amount', sql`${table.cents} > 0`),
    check('voucher_redemptions_returned', sql`${table.returnedCents} between 0 and ${table.cents}`),
    check('voucher_redemptions_programme', sql`(${table.programme} = 'own') = (${table.voucherId} is not null)`),
  ],
)

/**
 * A reservation at an outside programme. Its row is written before the programme is asked, and before the order exists. If
 * the order is never written, the outbox releases the reservation. From then on, a trigger refuses the order.
 */
export const voucherReservations = sqliteTable('voucher_reservations', {
  orderId: text('order_id').primaryKey(),
  createdAt: instant('created_at').notNull(),
  releasedAt: instant('released_at'),
})
