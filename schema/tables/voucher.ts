/**
 * Vouchers that pay for a part of an order, such as vouchers for culture that a city gives to young people. The import
 * writes them, but the checkout does not accept vouchers yet, so no order uses one.
 */
import { sql } from 'drizzle-orm'
import { check, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, localised } from './columns.ts'
import { shops } from './shop.ts'

export const vouchers = sqliteTable(
  'vouchers',
  {
    id: text('id').primaryKey(),
    codeHash: text('code_hash').notNull(),
    shopId: text('shop_id').references(() => shops.id, { onDelete: 'cascade' }),
    label: localised('label').notNull(),
    amountCents: cents('amount_cents').notNull(),
    usedCents: cents('used_cents').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('vouchers_code').on(table.codeHash),
    check('vouchers_never_overdrawn', sql`${table.usedCents} between 0 and ${table.amountCents}`),
  ],
)
