/**
 * Queues the mails about unpaid orders: to buyers who have left the provider's page, and to buyers whose bank transfer has
 * not arrived shortly before the deadline. `remind_at` of an order says when. The outbox reads the order again before it
 * sends a mail, so nobody is reminded of an order that has been paid meanwhile.
 */
import { openDatabase } from '../db/database.ts'
import { ordersToRemind, queueReminders } from '../db/payment-reminder.ts'
import type { Env } from '../env.ts'
import { methodOf } from '../payments/table.ts'
import { enqueueOutboxRows } from '../services/outbox.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

const MAX_AT_ONCE = 50

export async function remindBuyers(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.remindBuyers)
  const db = openDatabase(budget.env.DB)
  while (budget.hasLeft()) {
    const due = await ordersToRemind(db, now, MAX_AT_ONCE)
    if (due.length === 0) return
    const mails = due.map((order) => ({
      ...order,
      kind: methodOf(order.paymentMethod).holdsForDays
        ? ('mail_payment_reminder' as const)
        : ('mail_payment_open' as const),
    }))
    await enqueueOutboxRows(budget.env, ...(await queueReminders(db, mails, now)))
  }
}
