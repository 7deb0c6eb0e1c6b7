/**
 * Refunds: the object as published and its states (pending → succeeded or failed; a bank may return one that succeeded).
 * How the next refunds begin is set by the control address.
 */
import { invalidRequest } from './stripe-error.ts'
import { emitEvent, toldOnce } from './stripe-event.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { Charge, Metadata, PaymentDesk } from './stripe-payment.ts'

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
 * `amount` in cents, or all that is left. Throws when more would go back than came in. Tells refund.created, and
 * charge.refunded or refund.failed.
 */
export const refundCharge = (
  desk: PaymentDesk,
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
  const { store, delivery } = desk
  const begins = store.setting('refundStatusOf')[charge.payment_intent] ?? store.setting('refundStatus')
  const refund = newRefund(charge, amount, request.reason, request.metadata, begins)
  store.put(refund)
  emitEvent(store, delivery, 'refund.created', refund, toldOnce)
  if (refund.status === 'failed') emitEvent(store, delivery, 'refund.failed', refund, toldOnce)
  else emitEvent(store, delivery, 'charge.refunded', countRefund(desk, charge, amount), toldOnce)
  return refund
}

const countRefund = (desk: PaymentDesk, charge: Charge, amount: number): Charge => {
  const amountRefunded = charge.amount_refunded + amount
  const counted = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
  desk.store.put(counted)
  return counted
}

/** The bank's answer to a refund. Tells refund.updated, and refund.failed where the money comes back to the shop. */
export const decideRefund = (desk: PaymentDesk, refund: Refund, status: 'succeeded' | 'failed'): Refund =>
  desk.store.transaction(() => {
    const { store, delivery } = desk
    const decided: Refund = {
      ...refund,
      status,
      ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
    }
    store.put(decided)
    const charge = store.get<Charge>('charge', refund.charge)
    if (status === 'failed' && charge && refund.status !== 'failed') countRefund(desk, charge, -refund.amount)
    emitEvent(store, delivery, 'refund.updated', decided, toldOnce)
    if (status === 'failed') emitEvent(store, delivery, 'refund.failed', decided, toldOnce)
    return decided
  })
