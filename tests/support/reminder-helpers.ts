/** Asks for reminders as a fan does, and reads their mails. */
import { expect } from 'vitest'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'
import { queueReminders } from '../../worker/jobs/queue-reminders.ts'
import { isolatedEnv, type SentMail } from './payment-helpers.ts'
import { Visitor } from './shop-world.ts'

export const newEmail = () => `ida-${crypto.randomUUID()}@example.org`

export function askForReminder(input: Record<string, unknown>, visitor = new Visitor(), locale = 'de') {
  return visitor.run('RequestReminder', { input }, locale)
}

/** Runs the job and sends the mails at `now`. Returns the mails to the address. */
export async function reminderMailsAt(now: number, to: string): Promise<SentMail[]> {
  const { env, mails } = isolatedEnv()
  await queueReminders(env, now)
  await drainLane(env, 'mail', now)
  return mails.filter((mail) => mail.to === to)
}

export function reminderKeyIn(mail: SentMail | undefined): string {
  return /\/reminder\?key=([0-9a-f]{32})&/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Asks for the reminder and confirms it. Returns its key. */
export async function confirmedReminder(input: Record<string, unknown> & { email: string }): Promise<string> {
  expect((await askForReminder(input)).code).toBeNull()
  const [mail] = await reminderMailsAt(Date.now(), input.email)
  const key = reminderKeyIn(mail)
  expect((await new Visitor().run('ConfirmReminder', { key })).code).toBeNull()
  return key
}
