/**
 * Presale codes. Visitors with a code can buy tickets of an event before the public sale starts. Without a
 * `pricingCategoryId`, the code is valid for all pricing categories of the event.
 */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { events, pricingCategories } from './event.ts'

export const presaleCodes = sqliteTable(
  'presale_codes',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    pricingCategoryId: text('pricing_category_id').references(() => pricingCategories.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    uses: integer('uses').notNull().default(1),
    validFromAt: instant('valid_from_at').notNull(),
  },
  (table) => [
    uniqueIndex('presale_codes_code').on(table.eventId, table.codeHash),
    check('presale_codes_uses', sql`${table.uses} > 0`),
  ],
)
