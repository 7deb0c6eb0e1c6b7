/** Mail leaves through the platform's binding. The id in the header lets whoever receives a second copy know it as one. */
import type { Env } from '../env.ts'

export type MailAttachment = {
  filename: string
  type: string
  /** Base64. */
  content: string
  /** Given where the text shows it, as cid:…; else it is a file to keep. */
  contentId?: string
}

export type Mail = {
  id: string
  to: string
  fromName: string
  subject: string
  html: string
  text: string
  attachments: MailAttachment[]
}

const FALLBACK_FROM = 'tickets@stagedoor.example'

/** Throws where the platform refuses; the outbox tries again. */
export async function sendMail(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>, mail: Mail): Promise<void> {
  await env.EMAIL.send({
    from: { email: addressOf(env.MAIL_FROM ?? FALLBACK_FROM), name: mail.fromName },
    to: mail.to,
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
}

/** `Name <address>` or an address alone. */
function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}
