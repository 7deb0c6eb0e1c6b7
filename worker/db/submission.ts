/** Submissions to customer service, their photos and their answers. */
import { and, asc, desc, eq, gte, type InferSelectModel, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { DAY, HOUR, RECEIPTS_PER_DAY, SUBMISSION_KEPT_AFTER_DONE, SUBMISSIONS_PER_HOUR } from '../../schema/limits.ts'
import type { Locale } from '../../schema/locale.ts'
import { orders } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { type SubmissionKind, submissionReplies, submissions, uploads } from '../../schema/tables/submission.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'

export type Submission = InferSelectModel<typeof submissions>
export type SubmissionReply = InferSelectModel<typeof submissionReplies>
export type Upload = InferSelectModel<typeof uploads>

/** The maximum instant. A submission has it as its deletion date until it is completed. */
const NOT_BEFORE_DONE = 8_640_000_000_000_000
/** A photo is deleted a day after its upload. A submission accepts it only until shortly before. */
export const PHOTO_USABLE_MS = 23 * HOUR

export type SubmissionRow = {
  id: string
  shopId: string
  kind: SubmissionKind
  orderId: string | null
  name: string
  email: string
  mailboxKey: string
  locale: Locale
  data: Record<string, unknown>
  photos: string[]
  fingerprint: string
}

/**
 * Stores a submission with the rows of its mails in one batch, and claims its photos. `further` are statements of the same
 * batch; `isStored` is the condition that the submission has been stored. Returns false if the submission existed, if the
 * limit has been reached, or if a photo is no longer there. Strangers can send forms with the address of another person. So
 * the limit counts only submissions about the same order, and a mailbox gets a limited number of receipts in a day.
 */
export async function insertSubmission(
  db: Database,
  row: SubmissionRow,
  outboxIds: { support: string; receipt: string },
  now: number,
  further: (isStored: SQL) => SQL[],
  /** Whether the limits apply. */
  isLimited: boolean,
): Promise<boolean> {
  const photos = JSON.stringify(row.photos)
  const isStored = sql`exists (select 1 from submissions where id = ${row.id} and created_at = ${now}
    and fingerprint = ${row.fingerprint})`
  const hasReceiptLeft = sql`(select count(*) from submissions as sent join outbox on outbox.kind = 'mail_submission_receipt'
      and outbox.subject_id = sent.id and outbox.discriminator = '' where sent.mailbox_key = ${row.mailboxKey}
      and sent.created_at > ${now - DAY} and sent.kind = ${row.kind}) < ${RECEIPTS_PER_DAY}`
  const [inserted] = await runBatch(db, [
    sql`insert into submissions (id, shop_id, kind, order_id, name, email, mailbox_key, locale, data, files, fingerprint, created_at, delete_at)
      select ${row.id}, ${row.shopId}, ${row.kind}, ${row.orderId}, ${row.name}, ${row.email}, ${row.mailboxKey}, ${row.locale},
        ${JSON.stringify(row.data)}, ${photos}, ${row.fingerprint}, ${now}, ${NOT_BEFORE_DONE}
      where (${isLimited ? 0 : 1} or ${countSimilar(row, now)} < ${SUBMISSIONS_PER_HOUR})
        and (select count(*) from uploads where id in (select value from json_each(${photos}))
          and submission_id = ${row.id} and created_at > ${now - PHOTO_USABLE_MS}) = ${row.photos.length}
      on conflict (id) do nothing`,
    sql`update uploads set claimed_at = ${now} where id in (select value from json_each(${photos}))
      and submission_id = ${row.id} and claimed_at is null and ${isStored}`,
    outboxInsertWhere('mail_submission_support', row.id, isStored, now, '', outboxIds.support),
    outboxInsertWhere(
      'mail_submission_receipt',
      row.id,
      isLimited ? sql`${isStored} and ${hasReceiptLeft}` : isStored,
      now,
      '',
      outboxIds.receipt,
    ),
    ...further(isStored),
  ])
  return (inserted?.meta.changes ?? 0) > 0
}

export async function findSubmission(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id))
  return row
}

/** At most two submissions whose ids start like this. */
export function submissionsFrom(db: Database, idStart: string): Promise<Submission[]> {
  return db
    .select()
    .from(submissions)
    .where(and(gte(submissions.id, idStart), lte(submissions.id, `${idStart}~`)))
    .limit(2)
}

/** The number of submissions of this kind, mailbox and order within an hour. The reference of the order is the typed one. */
function countSimilar({ mailboxKey, kind, data }: Similar, now: number): SQL {
  return sql`(select count(*) from submissions where mailbox_key = ${mailboxKey} and created_at > ${now - HOUR} and kind = ${kind}
    and ifnull(data ->> 'orderReference', '') = ${String(data.orderReference ?? '')})`
}

type Similar = Pick<SubmissionRow, 'mailboxKey' | 'kind' | 'data'>

export async function hasReachedLimit(db: Database, row: Similar, now: number): Promise<boolean> {
  const rows = await db.all<{ similar: number }>(sql`select ${countSimilar(row, now)} as similar`)
  return (rows[0]?.similar ?? 0) >= SUBMISSIONS_PER_HOUR
}

