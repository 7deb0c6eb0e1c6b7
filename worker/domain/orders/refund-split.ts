/** Decides which extras of an order a refund contains, and splits refunds over its payments. */
import type { Cents } from '../../../schema/money.ts'
import type { PaymentStatus } from '../../../schema/tables/payment.ts'

/**
 * The shipping and surcharges of an order that go back with its last item, in cents. The shipping has gone back before if the
 * buyer returned all goods of the order and kept its tickets.
 */
export function unreturnedExtras(
  { shippingCents, extraChargeCents }: { shippingCents: Cents; extraChargeCents: Cents },
  goodsReturns: readonly { deliveryCents: Cents }[],
): Cents {
  const returned = goodsReturns.reduce((sum, { deliveryCents }) => sum + deliveryCents, 0)
  return Math.max(0, shippingCents - returned) + extraChargeCents
}

/** Subtracts its refunds from each captured payment. Failed refunds count too, because the shop still owes their amount. */
export function unreturnedMoney(
  payments: readonly { id: string; status: PaymentStatus; amountCents: Cents }[],
  refunds: readonly { paymentId: string | null; amountCents: Cents }[],
): { paymentId: string; leftCents: Cents }[] {
  const returnedOf = (id: string) =>
    refunds.reduce((sum, { paymentId, amountCents }) => sum + (paymentId === id ? amountCents : 0), 0)
  return payments
    .filter(({ status }) => status === 'captured')
    .map(({ id, amountCents }) => ({ paymentId: id, leftCents: Math.max(0, amountCents - returnedOf(id)) }))
}

/**
 * Splits a refund over the payments of an order. No part exceeds the amount that is left of its payment. The parts sum to
 * `owedCents`, or to the sum of all `leftCents` if that is less. Payments that contribute nothing are omitted.
 */
export function splitOverPayments(
  owedCents: Cents,
  payments: { paymentId: string; leftCents: Cents }[],
): { paymentId: string; amountCents: Cents }[] {
  let owed = owedCents
  return payments.flatMap(({ paymentId, leftCents }) => {
    const amountCents = Math.max(0, Math.min(owed, leftCents))
    owed -= amountCents
    return amountCents > 0 ? [{ paymentId, amountCents }] : []
  })
}
