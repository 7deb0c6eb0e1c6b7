/** Payments and refunds as we asked for them, and which of the provider's events were already taken in. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns.ts'
import { orders } from './order.ts'

export type PaymentStatus = 'open' | 'captured' | 'failed' | 'expired' | 'refunded'

export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<'stripe' | 'paypal' | 'bank' | 'voucher'>().notNull(),
    method: text('method').notNull(),
    /** Counts the tries of one order: part of the provider's idempotency key. */
    attempt: integer('attempt').notNull(),
    externalId: text('external_id'),
    externalUrl: text('external_url'),
    /** The provider's id of the money itself, needed for a refund. */
    captureId: text('capture_id'),
    status: text('status').$type<PaymentStatus>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at').notNull(),
    capturedAt: instant('captured_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('payments_attempt').on(table.orderId, table.attempt),
    uniqueIndex('payments_external').on(table.provider, table.externalId),
    index('payments_to_check').on(table.status, table.checkedAt),
    check('payments_status_known', sql`${table.status} in ('open', 'captured', 'failed', 'expired', 'refunded')`),
    check('payments_amount', sql`${table.amountCents} >= 0`),
  ],
)

export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    paymentId: text('payment_id').references(() => payments.id),
    reason: text('reason')
      .$type<'late_payment' | 'double_payment' | 'request' | 'withdrawal' | 'cancelled_event'>()
      .notNull(),
    externalId: text('external_id'),
    status: text('status').$type<'open' | 'done' | 'failed'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('refunds_open').on(table.status, table.createdAt),
    index('refunds_by_order').on(table.orderId),
    uniqueIndex('refunds_once').on(table.paymentId, table.reason),
    check('refunds_amount', sql`${table.amountCents} > 0`),
  ],
)

/** A provider's event id, kept so that a repeated delivery is recognised. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('provider_events_by_time').on(table.receivedAt)],
)
