/**
 * Cancels orders that were not paid in time. Orders without an open page at a provider are cancelled first and wait for
 * no provider. If an order has such a page, the job expires the page before it cancels the order. If the page was already
 * closed, the job asks the provider about the payment, so that a payment in progress is not lost. If `isSpecial` is
 * true for an order, services/cancellation decides whether the order is settled, or cancelled and refunded. After a
 * cancellation, the outbox releases the seats and mails the buyer.
 */
import { type Database, openDatabase } from '../db/database.ts'
import { cancelOverdueOrders, findOverdueOrders, type OverdueOrder, postponeDue } from '../db/overdue-order.ts'
import type { Env } from '../env.ts'
import { settlePayment } from '../payments/settle.ts'
import { methodOf } from '../payments/table.ts'
import { decideOverdueOrder } from '../services/cancellation.ts'
import { log, reasonOf } from '../services/log.ts'
import { enqueueOutboxRows, wakeOutbox } from '../services/outbox.ts'
import { JOB_STATEMENTS, type JobBudget, startBudget } from './job-budget.ts'
import { ProviderCalls } from './provider-calls.ts'

const MAX_AT_ONCE = 50
const CALLS_AT_ONCE = 3
/** The pause before the next try for an order that was not cancelled, for example because a payment is in progress. */
const NEXT_TRY_MS = 5 * 60_000

/** Each order is handled once per run: afterwards it is no longer pending, or it is due after `now`. */
export async function sweepOrders(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.sweepOrders)
  const calls = new ProviderCalls(budget, CALLS_AT_ONCE)
  while (budget.hasLeft()) {
    const overdue = await findOverdueOrders(openDatabase(budget.env.DB), now, MAX_AT_ONCE)
    if (overdue.length === 0) return
    await sweep(budget, calls, overdue, now)
  }
}

async function sweep(budget: JobBudget, calls: ProviderCalls, overdue: OverdueOrder[], now: number): Promise<void> {
  const db = openDatabase(budget.env.DB)
  const special = overdue.filter(isSpecial)
  const withoutPage = overdue.filter((order) => !isSpecial(order) && order.openPayments.length === 0)
  const withPage = overdue.filter((order) => !isSpecial(order) && order.openPayments.length > 0)
  await cancel(budget, db, withoutPage, now)
  await decideEach(budget, special, now)
  const unpaid = new Set<OverdueOrder>()
  const asked = new Set<OverdueOrder>()
  await calls.askAbout(
    withPage,
    async (order) => {
      asked.add(order)
      if (await isFinallyUnpaid(budget, order)) unpaid.add(order)
    },
    (order, error) => log('warn', 'order not swept', { order: order.id, error: reasonOf(error) }),
  )
  await cancel(budget, db, [...unpaid], now)
  const waiting = withPage.filter((order) => !unpaid.has(order) && (asked.has(order) || calls.isUnreachable()))
  await postponeDue(
    db,
    waiting.map(({ id }) => id),
    now + NEXT_TRY_MS,
  )
}

/** Whether the order is binding and costs nothing, or is paid in part and contains a cancelled event. */
function isSpecial({ totalCents, paidCents, isReserved, isCalledOff }: OverdueOrder): boolean {
  return (totalCents === 0 && !isReserved) || (isCalledOff && paidCents > 0)
}

async function decideEach({ env, now: clock, hasLeft }: JobBudget, orders: OverdueOrder[], now: number): Promise<void> {
  const ids: string[] = []
  for (const { id } of orders) {
    if (!hasLeft()) break
    ids.push(id)
    try {
      await decideOverdueOrder(env, id, clock())
      await wakeOutbox(env, id)
    } catch (error) {
      log('warn', 'order not swept', { order: id, error: reasonOf(error) })
    }
  }
  await postponeDue(openDatabase(env.DB), ids, now + NEXT_TRY_MS)
}

/** Expires the payment pages of an order. Returns true if no payment was made, and none can be made any more. */
async function isFinallyUnpaid({ env, now }: JobBudget, order: OverdueOrder): Promise<boolean> {
  for (const payment of order.openPayments) {
    if (await methodOf(payment.method).online?.expire(env, payment.externalId)) continue
    const state = await settlePayment(env, payment.id, now())
    // A bank may take days to confirm a payment. While the payment is pending, the order is not cancelled.
    if (state === 'pending' || state === 'paid') return false
  }
  return true
}

/** Cancels all orders in one batch. If it fails, cancels them one by one, so that one order cannot stop the others. */
async function cancel(budget: JobBudget, db: Database, orders: OverdueOrder[], now: number): Promise<void> {
  if (orders.length === 0) return
  try {
    await enqueueOutboxRows(budget.env, ...(await cancelOverdueOrders(db, orders, now)))
  } catch (error) {
    if (orders.length > 1) {
      for (const order of orders) if (budget.hasLeft()) await cancel(budget, db, [order], now)
      return
    }
    const ids = orders.map(({ id }) => id)
    log('warn', 'order not swept', { order: ids.join(), error: reasonOf(error) })
    await postponeDue(db, ids, now + NEXT_TRY_MS)
  }
}
