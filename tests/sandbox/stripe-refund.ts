/**
 * Simulates Stripe's refunds, with the fields that Stripe documents and the states pending, succeeded and failed. A refund
 * that has succeeded may still fail, if the bank sends the money back. Tests set the initial status of new refunds through
 * /control/refunds.
 */
import { invalidRequest } from './stripe-error.ts'
import { emitEvent, oneNotice } from './stripe-event.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { Charge, Metadata, SandboxContext } from './stripe-payment.ts'

type RefundStatus = 'pending' | 'succeeded' | 'failed'

const newRefund = (
  charge: Charge,
  amount: number,
  reason: string | null,
  metadata: Metadata,
  status: RefundStatus,
) => ({
  id: `re_3${randomText(23)}`,
  object: 'refund',
  amount,
  balance_transaction: `txn_3${randomText(23)}`,
  charge: charge.id,
  created: nowSeconds(),
  currency: charge.currency,
  ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  metadata,
  payment_intent: charge.payment_intent,
  reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null,
})

export type Refund = ReturnType<typeof newRefund>

const euros = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount / 100)

/**
 * Refunds `request.amount` cents, by default the amount of the charge that is not yet refunded. Throws if the charge has
 * failed or less than `request.amount` is left. Emits refund.created, and then charge.refunded or refund.failed.
 */
export const refundCharge = (
  context: SandboxContext,
  charge: Charge,
  request: { amount: number | undefined; reason: string | null; metadata: Metadata },
): Refund => {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has failed and cannot be refunded.`, 'charge')
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  }
  const amount = request.amount ?? left
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${euros(amount, charge.currency)}) is greater than unrefunded amount on charge (${euros(left, charge.currency)})`,
      'amount',
    )
  }
  const { store, delivery } = context
  const begins = store.setting('refundStatusOf')[charge.payment_intent] ?? store.setting('refundStatus')
  const refund = newRefund(charge, amount, request.reason, request.metadata, begins)
  store.put(refund)
  emitEvent(store, delivery, 'refund.created', refund, oneNotice)
  if (refund.status === 'failed') emitEvent(store, delivery, 'refund.failed', refund, oneNotice)
  else emitEvent(store, delivery, 'charge.refunded', countRefund(context, charge, amount), oneNotice)
  return refund
}

const countRefund = (context: SandboxContext, charge: Charge, amount: number): Charge => {
  const amountRefunded = charge.amount_refunded + amount
  const counted = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
  context.store.put(counted)
  return counted
}

/** Applies the bank's answer to a refund. Emits refund.updated, and also refund.failed if the refund has failed. */
export const finishRefund = (context: SandboxContext, refund: Refund, status: 'succeeded' | 'failed'): Refund =>
  context.store.transaction(() => {
    const { store, delivery } = context
    const decided: Refund = {
      ...refund,
      status,
      ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
    }
    store.put(decided)
    const charge = store.get<Charge>('charge', refund.charge)
    if (status === 'failed' && charge && refund.status !== 'failed') countRefund(context, charge, -refund.amount)
    emitEvent(store, delivery, 'refund.updated', decided, oneNotice)
    if (status === 'failed') emitEvent(store, delivery, 'refund.failed', decided, oneNotice)
    return decided
  })
