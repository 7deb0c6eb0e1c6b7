/** How a sum goes back over the payments it came by: none gives more than it has left, and the parts sum to the whole. */
import type { Cents } from '../../../schema/money.ts'

/** Where less is left than is owed, all that is left goes back. Parts of nothing are left out. */
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
