/** Sends the mails about a submission to customer service. */
import { openDatabase } from '../db/database.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import { findReply, findSubmission } from '../db/submission.ts'
import type { Env } from '../env.ts'
import { sendMail } from '../integrations/mail.ts'
import { mailBase } from '../mail/brand.ts'
import type { WrittenMail } from '../mail/order-mail.ts'
import { receiptMail, replyMail, supportMail } from '../mail/submission-mail.ts'

type SubmissionMailKind = 'mail_submission_support' | 'mail_submission_receipt' | 'mail_submission_reply'

export function isSubmissionMail(row: OutboxRow): row is OutboxRow & { kind: SubmissionMailKind } {
  return row.kind.startsWith('mail_submission_')
}

/** Does nothing if the submission has been deleted, or if customer service has no address. Throws if the mail fails. */
export async function mailSubmission(
  env: Env,
  row: OutboxRow & { kind: SubmissionMailKind },
  timeoutMs: number,
  now: number,
): Promise<void> {
  const db = openDatabase(env.DB)
  const submission = await findSubmission(db, row.subjectId)
  if (!submission) return
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const shop = shops.find(({ id }) => id === submission.shopId)
  if (!shop) throw new Error(`submission ${submission.id} has no shop`)
  const sender = { shop, base: mailBase(shop, shops, env) }
  const support = env.SUPPORT_MAIL || undefined
  const sendToFan = (mail: WrittenMail) =>
    sendMail(
      env,
      { ...mail, ...(support === undefined ? {} : { replyTo: support }), to: submission.email, id: row.id },
      timeoutMs,
    )
  switch (row.kind) {
    case 'mail_submission_support':
      if (support === undefined) return
      return sendMail(env, { ...supportMail(submission, sender), to: support, id: row.id }, timeoutMs)
    case 'mail_submission_receipt':
      return sendToFan(await receiptMail(submission, sender))
    case 'mail_submission_reply': {
      const reply = await findReply(db, row.discriminator)
      if (reply) await sendToFan(replyMail(submission, sender, reply))
    }
  }
}
