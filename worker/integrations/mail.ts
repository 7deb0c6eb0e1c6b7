/** Sends mails through Cloudflare's binding. A header contains the mail's id, so that a duplicate can be recognised. */
import type { Env } from '../env.ts'

export type MailAttachment = {
  filename: string
  type: string
  /** Base64. */
  content: string
  /** Set if the HTML shows the attachment as an image (`cid:…`). Without it, the attachment is a file. */
  contentId?: string
}

export type Mail = {
  id: string
  to: string
  /** The address that receives answers to the mail, if it is not the sender's. */
  replyTo?: string
  fromName: string
  subject: string
  html: string
  text: string
  attachments: MailAttachment[]
}

const FALLBACK_FROM = 'tickets@stagedoor.example'

/** The platform has not answered in time. It may have sent the mail, or may still send it. */
export class MailOutcomeUnknown extends Error {
  /** Settles when the platform's late answer arrives. */
  readonly outcome: Promise<unknown>

  constructor(outcome: Promise<unknown>) {
    super('the mail platform has not answered in time')
    this.outcome = outcome
  }
}

/** The platform's error codes for temporary conditions: internal errors, and the limits of the account. */
const TEMPORARY_CODES: readonly unknown[] = [
  'E_RATE_LIMIT_EXCEEDED',
  'E_DAILY_LIMIT_EXCEEDED',
  'E_INTERNAL_SERVER_ERROR',
]

/** Whether the mail platform did not answer, had an internal error, or accepts no mails for a while. */
export function isMailOutage(error: unknown): boolean {
  if (error instanceof MailOutcomeUnknown) return true
  return error instanceof Error && 'code' in error && TEMPORARY_CODES.includes(error.code)
}

/**
 * Throws the platform's error if the platform refuses the mail, and MailOutcomeUnknown if it does not answer within
 * `timeoutMs`. The outbox then retries.
 */
export async function sendMail(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>, mail: Mail, timeoutMs: number): Promise<void> {
  const sending = env.EMAIL.send({
    from: { email: addressOf(env.MAIL_FROM ?? FALLBACK_FROM), name: mail.fromName },
    to: mail.to,
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: { 'X-Stagedoor-Id': mail.id },
    attachments: mail.attachments.map(({ filename, type, content, contentId }) =>
      contentId === undefined
        ? { filename, type, content, disposition: 'attachment' as const }
        : { filename, type, content, disposition: 'inline' as const, contentId },
    ),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailOutcomeUnknown(sending)), timeoutMs)
  })
  try {
    await Promise.race([sending, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Parses `Name <address>` or a bare address. */
function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}
