/** Takes the money of an order's approved payment, when the buyer returns from the provider's window. */
import { openDatabase } from '../db/database.ts'
import { findOrder } from '../db/order.ts'
import { mayAskAbout, paymentsOf } from '../db/payment.ts'
import { isPayable } from '../domain/orders/order-status.ts'
import type { ProviderPayment } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import { settlePayment } from './settle.ts'
import { methodOf } from './table.ts'

const OUTCOMES = {
  paid: 'PAID',
  pending: 'PENDING',
  declined: 'DECLINED',
  failed: 'FAILED',
  expired: 'FAILED',
  missing: 'FAILED',
  open: 'OPEN',
  approved: 'OPEN',
} as const satisfies Record<ProviderPayment['state'], string>

type CaptureOutcome = (typeof OUTCOMES)[keyof typeof OUTCOMES]

/**
 * Captures the order's newest open payment. `OPEN` also means that the shop asked the provider a moment ago, so the caller
 * should repeat the call. Throws if the provider is unreachable.
 */
export async function captureOrder(env: Env, orderId: string, now: number): Promise<CaptureOutcome> {
  const db = openDatabase(env.DB)
  const [newest] = (await paymentsOf(db, orderId)).filter(
    ({ method, externalId }) => externalId !== null && methodOf(method).online?.capture,
  )
  const open = newest?.status === 'open' ? newest : null
  if (open) {
    if (!(await mayAskAbout(db, open.id, now))) return 'OPEN'
    const state = await settlePayment(env, open.id, now)
    if (state !== 'known') return OUTCOMES[state]
  }
  // The webhook or the cron may have settled the payment first.
  const whole = await findOrder(db, orderId)
  if (whole && !isPayable(whole.order)) return whole.order.paidCents > 0 ? 'PAID' : 'FAILED'
  // Without the provider's reason, the advice to choose another card is the best one.
  return newest?.status === 'failed' ? 'DECLINED' : 'FAILED'
}
