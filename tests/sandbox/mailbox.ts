/**
 * A mail server that stores mails instead of sending them. It accepts the messages of Cloudflare's EMAIL.send, with
 * attachments as base64. Several deliveries with the same header X-Stagedoor-Id are listed as one mail.
 */
import { z } from 'zod'
import type { Store } from './store.ts'
import { randomText } from './stripe-id.ts'

const address = z.union([z.string(), z.object({ email: z.string(), name: z.string().optional() })])
const addresses = z.union([address, z.array(address).min(1)])

const mailMessage = z.object({
  from: address,
  to: addresses,
  cc: addresses.optional(),
  bcc: addresses.optional(),
  replyTo: address.optional(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(
      z.object({
        filename: z.string(),
        type: z.string(),
        disposition: z.enum(['attachment', 'inline']),
        content: z.base64(),
        contentId: z.string().optional(),
      }),
    )
    .optional(),
})

type MailMessage = z.infer<typeof mailMessage>

export type Mail = { id: string; receivedAt: number; deliveries: number; recipients: string[]; message: MailMessage }

type MailRow = { id: string; received_at: number; deliveries: number; recipients: string; message: string }

/** A rejection with an error code of Cloudflare's email binding. */
type MailRefusal = { code: string; message: string }

const emailOf = (value: z.infer<typeof address>): string => {
  const text = typeof value === 'string' ? value : value.email
  return /<([^>]+)>\s*$/.exec(text)?.[1] ?? text.trim()
}

/** Returns the addresses as one text for display. An address with a name becomes `Name <address>`. */
export const addressText = (value: z.infer<typeof addresses>): string =>
  (Array.isArray(value) ? value : [value])
    .map((one) => (typeof one === 'string' ? one : one.name ? `${one.name} <${one.email}>` : one.email))
    .join(', ')

const mailOf = (row: MailRow): Mail => ({
  id: row.id,
  receivedAt: row.received_at,
  deliveries: row.deliveries,
  recipients: JSON.parse(row.recipients) as string[],
  message: JSON.parse(row.message) as MailMessage,
})

const headerOf = (message: MailMessage, name: string): string | null =>
  Object.entries(message.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1] ?? null

/** Stores the message, or returns why it is rejected. A further delivery with the same X-Stagedoor-Id is only counted. */
export const receiveMail = (store: Store, given: unknown): { messageId: string } | MailRefusal => {
  if (store.takeFailure('mailFailures')) {
    return { code: 'E_DELIVERY_FAILED', message: 'The message could not be delivered (demanded by /control/mail).' }
  }
  const parsed = mailMessage.safeParse(given)
  if (!parsed.success) return { code: 'E_VALIDATION_ERROR', message: z.prettifyError(parsed.error) }
  const message = parsed.data
  if (message.html === undefined && message.text === undefined) {
    return { code: 'E_FIELD_MISSING', message: 'Either html or text must be given.' }
  }
  const recipients = [message.to, message.cc ?? [], message.bcc ?? []].flat().map(emailOf)
  const wrong = [emailOf(message.from), ...recipients].find((email) => !/^[^\s@]+@[^\s@]+$/.test(email))
  if (wrong !== undefined) return { code: 'E_VALIDATION_ERROR', message: `Invalid email address: ${wrong}` }
  const row = store.first<{ id: string }>(
    `INSERT INTO mails (id, dedupe_id, recipients, received_at, message) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (dedupe_id) DO UPDATE SET deliveries = deliveries + 1 RETURNING id`,
    `mail_${randomText(16)}`,
    headerOf(message, 'x-stagedoor-id'),
    JSON.stringify(recipients.map((email) => email.toLowerCase())),
    Date.now(),
    JSON.stringify(message),
  )
  return { messageId: `<${row?.id}@sandbox.localhost>` }
}

/**
 * Returns at most `limit` mails, newest first. `to` is compared with whole addresses, without regard to case. Without `to`,
 * returns the mails to all recipients.
 */
export const listMails = (store: Store, to: string | null, limit = 500): Mail[] => {
  const rows = to
    ? store.all<MailRow>(
        'SELECT * FROM mails WHERE EXISTS (SELECT 1 FROM json_each(recipients) WHERE value = ?) ORDER BY seq DESC LIMIT ?',
        to.trim().toLowerCase(),
        limit,
      )
    : store.all<MailRow>('SELECT * FROM mails ORDER BY seq DESC LIMIT ?', limit)
  return rows.map(mailOf)
}

export const findMail = (store: Store, id: string): Mail | undefined => {
  const row = store.first<MailRow>('SELECT * FROM mails WHERE id = ?', id)
  return row && mailOf(row)
}

/** Returns the 20 recipients with the most mails, and the number of mails of each. */
export const mailRecipients = (store: Store): { email: string; count: number }[] =>
  store.all<{ email: string; count: number }>(
    'SELECT value AS email, count(*) AS count FROM mails, json_each(recipients) GROUP BY value ORDER BY count DESC, value LIMIT 20',
  )
