/**
 * Takes the money of payments that the buyer has approved at the provider. The shop takes it only while the payment is open
 * and its order may be paid, so nobody pays for an order that was cancelled meanwhile. Every way to settle a payment leads
 * here: the buyer's page, the webhook, the cron and the sweep of unpaid orders.
 */
import type { Database } from '../db/database.ts'
import { eventsOf, findOrder } from '../db/order.ts'
import { claimCapture, type Payment } from '../db/payment.ts'
import { hasCancelledEvent } from '../domain/orders/order-status.ts'
import type { ProviderPayment } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import type { OnlinePayment } from './method.ts'

/** While a capture runs, the sweep does not cancel its order. A request to the provider takes at most half of this time. */
const CAPTURE_MS = 60_000

/** Reads the payment's state, and captures the money if the buyer has approved it. Throws if the state is unknown. */
export async function readAndCapture(
  env: Env,
  db: Database,
  payment: Payment,
  online: OnlinePayment,
  externalId: string,
  now: number,
): Promise<ProviderPayment> {
  const found = await online.read(env, externalId)
  if (found.state === 'missing' && online.forgetsUnpaid && (payment.expiresAt ?? now) <= now)
    return { state: 'expired' }
  if (found.state !== 'approved' || !online.capture) return found
  // A payment whose id was not stored may have been opened for another amount.
  if (payment.externalId !== externalId || !(await mayCapture(db, payment, now))) return found
  const taken = await online.capture(env, { externalId, paymentId: payment.id })
  if (taken.state === 'declined' || taken.state === 'failed')
    log('warn', 'payment not captured', { payment: payment.id, order: payment.orderId, state: taken.state })
  return taken
}

/** Claims the order for the capture; returns false if the order must not be paid any more. */
async function mayCapture(db: Database, payment: Payment, now: number): Promise<boolean> {
  const whole = await findOrder(db, payment.orderId)
  if (!whole || hasCancelledEvent(await eventsOf(db, whole.items))) return false
  return claimCapture(db, payment, now + CAPTURE_MS)
}
