/** Splits a refund over the payments of an order. No part exceeds the amount that is left of its payment. */
import type { Cents } from '../../../schema/money.ts'

/**
 * The parts sum to `owedCents`, or to the sum of all `leftCents` if that is less. Payments that contribute nothing are
 * omitted.
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
