/** Payments, refunds, and the ids of the providers' webhook events that the shop has processed. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PaymentMethodId } from '../rules/payment-methods.ts'
import { cents, instant } from './columns.ts'
import { events } from './event.ts'
import { orders } from './order.ts'

/**
 * The providers that transfer the money of payments. domain/orders/payment-provider defines which of them have an API.
 */
export type PaymentProviderId = 'stripe' | 'paypal' | 'bank'

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
    /** Numbers the payments of the order, from 1. */
    attempt: integer('attempt').notNull(),
    /** The id of the provider's payment page, or of the booking on the bank account. It is unique per provider. */
    externalId: text('external_id'),
    externalUrl: text('external_url'),
    /** The provider's id of the capture. A refund refers to it. */
    captureId: text('capture_id'),
    /**
     * An HMAC of the card's fingerprint. It shows that one card paid several orders. The purge deletes it together with
     * the buyer's contact data.
     */
    cardKey: text('card_key'),
    status: text('status').$type<PaymentStatus>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** When the provider first reported that the buyer has finished and the money is on its way. */
    pendingAt: instant('pending_at'),
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
  | 'presale_code_used'
  | 'voucher_gone'
  | 'double_payment'
  | 'cancelled_event'
  | 'cancelled_order'
  | 'request'
  | 'withdrawal'
  /** The refund was made in the provider's dashboard. */
  | 'provider'
  /** The shop lost a dispute, so the buyer's bank took the money back. */
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
    /**
     * Distinguishes refunds of the same payment and reason. It is the id of the cancelled event, of the provider's refund
     * or of the dispute. It is empty if a payment can have only one refund for the reason.
     */
    subject: text('subject').notNull().default(''),
    /** The number of the attempt to refund. It is a part of the idempotency key that the provider gets. */
    attempt: integer('attempt').notNull().default(1),
    /** The id of the provider's refund, of the dispute, or of the booking on the bank account. */
    externalId: text('external_id'),
    status: text('status').$type<RefundStatus>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the shop last recorded a result of the refund, or asked the provider for it. */
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

/**
 * The bank accounts to which operators transfer refunds, if the buyer named one. When the refund is done, the name and the
 * IBAN are deleted, and the row only shows how the refund was made.
 */
export const refundAccounts = sqliteTable('refund_accounts', {
  refundId: text('refund_id')
    .primaryKey()
    .references(() => refunds.id, { onDelete: 'cascade' }),
  holder: text('holder').notNull(),
  iban: text('iban').notNull(),
})

/**
 * The refunds that the organiser must release before they are made. The row remains after the release, because the audit
 * counts the time that a refund takes from there.
 */
export const refundReleases = sqliteTable(
  'refund_releases',
  {
    refundId: text('refund_id')
      .primaryKey()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** When the shop releases the refund, unless the organiser has done so before. */
    dueAt: instant('due_at').notNull(),
    /** When an operator or the shop released the refund. Null while it waits. */
    releasedAt: instant('released_at'),
  },
  (table) => [
    index('refund_releases_waiting').on(table.dueAt).where(sql`released_at is null`),
    index('refund_releases_by_event').on(table.eventId).where(sql`released_at is null`),
  ],
)

/** The ids of processed webhook events. With them, the shop recognises an event that is delivered again. */
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
