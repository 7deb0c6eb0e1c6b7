/** Reads the mails that the local shop has sent, from the mailbox of the sandbox. */
import { setTimeout as wait } from 'node:timers/promises'

export type ReceivedMail = {
  subject: string
  text: string
  html?: string
  attachments?: { filename: string; type: string; content: string; contentId?: string }[]
}

const MAIL_WAIT_MS = 40_000
const POLL_MS = 250

/** Returns all mails to an address, the newest first. */
export async function mailsTo(mailbox: string, email: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${mailbox}.json?to=${encodeURIComponent(email)}`)
  if (!answer.ok) throw new Error(`the mailbox answers ${answer.status}`)
  const { data } = (await answer.json()) as { data: { message: ReceivedMail }[] }
  return data.map(({ message }) => message)
}

/** Waits for the first mail to an address. */
export async function latestMail(mailbox: string, email: string): Promise<ReceivedMail> {
  const deadline = Date.now() + MAIL_WAIT_MS
  for (;;) {
    const [mail] = await mailsTo(mailbox, email)
    if (mail) return mail
    if (Date.now() > deadline) throw new Error(`no mail to ${email}`)
    await wait(POLL_MS)
  }
}
