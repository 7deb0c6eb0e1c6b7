/** Payments and refunds that the shop requested, and the ids of the provider's events that it has processed. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PaymentMethodId } from '../rules/payment-methods.ts'
import { cents, instant } from './columns.ts'
import { orders } from './order.ts'

/** Who moves the money of a payment; domain/orders/payment-provider says what each of them can do. */
export type PaymentProviderId = 'stripe' | 'bank'

export type PaymentStatus = 'open' | 'captured' | 'failed' | 'expired' | 'refunded'

export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<PaymentProviderId>().notNull(),
    method: text('method').$type<PaymentMethodId>().notNull(),
    /** Counts the payment attempts of an order. It is part of the provider's idempotency key. */
    attempt: integer('attempt').notNull(),
    /** The id of the provider's payment page, or of the bank's booking. It is unique per provider. */
    externalId: text('external_id'),
    externalUrl: text('external_url'),
    /** The provider's id of the capture, which a refund refers to. */
    captureId: text('capture_id'),
    /** The HMAC of the card's fingerprint, which shows that one card paid several orders. Purged with contact data. */
    cardKey: text('card_key'),
    status: text('status').$type<PaymentStatus>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at').notNull(),
    capturedAt: instant('captured_at'),
    expiresAt: instant('expires_at'),
    /** The provider's id of a dispute (chargeback). */
    disputeId: text('dispute_id'),
    disputeStatus: text('dispute_status').$type<DisputeStatus>(),
  },
  (table) => [
    uniqueIndex('payments_attempt').on(table.orderId, table.attempt),
    uniqueIndex('payments_external').on(table.provider, table.externalId),
    index('payments_to_check').on(table.status, table.checkedAt),
    index('payments_by_capture').on(table.captureId).where(sql`capture_id is not null`),
    index('payments_by_card').on(table.cardKey).where(sql`card_key is not null`),
    index('payments_disputed').on(table.disputeStatus).where(sql`dispute_status = 'open'`),
    check('payments_status_known', sql`${table.status} in ('open', 'captured', 'failed', 'expired', 'refunded')`),
    check('payments_amount', sql`${table.amountCents} >= 0`),
  ],
)

export type DisputeStatus = 'open' | 'won' | 'lost'

export type RefundStatus = 'open' | 'sent' | 'done' | 'failed'

export type RefundReason =
  | 'late_payment'
  | 'part_payment'
  | 'event_over'
  | 'buyer_limit'
  | 'double_payment'
  | 'cancelled_event'
  | 'cancelled_order'
  | 'request'
  | 'withdrawal'
  /** Somebody refunded the payment in the provider's dashboard. */
  | 'provider'
  /** The buyer's bank took the money back in a dispute that the shop lost. */
  | 'dispute'

export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    paymentId: text('payment_id').references(() => payments.id),
    reason: text('reason').$type<RefundReason>().notNull(),
    /** Distinguishes refunds of one payment and reason, by the cancelled event or the provider's refund. */
    subject: text('subject').notNull().default(''),
    /** Counts the requests to the provider. It is part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** The id of the provider's refund, or of the bank's booking. */
    externalId: text('external_id'),
    status: text('status').$type<RefundStatus>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the shop last read the refund from the provider. */
    checkedAt: instant('checked_at'),
    doneAt: instant('done_at'),
    /** The provider's failure code. */
    failure: text('failure'),
  },
  (table) => [
    index('refunds_open').on(table.status, table.createdAt),
    index('refunds_by_order').on(table.orderId),
    uniqueIndex('refunds_once').on(table.paymentId, table.reason, table.subject),
    uniqueIndex('refunds_external').on(table.externalId).where(sql`external_id is not null`),
    check('refunds_amount', sql`${table.amountCents} > 0`),
  ],
)

/** The ids of processed webhook events, by which the shop recognises a repeated delivery. */
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
