/**
 * Finds payments that no webhook reported. It asks the provider about open payments and, for some days, about failed
 * ones. It starts with the payments that were checked longest ago. The pauses between the checks of a payment grow.
 */
import { openDatabase } from '../db/database.ts'
import { closePayment, findPayment, type Payment, takeFailedPayments, takePaymentsToCheck } from '../db/payment.ts'
import { type Refund, takeRefundsToCheck } from '../db/refund.ts'
import type { Env } from '../env.ts'
import { settlePayment } from '../payments/settle.ts'
import { methodOf } from '../payments/table.ts'
import { log, reasonOf } from '../services/log.ts'
import { followRefunds } from '../services/refund.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'
import { ProviderCalls } from './provider-calls.ts'

/** Small, because a run may end before it has checked all payments that it took. The rest then wait for another run. */
const MAX_AT_ONCE = 10
/** Each step also checks some failed payments, so that many open payments of a presale do not delay them. */
const MAX_FAILED_AT_ONCE = 2
const CALLS_AT_ONCE = 2
/** A payment that still has no page at the provider after this time was never shown to a buyer. */
const NEVER_STARTED_MS = 10 * 60_000
/** The pause between two checks of a refund. A refund may take the provider days. */
const REFUND_PAUSE_MS = 3_600_000

/** Each payment is checked at most once per run: when a run takes it, its next check becomes due after `now`. */
export async function reconcilePayments(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.reconcilePayments)
  const db = openDatabase(budget.env.DB)
  const calls = new ProviderCalls(budget, CALLS_AT_ONCE)
  const check = async (payment: Payment) => {
    if (payment.externalId !== null) await settlePayment(budget.env, payment.id, budget.now())
    else if (payment.createdAt + NEVER_STARTED_MS < now) await closePayment(db, payment.id, 'failed', now)
  }
  while (calls.mayAsk()) {
    const payments = [
      ...(await takePaymentsToCheck(db, now, MAX_AT_ONCE)),
      ...(await takeFailedPayments(db, now, MAX_FAILED_AT_ONCE)),
    ]
    if (payments.length === 0) return
    await calls.askAbout(payments, check, (payment, error) =>
      log('warn', 'payment not reconciled', { payment: payment.id, error: reasonOf(error) }),
    )
  }
}

/** Finds the outcome of refunds that no webhook reported. */
export async function reconcileRefunds(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.reconcileRefunds)
  const db = openDatabase(budget.env.DB)
  const calls = new ProviderCalls(budget, 1)
  const check = async ({ paymentId }: Refund) => {
    const payment = paymentId === null ? null : await findPayment(db, paymentId)
    const account = payment && methodOf(payment.method).online?.account
    if (account && payment.captureId)
      await followRefunds(budget.env, account, payment.captureId, payment.id, budget.now())
  }
  while (calls.mayAsk()) {
    const refunds = await takeRefundsToCheck(db, now, REFUND_PAUSE_MS, MAX_AT_ONCE)
    if (refunds.length === 0) return
    await calls.askAbout(refunds, check, (refund, error) =>
      log('warn', 'refund not reconciled', { refund: refund.id, error: reasonOf(error) }),
    )
  }
}
