/**
 * The transactional outbox. A row is a side effect that the shop still has to perform, such as a mail or a refund. The
 * batch that makes a change also writes the rows of its side effects. A queue message only triggers the handler, which
 * reads the current state before it acts.
 */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const OUTBOX_KINDS = [
  'settle_free_order',
  'mail_order_received',
  'mail_payment_open',
  'mail_payment_reminder',
  'mail_order_paid',
  'mail_order_cancelled',
  'mail_event_cancelled',
  'mail_payment_late',
  'mail_payment_refunded',
  'mail_refund_requested',
  'mail_refund_returned',
  'mail_account_named',
  'mail_goods_returned',
  'mail_goods_withdrawn',
  'mail_submission_support',
  'mail_submission_receipt',
  'mail_submission_reply',
  'mail_order_shipped',
  'mail_order_link',
  'mail_order_documents',
  'mail_name_changed',
  'mail_name_requested',
  'mail_reminder_request',
  'mail_reminder',
  'change_name',
  'release_seats',
  'return_seats',
  'refund_payment',
  'refund_event_order',
  'subscribe_newsletter',
  'settle_voucher',
] as const
export type OutboxKind = (typeof OUTBOX_KINDS)[number]

export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<OutboxKind>().notNull(),
    /** The id of the order, payment, refund, submission or reminder that the side effect concerns. */
    subjectId: text('subject_id').notNull(),
    /** Distinguishes rows of the same kind and subject, for example by the order's seat epoch or the mailing list. */
    discriminator: text('discriminator').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The number of failed attempts. Outages of the provider or the mail platform do not count as failures. */
    refusals: integer('refusals').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    /**
     * When the shop gave up, because `refusals` had reached its limit and the row was at least a day old. From then on,
     * only an operator can retry the row.
     */
    deadAt: instant('dead_at'),
    /** When the mail was counted towards the hourly rate limit of its address. */
    mailSlotAt: instant('mail_slot_at'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('outbox_once').on(table.kind, table.subjectId, table.discriminator),
    index('outbox_due').on(table.kind, table.nextAttemptAt).where(sql`done_at is null and dead_at is null`),
    index('outbox_dead').on(table.deadAt).where(sql`done_at is null and dead_at is not null`),
    index('outbox_done').on(table.doneAt).where(sql`done_at is not null`),
  ],
)
