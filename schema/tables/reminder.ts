/**
 * Reminders that fans have asked for by mail address. A reminder counts only once the fan has confirmed it by the link in a
 * mail. Its one mail goes out when its subject is for sale, and the reminder is then deleted.
 */
import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../locale.ts'
import type { ReminderKind } from '../rules/reminder.ts'
import { instant } from './columns.ts'
import { shops } from './shop.ts'

export const reminders = sqliteTable(
  'reminders',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    kind: text('kind').$type<ReminderKind>().notNull(),
    /** The id of a variant (`stock`) or an event (`presale`, `tickets`). The catalogue may have lost it since. */
    subjectId: text('subject_id').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    /** The mailbox of the address, under which limits count its reminders (`worker/domain/orders/buyer-address`). */
    mailboxKey: text('mailbox_key').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** The secret in the links of the mails. It confirms and ends the reminder. */
    key: text('key').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the fan pressed the button on the page of the link. */
    confirmedAt: instant('confirmed_at'),
    /** When the mail was queued; null while the subject is not for sale. */
    queuedAt: instant('queued_at'),
  },
  (table) => [
    uniqueIndex('reminders_once').on(table.kind, table.subjectId, table.email, table.shopId),
    uniqueIndex('reminders_key').on(table.key),
    index('reminders_by_mailbox').on(table.mailboxKey),
    index('reminders_waiting')
      .on(table.kind, table.subjectId, table.confirmedAt)
      .where(sql`confirmed_at is not null and queued_at is null`),
  ],
)
