/** Requests from fans to customer service, and newsletter subscribers. No code inserts rows yet. */
import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../locale.ts'
import { instant, json } from './columns.ts'
import { shops } from './shop.ts'

export type SubmissionKind = 'refund' | 'cancel' | 'change' | 'ticket_update' | 'withdrawal'

export const submissions = sqliteTable(
  'submissions',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    kind: text('kind').$type<SubmissionKind>().notNull(),
    orderId: text('order_id'),
    data: json<Record<string, unknown>>('data').notNull(),
    /** The bucket keys of photos that the fan uploaded as proof. */
    files: json<string[]>('files').notNull().default([]),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    deleteAt: instant('delete_at').notNull(),
  },
  (table) => [
    index('submissions_open').on(table.doneAt, table.createdAt),
    index('submissions_to_delete').on(table.deleteAt),
    check(
      'submissions_kind_known',
      sql`${table.kind} in ('refund', 'cancel', 'change', 'ticket_update', 'withdrawal')`,
    ),
  ],
)

export const subscribers = sqliteTable(
  'subscribers',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    list: text('list').$type<'main' | 'tickets'>().notNull(),
    email: text('email').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (table) => [
    uniqueIndex('subscribers_once').on(table.shopId, table.list, table.email),
    check('subscribers_list_known', sql`${table.list} in ('main', 'tickets')`),
  ],
)
