/**
 * Cancels orders that were not paid in time. Before that the provider is asked once more and its page closed, so that
 * money already on its way is not met by a closed door; seats, goods and the buyer's mail follow through the outbox.
 */
import { openDatabase } from '../db/database.ts'
import { findOrder, overdueOrderIds } from '../db/order.ts'
import { cancelOverdueOrder, paymentsOf } from '../db/payment.ts'
import type { Env } from '../env.ts'
import { expireCheckout } from '../integrations/stripe.ts'
import { log } from '../services/log.ts'
import { wakeOutbox } from '../services/outbox.ts'
import { settlePayment, stockOf } from '../services/payment.ts'

const MOST_A_RUN = 50

export async function sweepOrders(env: Env, now: number): Promise<void> {
  const ids = await overdueOrderIds(openDatabase(env.DB), now, MOST_A_RUN)
  for (const id of ids) {
    try {
      await cancelIfUnpaid(env, id, now)
    } catch (error) {
      log('warn', 'order not swept', { order: id, error: error instanceof Error ? error.message : String(error) })
    }
  }
  if (ids.length > 0) await wakeOutbox(env)
}

async function cancelIfUnpaid(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const payment of await paymentsOf(db, orderId)) {
    if (payment.status !== 'open' || payment.externalId === null) continue
    await expireCheckout(env, payment.externalId)
    await settlePayment(env, payment.id, now)
  }
  const whole = await findOrder(db, orderId)
  if (whole?.order.status === 'payment_pending') await cancelOverdueOrder(db, whole.order, stockOf(whole.items), now)
}
