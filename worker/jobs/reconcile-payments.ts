/** Finds payments that no webhook told of: asks the provider about open ones, the longest unasked first, ever more rarely. */
import { openDatabase } from '../db/database.ts'
import { closePayment, paymentsToCheck } from '../db/payment.ts'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import { settlePayment } from '../services/payment.ts'

const MOST_A_RUN = 50
const FIRST_AFTER_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** A payment that never got a page at the provider cannot have been paid. */
const NEVER_STARTED_MS = 2 * 3_600_000

export async function reconcilePayments(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const payment of await paymentsToCheck(db, now - FIRST_AFTER_MS, MOST_A_RUN)) {
    const pause = Math.min(LONGEST_PAUSE_MS, (payment.checkedAt - payment.createdAt) / 2)
    if (payment.checkedAt + pause > now) continue
    try {
      if (payment.externalId === null) {
        if (payment.createdAt + NEVER_STARTED_MS < now) await closePayment(db, payment.id, 'failed', now)
      } else await settlePayment(env, payment.id, now)
    } catch (error) {
      log('warn', 'payment not reconciled', {
        payment: payment.id,
        error: error instanceof Error ? error.message : String(error),
      })
    }
  }
}
