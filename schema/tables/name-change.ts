/** Changes of the names on tickets (TIX-04). The rows are the history of a ticket's holders and codes. */
import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, json } from './columns.ts'
import { events } from './event.ts'
import { orders } from './order.ts'
import { type PersonalIdentifier, tickets } from './ticket.ts'

/**
 * - `requested`: someone who knows the ticket's code asks for another name. The buyer decides.
 * - `awaiting_payment`: the change takes effect when its fee is paid.
 * - `done`: the ticket has the new name and a new code.
 * - `dropped`: the order of the fee was cancelled, or the ticket could no longer be changed when the fee was paid.
 */
export const NAME_CHANGE_STATUSES = ['requested', 'awaiting_payment', 'done', 'dropped'] as const
export type NameChangeStatus = (typeof NAME_CHANGE_STATUSES)[number]

export const nameChanges = sqliteTable(
  'name_changes',
  {
    id: text('id').primaryKey(),
    /** Contains the idempotency key of the request, so that a repeated request has no effect. */
    requestKey: text('request_key').notNull(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** The order of the ticket. */
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    status: text('status').$type<NameChangeStatus>().notNull(),
    formerHolder: json<PersonalIdentifier>('former_holder').notNull(),
    holder: json<PersonalIdentifier>('holder').notNull(),
    /** The email address of the new holder; empty for a request. */
    email: text('email').notNull(),
    /** The code that the ticket had when the change was requested. A change of another code has no effect. */
    formerCode: text('former_code').notNull(),
    feeCents: cents('fee_cents').notNull().default(0),
    /** The order with which the fee is paid. */
    feeOrderId: text('fee_order_id').references(() => orders.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    uniqueIndex('name_changes_request').on(table.requestKey),
    index('name_changes_of_ticket').on(table.ticketId, table.createdAt),
    /** A ticket has at most one change whose fee is still to be paid. */
    uniqueIndex('name_changes_unpaid').on(table.ticketId).where(sql`status = 'awaiting_payment'`),
    index('name_changes_by_fee_order').on(table.feeOrderId).where(sql`fee_order_id is not null`),
    index('name_changes_by_order').on(table.orderId),
    index('name_changes_by_event').on(table.eventId),
    /** For the purge: changes that have not taken effect. */
    index('name_changes_open').on(table.createdAt).where(sql`status <> 'done'`),
    check(
      'name_changes_status_known',
      sql.raw(`status in (${NAME_CHANGE_STATUSES.map((status) => `'${status}'`).join(', ')})`),
    ),
  ],
)
