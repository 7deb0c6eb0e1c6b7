/**
 * Finds the notices that a provider could not deliver to the webhook, for example because the webhook was unreachable or
 * its secret was wrong. Each notice becomes a message of the queue, whose consumers run in parallel, each with its own limit
 * of statements. A single cron run could apply only a few dozen notices.
 */
import { openDatabase } from '../db/database.ts'
import { finishJobRun, takeJobRun } from '../db/job-run.ts'
import { unknownProviderEvents } from '../db/payment.ts'
import type { OnlineProviderId, ProviderNotice } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import { inParallel } from '../parallel.ts'
import type { ProviderAccount } from '../payments/method.ts'
import { PROVIDER_ACCOUNTS } from '../payments/table.ts'
import { log, reasonOf } from '../services/log.ts'
import { sendToQueue } from '../services/outbox.ts'
import { applyNotice } from '../services/provider-notice.ts'
import { type JobBudget, startBudget } from './job-budget.ts'

const JOB = 'recover_notices'
/**
 * Crons start at most once a minute, and a paid order must not wait that long. Each cron run therefore also schedules a run
 * in the middle of the minute.
 */
const SECOND_RUN_SECONDS = 30
/** Keeps crons that arrive twice, or more often than once a minute, from asking the providers too often. */
const SHORTEST_PAUSE_MS = 15_000
/** A paid order must not wait long for the next run if a run dies. */
const LEASE_MS = 60_000
/** A notice that could not be applied is tried again for this time. After that, `reconcilePayments` finds the payment. */
const WINDOW_MS = 3_600_000
/** The largest window, after the job has not run for some time. Stripe repeats a notice for three days itself. */
const LARGEST_WINDOW_MS = 3 * 86_400_000
const STATEMENTS = 40
const NOTICES_AT_ONCE = 4

export type NoticeMessage = { provider: OnlineProviderId; notice: ProviderNotice }

/** Runs the job, and schedules a second run. The cron calls this function. */
export async function recoverNoticesTwice(env: Env, now: number): Promise<void> {
  await sendToQueue(env, [{ body: { task: JOB }, delaySeconds: SECOND_RUN_SECONDS }])
  await recoverNotices(env, now)
}

/** Enqueues the undelivered notices of all providers that are not applied yet. */
export async function recoverNotices(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, STATEMENTS)
  const db = openDatabase(budget.env.DB)
  const run = await takeJobRun(db, JOB, now, LEASE_MS)
  if (!run) return
  let recoveredUntil = now
  const since = Math.max(now - LARGEST_WINDOW_MS, Math.min(now - WINDOW_MS, Number(run.cursor) || now))
  for (const account of Object.values<ProviderAccount>(PROVIDER_ACCOUNTS)) {
    if (!account.hasWebhookSecret(env)) continue
    try {
      const listed = await account.listNotices(env, since)
      const unknown = new Set(
        await unknownProviderEvents(
          db,
          listed.map(({ id }) => id),
        ),
      )
      // The provider lists the newest notice first. The oldest payment has waited longest.
      const missed = listed.filter(({ id }) => unknown.has(id)).reverse()
      if (missed.length === 0) continue
      log('warn', 'provider could not deliver notices', { provider: account.id, notices: missed.length })
      await enqueueNotices(
        env,
        missed.map((notice) => ({ provider: account.id, notice })),
      )
    } catch (error) {
      recoveredUntil = since
      log('warn', 'notices not recovered', { provider: account.id, error: reasonOf(error) })
    }
  }
  await finishJobRun(db, JOB, now + SHORTEST_PAUSE_MS, String(recoveredUntil))
}

/**
 * Applies the notices of a queue batch. If one fails, the next run of the job finds it again. Notices beyond the budget are
 * enqueued again.
 */
export async function applyNotices(messages: readonly NoticeMessage[], budget: JobBudget): Promise<void> {
  const left: NoticeMessage[] = []
  await inParallel(messages, NOTICES_AT_ONCE, async (message) => {
    const { provider, notice } = message
    if (!budget.hasLeft()) {
      left.push(message)
      return
    }
    try {
      await applyNotice(budget.env, PROVIDER_ACCOUNTS[provider], notice, budget.now())
    } catch (error) {
      log('warn', 'recovered notice not applied', { provider, notice: notice.id, error: reasonOf(error) })
    }
  })
  await enqueueNotices(budget.env, left)
}

function enqueueNotices(env: Env, notices: NoticeMessage[]): Promise<void> {
  return sendToQueue(
    env,
    notices.map((body) => ({ body })),
  )
}
