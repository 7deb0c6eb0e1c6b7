/**
 * Issued invoices and their corrections. Their numbers form one series per year without gaps (§ 14 (4) Nr. 4 UStG), so a row
 * is never deleted. A row stores what the document says, so that later changes of the catalogue or of the company do not
 * change it. The buyer's address is not copied: the document reads it from the order until the purge deletes it there.
 */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Cents } from '../money.ts'
import { instant, json } from './columns.ts'
import { orders } from './order.ts'
import { refunds } from './payment.ts'

export type InvoiceRate = { basisPoints: number; grossCents: Cents; vatCents: Cents }

export type InvoiceContent = {
  seller: { name: string; street: string; city: string; vatId: string; register: string; director: string }
  /** Empty for a correction. The text of shipping and payment charges without a carrier is empty. */
  lines: { text: string; amount: number; unitCents: Cents; totalCents: Cents; basisPoints: number }[]
  /** Of a correction, these are the amounts that the buyer got back. */
  rates: InvoiceRate[]
  grossCents: Cents
  /**
   * The part that a voucher has paid, or that went back to it. A voucher is a means of payment, so it does not reduce the
   * invoice.
   */
  voucherCents: Cents
}

export const invoices = sqliteTable(
  'invoices',
  {
    /** For example `2026-000017`. */
    number: text('number').primaryKey(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Set for the correction after a refund. */
    refundId: text('refund_id').references(() => refunds.id),
    /** Set for the correction after a part of the price went back to a voucher: the time of the return. */
    voucherReturnedAt: instant('voucher_returned_at'),
    issuedAt: instant('issued_at').notNull(),
    content: json<InvoiceContent>('content').notNull(),
  },
  (table) => [
    uniqueIndex('invoices_series').on(table.year, table.sequence),
    uniqueIndex('invoices_of_order').on(table.orderId).where(sql`refund_id is null and voucher_returned_at is null`),
    uniqueIndex('invoices_of_refund').on(table.refundId).where(sql`refund_id is not null`),
    uniqueIndex('invoices_of_voucher_return')
      .on(table.orderId, table.voucherReturnedAt)
      .where(sql`voucher_returned_at is not null`),
    check('invoices_sequence_positive', sql`${table.sequence} > 0`),
  ],
)
