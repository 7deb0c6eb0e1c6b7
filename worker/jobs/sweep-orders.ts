/**
 * Cancels orders that were not paid in time. Before that the provider's page is closed and the provider asked once more,
 * so that money already on its way is not met by a closed door; seats and the buyer's mail follow through the outbox.
 */
import { openDatabase } from '../db/database.ts'
import { findOrder, overdueOrderIds } from '../db/order.ts'
import { paymentsOf } from '../db/payment.ts'
import { cancelOverdueOrder, postponeDue } from '../db/settlement.ts'
import type { Env } from '../env.ts'
import { expireCheckout } from '../integrations/stripe.ts'
import { log, reasonOf } from '../services/log.ts'
import { wakeOutbox } from '../services/outbox.ts'
import { settlePayment, stockOf } from '../services/payment.ts'

const MOST_A_RUN = 50
/** How long an order is kept whose payment nobody could ask about, or is under way. */
const NEXT_TRY_MS = 5 * 60_000

export async function sweepOrders(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const id of await overdueOrderIds(db, now, MOST_A_RUN)) {
    try {
      await cancelIfUnpaid(env, id, now)
      await wakeOutbox(env, id)
    } catch (error) {
      log('warn', 'order not swept', { order: id, error: reasonOf(error) })
      await postponeDue(db, id, now + NEXT_TRY_MS)
    }
  }
}

async function cancelIfUnpaid(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const payment of await paymentsOf(db, orderId)) {
    if (payment.status !== 'open' || payment.externalId === null) continue
    await expireCheckout(env, payment.externalId)
    // A bank's answer may take days; while money is under way the order waits for it.
    if ((await settlePayment(env, payment.id, now)) === 'pending') return postponeDue(db, orderId, now + NEXT_TRY_MS)
  }
  const whole = await findOrder(db, orderId)
  if (whole?.order.status === 'payment_pending') await cancelOverdueOrder(db, whole.order, stockOf(whole.items), now)
}
