/** Lists, shows, answers and completes submissions for the operators of customer service (`npm run support`). */
import { newId } from '../../schema/ids.ts'
import { SUBMISSION_ANSWERED_WITHIN } from '../../schema/limits.ts'
import { openDatabase } from '../db/database.ts'
import {
  finishSubmission,
  insertReply,
  listSubmissions,
  repliesOf,
  type Submission,
  submissionsFrom,
  uploadsOf,
} from '../db/submission.ts'
import { replyIdOf, submissionIdStart, submissionReference } from '../domain/support/submission-id.ts'
import type { Env } from '../env.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { enqueueOutboxRows } from './outbox.ts'
import { photoLink } from './photo-link.ts'

const MAX_LISTED = 200

export async function listForSupport(env: Env, isDone: boolean, now: number) {
  const rows = await listSubmissions(openDatabase(env.DB), isDone, MAX_LISTED)
  return rows.map(({ id, ...row }) => ({
    reference: submissionReference(id),
    ...row,
    isLate: row.doneAt === null && row.createdAt < now - SUBMISSION_ANSWERED_WITHIN,
  }))
}

/** Throws SUBMISSION_AMBIGUOUS if a shortened id fits several submissions. Returns null for an unknown reference. */
async function submissionNamed(env: Env, typed: string): Promise<Submission | null> {
  const start = submissionIdStart(typed)
  if (start === null) return null
  const [found, other] = await submissionsFrom(openDatabase(env.DB), start)
  if (other) throw new OperatorRefusal('SUBMISSION_AMBIGUOUS', { reference: typed })
  return found ?? null
}

/** The submission with its answers, and with links to its photos at `origin`, which work for a few minutes. */
export async function showForSupport(env: Env, typed: string, origin: string, now: number) {
  const submission = await submissionNamed(env, typed)
  if (!submission) return null
  const db = openDatabase(env.DB)
  const [replies, photos] = await Promise.all([repliesOf(db, submission.id), uploadsOf(db, submission.id)])
  const { fingerprint: _, files, deleteAt, ...shown } = submission
  return {
    reference: submissionReference(submission.id),
    ...shown,
    deleteAt: submission.doneAt === null ? null : deleteAt,
    photos: photos
      .filter(({ id }) => files.includes(id))
      .map(({ id, bytes }) => ({ id, bytes, link: photoLink(env, origin, id, now) })),
    replies: replies.map(({ text, createdAt }) => ({ text, createdAt })),
  }
}

/** Stores an answer and mails it to the fan. The same text is sent only once. */
export async function replyToSubmission(env: Env, typed: string, text: string, now: number) {
  const submission = await submissionNamed(env, typed)
  if (!submission) return null
  const outboxId = newId('outbox', now)
  const reply = { id: replyIdOf(submission.id, text), submissionId: submission.id, text }
  await insertReply(openDatabase(env.DB), reply, outboxId, now)
  await enqueueOutboxRows(env, outboxId)
  return { reference: submissionReference(submission.id), status: 'answered' }
}

/** Completes a submission. It is deleted 28 days later, with its photos and answers. */
export async function completeSubmission(env: Env, typed: string, now: number) {
  const submission = await submissionNamed(env, typed)
  if (!submission) return null
  await finishSubmission(openDatabase(env.DB), submission.id, now)
  return { reference: submissionReference(submission.id), status: 'done' }
}
