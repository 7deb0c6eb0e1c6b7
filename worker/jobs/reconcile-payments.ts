/** Finds payments that no webhook told of: asks the provider about open ones, the longest unasked first, ever more rarely. */
import { openDatabase } from '../db/database.ts'
import { closePayment, takePaymentsToCheck } from '../db/payment.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { settlePayment } from '../services/payment.ts'

const MOST_A_RUN = 50
/** A payment that by then has no page at the provider was never shown to anybody. */
const NEVER_STARTED_MS = 10 * 60_000

export async function reconcilePayments(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const payment of await takePaymentsToCheck(db, now, MOST_A_RUN)) {
    try {
      if (payment.externalId !== null) await settlePayment(env, payment.id, now)
      else if (payment.createdAt + NEVER_STARTED_MS < now) await closePayment(db, payment.id, 'failed', now)
    } catch (error) {
      log('warn', 'payment not reconciled', {
        payment: payment.id,
        error: reasonOf(error),
      })
    }
  }
}
