/**
 * Queues the mails of confirmed reminders whose goods are back in stock, whose presale has begun, or whose sold-out concert has
 * free tickets. The outbox looks at the subject again before it sends a mail. Of those who wait for tickets, each run writes
 * only to some, the longest waiting first, because a few returned tickets are gone before a thousand mails have arrived.
 */
import { REMINDER_KINDS } from '../../schema/rules/reminder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { awaitedSubjectIds, queueReminderMails, reminderSubjects } from '../db/reminder.ts'
import type { Env } from '../env.ts'
import { enqueueOutboxRows } from '../services/outbox.ts'
import { eventsWithTickets } from '../services/reminder.ts'
import { JOB_STATEMENTS, type JobBudget, startBudget } from './job-budget.ts'

const SUBJECTS_AT_ONCE = 500
const MAILS_AT_ONCE = 100
const EVENTS_AT_ONCE = 10
/** Not everyone who waited still wants the ticket, or sees the mail in time. */
const MAILS_PER_TICKET = 5

/** The database knows the availability of some minutes ago, so the events themselves are asked, some at a time. */
async function withTickets(budget: JobBudget, db: Database, ids: string[]): Promise<Map<string, number>> {
  const free = new Map<string, number>()
  for (let start = 0; start < ids.length && budget.hasLeft(); start += EVENTS_AT_ONCE) {
    const some = ids.slice(start, start + EVENTS_AT_ONCE)
    for (const [id, tickets] of await eventsWithTickets(budget.env, db, some, budget.now())) free.set(id, tickets)
  }
  return free
}

export async function queueReminders(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.queueReminders)
  const db = openDatabase(budget.env.DB)
  for (const kind of REMINDER_KINDS) {
    let after = ''
    while (budget.hasLeft()) {
      const ids = await awaitedSubjectIds(db, kind, after, SUBJECTS_AT_ONCE)
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
      const subjects = await reminderSubjects(db, kind, ids, now)
      const known = ids.filter((id) => subjects.get(id)?.state === 'for sale')
      if (kind === 'tickets') {
        for (const [id, tickets] of await withTickets(budget, db, known)) {
          const mails = Math.min(MAILS_AT_ONCE, tickets * MAILS_PER_TICKET)
          await enqueueOutboxRows(budget.env, ...(await queueReminderMails(db, kind, [id], mails, now)))
        }
        continue
      }
      let queued = known.length > 0 ? MAILS_AT_ONCE : 0
      while (queued === MAILS_AT_ONCE && budget.hasLeft()) {
        const outboxIds = await queueReminderMails(db, kind, known, MAILS_AT_ONCE, now)
        await enqueueOutboxRows(budget.env, ...outboxIds)
        queued = outboxIds.length
      }
    }
  }
}
