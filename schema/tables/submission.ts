/**
 * Requests from fans to customer service with their photos and answers, and newsletter sign-ups of buyers.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../locale.ts'
import type { NewsletterList } from '../newsletter.ts'
import { instant, json } from './columns.ts'
import { shops } from './shop.ts'

export type SubmissionKind = 'refund' | 'cancel' | 'change' | 'ticket_update' | 'withdrawal'

export const submissions = sqliteTable(
  'submissions',
  {
    /** Derived from the shop and the browser's idempotency key (`worker/domain/support/submission-id`). */
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    kind: text('kind').$type<SubmissionKind>().notNull(),
    orderId: text('order_id'),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    /** The mailbox of the address, under which limits count its submissions (`worker/domain/orders/buyer-address`). */
    mailboxKey: text('mailbox_key').notNull().default(''),
    locale: text('locale').$type<Locale>().notNull().default('de'),
    /** What the fan entered, in the shape of the kind's form. */
    data: json<Record<string, unknown>>('data').notNull(),
    /** The ids of the photos that the fan uploaded as proof (`uploads`). */
    files: json<string[]>('files').notNull().default([]),
    /** A digest of what the fan sent. It tells a repeated request from another one with the same key. */
    fingerprint: text('fingerprint').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    /** 28 days after the completion. Until then, the maximum of all instants. */
    deleteAt: instant('delete_at').notNull(),
  },
  (table) => [
    index('submissions_by_mailbox').on(table.mailboxKey, table.createdAt),
    index('submissions_open').on(table.doneAt, table.createdAt),
    index('submissions_to_delete').on(table.deleteAt),
    check(
      'submissions_kind_known',
      sql`${table.kind} in ('refund', 'cancel', 'change', 'ticket_update', 'withdrawal')`,
    ),
  ],
)

/** The answers of customer service to a submission. A mail brings each of them to the fan. */
export const submissionReplies = sqliteTable(
  'submission_replies',
  {
    /** Derived from the submission and the text, so a repeated command sends the answer only once. */
    id: text('id').primaryKey(),
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('submission_replies_of').on(table.submissionId, table.createdAt)],
)

/**
 * The permissions to upload a photo to the bucket. A row exists before the photo does, so every photo in the bucket has a row
 * from which the cleanup finds it.
 */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    /** The submission that the photo is for. The submission itself is stored only when the fan sends the form. */
    submissionId: text('submission_id').notNull(),
    objectKey: text('object_key').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Of the photo, in base64. */
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the submission was stored. A photo without a submission is deleted after a day. */
    claimedAt: instant('claimed_at'),
  },
  (table) => [
    uniqueIndex('uploads_object').on(table.objectKey),
    index('uploads_of').on(table.submissionId),
    index('uploads_unclaimed').on(table.createdAt).where(sql`claimed_at is null`),
  ],
)

/**
 * The buyers whose addresses the shop has sent to a mailing list, as a proof of their consent. The outside company that runs
 * the list asks each of them for a confirmation by mail and handles cancellations, so the shop knows neither.
 */
export const subscribers = sqliteTable(
  'subscribers',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    list: text('list').$type<NewsletterList>().notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** When the buyer placed the latest order with a ticked box. */
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscribers_once').on(table.shopId, table.list, table.email),
    index('subscribers_by_time').on(table.acceptedAt),
    check('subscribers_list_known', sql`${table.list} in ('main', 'tickets')`),
  ],
)
