/**
 * The passes of tickets in wallets, and the devices that have them. The triggers of 0021_stale_passes raise a pass's
 * `revision` when its ticket, order, event or venue changes, and `jobs/refresh-passes` then updates the wallets.
 */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { events } from './event.ts'
import { orders } from './order.ts'
import { tickets } from './ticket.ts'

/**
 * A pass belongs to a ticket with one code. A ticket that gets another holder gets another code, and its new holder another
 * pass. Otherwise, the wallet of the former holder would fetch the new code.
 */
export const walletPasses = sqliteTable(
  'wallet_passes',
  {
    /** The serial number of the pass. */
    id: text('id').primaryKey(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** The code that the ticket had when the pass was issued. */
    code: text('code').notNull(),
    /** Authorises the requests of Apple Wallet about this pass. It is stored in plain text, because each pass file contains it. */
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the pass was first offered to Google Wallet; null if never. */
    googleAt: instant('google_at'),
    /** When the content last changed. */
    changedAt: instant('changed_at').notNull(),
    revision: integer('revision').notNull().default(0),
    /** The revision that all wallets know. */
    sentRevision: integer('sent_revision').notNull().default(0),
    /** The number of failed attempts to tell the wallets about the current revision. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().default(0),
  },
  (table) => [
    uniqueIndex('wallet_passes_of_ticket').on(table.ticketId, table.code),
    index('wallet_passes_by_order').on(table.orderId),
    index('wallet_passes_by_event').on(table.eventId),
    index('wallet_passes_stale').on(table.nextAttemptAt).where(sql`revision > sent_revision`),
  ],
)

/** The devices that have a pass in Apple Wallet and want to know of its changes. */
export const walletDevices = sqliteTable(
  'wallet_devices',
  {
    passId: text('pass_id')
      .notNull()
      .references(() => walletPasses.id, { onDelete: 'cascade' }),
    /** The id that Apple Wallet has chosen for the device. It authorises the device to list its passes. */
    deviceId: text('device_id').notNull(),
    pushToken: text('push_token').notNull(),
    registeredAt: instant('registered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.passId, table.deviceId] }),
    index('wallet_devices_by_device').on(table.deviceId),
  ],
)
