/** Tickets. The shop writes one row per ticket when the order is paid. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'
import { events } from './event.ts'
import { orderItems, orders } from './order.ts'

/** Personal data of the ticket's holder: names, contact data, and answers from the online check-in. */
export type PersonalIdentifier = {
  firstName?: string
  lastName?: string
  address?: string
  phone?: string
  groupName?: string
  checked_in?: number
  expires_on?: number
  answers?: Record<string, string | boolean>
  /** The idempotency key of the check-in. */
  check_in_key?: string
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
    /**
     * The ticket's number within the order item, from 0. It is unique per item, so issuing tickets twice has no effect.
     */
    position: integer('position').notNull(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind').$type<'online' | 'hard'>().notNull(),
    /** 12 random digits followed by the GS1 check digit. */
    validationCode: text('validation_code').notNull(),
    personalIdentifier: json<PersonalIdentifier>('personal_identifier').notNull().default({}),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    checkedInAt: instant('checked_in_at'),
    invalidatedAt: instant('invalidated_at'),
    /** When the buyer's bank disputed the payment. Null without a dispute, and after the shop has won it. */
    disputedAt: instant('disputed_at'),
  },
  (table) => [
    uniqueIndex('tickets_code').on(table.validationCode),
    uniqueIndex('tickets_of_item').on(table.orderItemId, table.position),
    index('tickets_by_order').on(table.orderId),
    index('tickets_by_event').on(table.eventId, table.expiresAt),
    /** For the purge: tickets whose contact data it has not yet deleted. */
    index('tickets_with_contact_data').on(table.eventId).where(sql`personal_identifier <> '{}'`),
    check(
      'tickets_code_is_13_digits',
      sql`length(${table.validationCode}) = 13 and ${table.validationCode} not glob '*[^0-9]*'`,
    ),
  ],
)
