/** Tickets: one row per person and event, written when the order is paid. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'
import { events } from './event.ts'
import { orderItems, orders } from './order.ts'

/** Personal data of the ticket's holder: names, contact data, check-in answers. */
export type PersonalIdentifier = {
  firstName?: string
  lastName?: string
  address?: string
  phone?: string
  groupName?: string
  checked_in?: number
  expires_on?: number
  answers?: Record<string, string | boolean>
}

export const tickets = sqliteTable(
  'tickets',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    orderItemId: text('order_item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    /** Counts the item's tickets from 0. With the item's id it is unique, so issuing tickets is idempotent. */
    position: integer('position').notNull(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind').$type<'online' | 'hard'>().notNull(),
    /** 12 random digits and the GS1 check digit. */
    validationCode: text('validation_code').notNull(),
    personalIdentifier: json<PersonalIdentifier>('personal_identifier').notNull().default({}),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    checkedInAt: instant('checked_in_at'),
    invalidatedAt: instant('invalidated_at'),
    /** When the buyer's bank disputed the payment; null again once the shop has won the dispute. */
    disputedAt: instant('disputed_at'),
  },
  (table) => [
    uniqueIndex('tickets_code').on(table.validationCode),
    uniqueIndex('tickets_of_item').on(table.orderItemId, table.position),
    index('tickets_by_order').on(table.orderId),
    index('tickets_by_event').on(table.eventId, table.expiresAt),
    /** Tickets whose contact data the purge still has to delete. */
    index('tickets_with_contact_data').on(table.eventId).where(sql`personal_identifier <> '{}'`),
    check(
      'tickets_code_is_13_digits',
      sql`length(${table.validationCode}) = 13 and ${table.validationCode} not glob '*[^0-9]*'`,
    ),
  ],
)
