/** Sends the mails of reminders: the request to confirm one, and the reminder itself, after which it is deleted (REMIND-01). */
import { openDatabase } from '../db/database.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { findReminder, forgetReminder, letReminderWait, reminderSubjects } from '../db/reminder.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import type { Env } from '../env.ts'
import { sendMail } from '../integrations/mail.ts'
import { reminderMail } from '../mail/reminder-mail.ts'

type ReminderMailRow = OutboxRow & { kind: 'mail_reminder_request' | 'mail_reminder' }

export function isReminderMail(row: OutboxRow): row is ReminderMailRow {
  return row.kind === 'mail_reminder_request' || row.kind === 'mail_reminder'
}

export async function mailReminder(env: Env, row: ReminderMailRow, timeoutMs: number, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const reminder = await findReminder(db, row.subjectId)
  // The fan has ended the reminder, or its time is over.
  if (!reminder) return
  const { kind, subjectId } = reminder
  const subject = (await reminderSubjects(db, kind, [subjectId], now)).get(subjectId)
  if (!subject || subject.state === 'over') return forgetReminder(db, reminder.id)
  const isNotice = row.kind === 'mail_reminder'
  if (isNotice && subject.state !== 'for sale') return letReminderWait(db, reminder.id)
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const mail = reminderMail({ env, shops, reminder, subject, isNotice })
  await sendMail(env, { ...mail, to: reminder.email, id: row.id }, timeoutMs)
  if (isNotice) await forgetReminder(db, reminder.id)
}
