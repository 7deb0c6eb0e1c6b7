/** Splits a refund over the payments of an order. No payment gives more than it has left, and the parts sum to the whole. */
import type { Cents } from '../../../schema/money.ts'

/** If less is left than is owed, everything left is refunded. Payments without a part are omitted. */
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