/** Whether a receipt of the submission has been sent, or will be. */
export async function hasReceipt(db: Database, id: string): Promise<boolean> {
  const rows = await db.all(sql`select 1 from outbox
    where kind = 'mail_submission_receipt' and subject_id = ${id} and discriminator = ''`)
  return rows.length > 0
}

export type ListedSubmission = Pick<Submission, 'id' | 'kind' | 'name' | 'email' | 'createdAt' | 'doneAt'> & {
  shop: string
}

/** Open submissions, oldest first, or with `isDone` the completed ones, latest first. */
export function listSubmissions(db: Database, isDone: boolean, limit: number): Promise<ListedSubmission[]> {
  const { id, kind, name, email, createdAt, doneAt } = submissions
  return db
    .select({ id, kind, name, email, createdAt, doneAt, shop: shops.slug })
    .from(submissions)
    .innerJoin(shops, eq(shops.id, submissions.shopId))
    .where(isDone ? sql`done_at is not null` : isNull(submissions.doneAt))
    .orderBy(isDone ? desc(submissions.doneAt) : asc(submissions.createdAt))
    .limit(limit)
}

export function repliesOf(db: Database, submissionId: string): Promise<SubmissionReply[]> {
  return db
    .select()
    .from(submissionReplies)
    .where(eq(submissionReplies.submissionId, submissionId))
    .orderBy(asc(submissionReplies.createdAt))
}

export async function findReply(db: Database, id: string): Promise<SubmissionReply | undefined> {
  const [row] = await db.select().from(submissionReplies).where(eq(submissionReplies.id, id))
  return row
}

/** Stores an answer with the row of its mail. Storing the same answer again changes nothing. */
export async function insertReply(
  db: Database,
  reply: Pick<SubmissionReply, 'id' | 'submissionId' | 'text'>,
  outboxId: string,
  now: number,
): Promise<void> {
  await runBatch(db, [
    sql`insert into submission_replies (id, submission_id, text, created_at)
      select ${reply.id}, id, ${reply.text}, ${now} from submissions where id = ${reply.submissionId}
      on conflict (id) do nothing`,
    outboxInsertWhere(
      'mail_submission_reply',
      reply.submissionId,
      sql`exists (select 1 from submission_replies where id = ${reply.id})`,
      now,
      reply.id,
      outboxId,
    ),
  ])
}

/**
 * Withdrawals that nobody has completed, oldest first, with their orders. `mainId` selects those about this order and about
 * the add-ons of its parcel.
 */
export async function openWithdrawals(db: Database, limit: number, mainId: string | null = null) {
  return db
    .select({
      id: submissions.id,
      data: submissions.data,
      createdAt: submissions.createdAt,
      reference: orders.reference,
      status: orders.status,
    })
    .from(submissions)
    .leftJoin(orders, eq(orders.id, submissions.orderId))
    .where(
      and(
        isNull(submissions.doneAt),
        eq(submissions.kind, 'withdrawal'),
        mainId === null ? undefined : or(eq(orders.id, mainId), eq(orders.mergedIntoId, mainId)),
      ),
    )
    .orderBy(asc(submissions.createdAt))
    .limit(limit)
}

/** Completes the submission, and sets its deletion date. Does nothing if it is completed already. */
export async function finishSubmission(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(submissions)
    .set({ doneAt: now, deleteAt: now + SUBMISSION_KEPT_AFTER_DONE })
    .where(and(eq(submissions.id, id), isNull(submissions.doneAt)))
}

/** Returns false if the submission has the maximum number of uploads already. */
export async function insertUpload(
  db: Database,
  upload: Omit<Upload, 'createdAt' | 'claimedAt'>,
  maximum: number,
  now: number,
): Promise<boolean> {
  const { id, submissionId, objectKey, contentType, bytes, sha256 } = upload
  const { meta } =
    await db.run(sql`insert into uploads (id, submission_id, object_key, content_type, bytes, sha256, created_at)
    select ${id}, ${submissionId}, ${objectKey}, ${contentType}, ${bytes}, ${sha256}, ${now}
    where (select count(*) from uploads where submission_id = ${submissionId}) < ${maximum}`)
  return meta.changes > 0
}

/** The photos of stored submissions, and those that the fan uploaded but did not send. */
export function uploadsOf(db: Database, submissionId: string): Promise<Upload[]> {
  return db.select().from(uploads).where(eq(uploads.submissionId, submissionId)).orderBy(asc(uploads.createdAt))
}

export async function findUpload(db: Database, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  return row
}

/** Photos that no submission has claimed within a day, and photos of submissions whose deletion date has passed. */
export function expiredUploads(
  db: Database,
  unclaimedBefore: number,
  now: number,
  limit: number,
): Promise<Pick<Upload, 'id' | 'objectKey'>[]> {
  return db.all(sql`select id, object_key as objectKey from (
    select id, object_key from uploads where claimed_at is null and created_at < ${unclaimedBefore}
    union all select uploads.id, object_key from submissions join uploads on uploads.submission_id = submissions.id
      where submissions.delete_at < ${now} and claimed_at is not null) limit ${limit}`)
}

export async function deleteUploads(db: Database, ids: string[]): Promise<void> {
  await db.run(sql`delete from uploads where id in (select value from json_each(${JSON.stringify(ids)}))`)
}
