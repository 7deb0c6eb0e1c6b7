/** Sends one mail about an order, as the outbox does. */
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { drainOutbox } from './drain-outbox.ts'
import { addOutboxRow, isolatedEnv, mailsWithId, type SentMail } from './payment-helpers.ts'

export async function mailOf(kind: OutboxKind, subjectId: string): Promise<SentMail> {
  const { env, mails } = isolatedEnv()
  const id = await addOutboxRow(kind, subjectId)
  await drainOutbox(env, Date.now())
  const [mail] = mailsWithId(mails, id)
  if (!mail) throw new Error(`no ${kind}`)
  return mail
}
