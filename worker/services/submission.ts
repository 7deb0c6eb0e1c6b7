/**
 * Stores requests to customer service (SUP-05). One batch writes the submission and the outbox rows of two mails: one to
 * customer service, and a receipt to the fan. A fan who gets no success message therefore knows that nothing was stored, or
 * can send the same request again, because the browser's key makes repetitions harmless.
 */
import type { SQL } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { SubmissionKind } from '../../schema/tables/submission.ts'
import type { ShopContext } from '../context.ts'
import { findSubmission, hasReachedLimit, hasReceipt, insertSubmission, type SubmissionRow } from '../db/submission.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { fingerprintOf, submissionIdOf, submissionReference } from '../domain/support/submission-id.ts'
import { enqueueOutboxRows } from './outbox.ts'
import { withinRate } from './rate-limit.ts'
import { ShopError } from './shop-error.ts'

export type NewSubmission = {
  kind: SubmissionKind
  /** The browser's random idempotency key, of 16 to 64 characters. */
  key: string
  /** The fan's full name, validated by the form's schema, because the receipt repeats it. */
  name: string
  email: string
  /** What the fan entered, without name and email address. */
  data: Record<string, unknown>
  orderId?: string | null
  /** Whether the sender has the key of the order. Strangers could otherwise use up the limits of the mailbox. */
  isBuyer?: boolean
  /** The ids of uploaded photos, which the caller has checked. */
  photos?: string[]
}

/** The receipt is not sent if the mailbox has got too many of them in a day. */
export type StoredSubmission = { id: string; reference: string; isReceiptSent: boolean }

type Sender = Pick<ShopContext, 'env' | 'db' | 'shop' | 'locale' | 'now' | 'network' | 'wideNetwork' | 'waitUntil'>

/**
 * Returns the stored submission, also if an earlier request with the same key and content has stored it. `further` adds
 * statements to the batch. They must have the condition `isStored`, and must be safe to repeat.
 *
 * Throws TOO_MANY_REQUESTS, SUBMISSION_ALREADY_SENT if the key belongs to a submission with other content, and
 * ERROR_TICKETSERVICE if a photo was deleted in the meantime. Nothing is stored then.
 */
export async function storeSubmission(
  context: Sender,
  given: NewSubmission,
  further: (isStored: SQL, submissionId: string) => SQL[] = () => [],
): Promise<StoredSubmission> {
  const { env, db, shop, locale, now } = context
  await withinRate(env.SUBMISSION_TRIES, env.SUBMISSION_TRIES_WIDE, context)
  const { kind, name, data, orderId = null, photos = [] } = given
  const email = given.email.toLowerCase()
  const id = submissionIdOf(shop.id, given.key)
  const fingerprint = fingerprintOf({ kind, name, email, data, photos })
  const mailboxKey = buyerKeyOf(email)
  const row = { id, shopId: shop.id, kind, orderId, name, email, mailboxKey, locale, data, photos, fingerprint }
  const outboxIds = { support: newId('outbox', now), receipt: newId('outbox', now) }
  const isNew = await insertSubmission(db, row, outboxIds, now, (isStored) => further(isStored, id), !given.isBuyer)
  if (isNew) context.waitUntil(enqueueOutboxRows(env, outboxIds.support, outboxIds.receipt))
  else await requireSame(context, row)
  return { id, reference: submissionReference(id), isReceiptSent: await hasReceipt(db, id) }
}

async function requireSame({ db, now }: Sender, row: SubmissionRow): Promise<void> {
  const stored = await findSubmission(db, row.id)
  if (stored?.fingerprint === row.fingerprint) return
  if (stored) throw new ShopError('SUBMISSION_ALREADY_SENT', {})
  if (await hasReachedLimit(db, row, now)) throw new ShopError('TOO_MANY_REQUESTS', {})
  throw new ShopError('ERROR_TICKETSERVICE', {})
}
