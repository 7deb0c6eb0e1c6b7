/**
 * The jobs of the cron. They run in parallel, each with its own budget and within a common budget. A provider that does
 * not answer delays only the job that calls it. The error of a job is logged and does not affect the other jobs.
 */
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { auditWhenDue } from './audit-books.ts'
import { checkAvailability } from './check-availability.ts'
import { drainLane } from './drain-outbox.ts'
import { INVOCATION_STATEMENTS, startBudget } from './job-budget.ts'
import { purgeWhenDue } from './purge-contact-data.ts'
import { queueReminders } from './queue-reminders.ts'
import { reconcilePayments, reconcileRefunds } from './reconcile-payments.ts'
import { recoverNoticesTwice } from './recover-notices.ts'
import { refreshPasses } from './refresh-passes.ts'
import { releaseRefundsInTime } from './release-refunds.ts'
import { remindBuyers } from './remind-buyers.ts'
import { sweepOrders } from './sweep-orders.ts'

export type Job = (env: Env, now: number) => Promise<void>

const JOBS: Record<string, Job> = {
  recoverNoticesTwice,
  reconcilePayments,
  reconcileRefunds,
  releaseRefundsInTime,
  sweepOrders,
  remindBuyers,
  queueReminders,
  drainSeats: (env, now) => drainLane(env, 'seats', now),
  drainRefunds: (env, now) => drainLane(env, 'refunds', now),
  drainMail: (env, now) => drainLane(env, 'mail', now),
  drainLists: (env, now) => drainLane(env, 'lists', now),
  refreshPasses,
  checkAvailability,
  purgeWhenDue,
  auditWhenDue,
}

export async function runJobs(env: Env, now: number, jobs: Record<string, Job> = JOBS): Promise<void> {
  const common = startBudget(env, now, INVOCATION_STATEMENTS)
  await Promise.all(
    Object.entries(jobs).map(async ([name, job]) => {
      try {
        await job(common.env, now)
      } catch (error) {
        log('error', 'job failed', { job: name, error: reasonOf(error) })
      }
    }),
  )
}
