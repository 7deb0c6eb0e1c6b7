/**
 * The transactional outbox: side effects that still have to happen. A row is written in the same batch as the change that
 * causes it. The queue message is only a wake-up call; the handler reads the current state before it acts.
 */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const OUTBOX_KINDS = [
  'settle_free_order',
  'mail_order_received',
  'mail_order_paid',
  'mail_order_cancelled',
  'mail_event_cancelled',
  'mail_payment_refunded',
  'release_seats',
  'refund_payment',
  'refund_event_order',
] as const
export type OutboxKind = (typeof OUTBOX_KINDS)[number]

export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<OutboxKind>().notNull(),
    /** The id of the order or payment. */
    subjectId: text('subject_id').notNull(),
    /** Distinguishes rows of one kind and subject, for example by the seat epoch. */
    discriminator: text('discriminator').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** How many attempts the provider refused. Attempts that did not reach the provider do not count. */
    refusals: integer('refusals').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    /** When the shop gave up, after a day of refusals. Only an operator can retry the row. */
    deadAt: instant('dead_at'),
    /** When the mail used up one of the address's slots of that hour (rate limit). */
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
