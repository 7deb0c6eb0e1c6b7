/**
 * Requests from fans to customer service, for which no code inserts rows yet, and newsletter sign-ups of buyers.
 */
import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../locale.ts'
import type { NewsletterList } from '../newsletter.ts'
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

/**
 * The buyers whose addresses the shop has sent to a mailing list, as a proof of their consent. The outside company that runs
 * the list asks each of them for a confirmation by mail and handles cancellations, so the shop knows neither.
 */
export const subscribers = sqliteTable(
  'subscribers',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    list: text('list').$type<NewsletterList>().notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** When the buyer placed the latest order with a ticked box. */
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscribers_once').on(table.shopId, table.list, table.email),
    index('subscribers_by_time').on(table.acceptedAt),
    check('subscribers_list_known', sql`${table.list} in ('main', 'tickets')`),
  ],
)
