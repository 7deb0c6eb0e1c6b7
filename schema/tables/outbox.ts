/**
 * What must still happen because of something that is already true. A row is written in the same batch as that truth;
 * the queue is only its wake-up call, and whoever takes it up reads the truth again before acting.
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
    /** The order or payment it speaks of. */
    subjectId: text('subject_id').notNull(),
    /** Tells two rows of one kind and subject apart, e.g. the seat epoch. */
    discriminator: text('discriminator').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The attempts that ended in a refusal; a provider out of reach refuses nothing. */
    refusals: integer('refusals').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    /** Refused again and again for a day: nobody tries it again until an operator says so. */
    deadAt: instant('dead_at'),
    /** When the mail took one of the slots that its address has in an hour. */
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
