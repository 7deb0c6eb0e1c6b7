/**
 * Decides which part of a cart a voucher pays, and splits it over the lines. A voucher is a means of payment, so it changes
 * neither prices nor VAT.
 */
import type { Cents } from '../../../schema/money.ts'
import type { VoucherObstacle } from '../../../schema/rules/voucher.ts'
import { type CartLine, flatLines } from '../cart/cart-line.ts'
import type { CartVoucher, Voucher } from '../cart/cart-voucher.ts'

export type VoucherUse = {
  cents: Cents
  /** The paid part of each line. Lines without a part are missing. */
  parts: ReadonlyMap<CartLine, Cents>
  /** Why the voucher pays nothing; null if it pays something. */
  obstacle: VoucherObstacle | null
}

/** What a voucher pays for these lines at the instant `now`. */
export function voucherUse(voucher: CartVoucher, lines: CartLine[], now: number): VoucherUse {
  const nothing = (obstacle: VoucherObstacle): VoucherUse => ({ cents: 0, parts: new Map(), obstacle })
  if (voucher.expiresAt <= now) return nothing('EXPIRED')
  const covered = flatLines(lines).filter((line) => line.totalCents > 0 && isCovered(voucher, line))
  const coveredCents = covered.reduce((sum, { totalCents }) => sum + totalCents, 0)
  if (coveredCents === 0) return nothing('NOTHING_COVERED')
  if (coveredCents < voucher.minimumCents) return nothing('BELOW_MINIMUM')
  const cents = Math.min(voucher.leftCents, voucher.limitCents ?? voucher.leftCents, coveredCents)
  if (cents <= 0) return nothing('NOTHING_COVERED')
  const parts = splitCents(
    cents,
    covered.map(({ totalCents }) => totalCents),
  )
  return { cents, parts: new Map(covered.map((line, index) => [line, parts[index] ?? 0])), obstacle: null }
}

/** A gift voucher may not be bought with a voucher, because that would prolong its validity forever. */
function isCovered({ covers }: Voucher, { sellable }: CartLine): boolean {
  return sellable.event !== null || (covers === 'items' && !sellable.giftVoucher)
}

/**
 * Splits an amount in proportion to the weights, by the method of largest remainders. The parts sum to the amount. If the
 * amount is at most the sum of the weights, no part exceeds its weight. BigInt keeps products of large amounts exact.
 */
export function splitCents(amount: Cents, weights: Cents[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, cents: Number(product / BigInt(whole)), remainder: Number(product % BigInt(whole)) }
  })
  let left = amount - shares.reduce((sum, { cents }) => sum + cents, 0)
  for (const share of [...shares].sort((a, b) => b.remainder - a.remainder || a.index - b.index)) {
    if (left-- <= 0) break
    share.cents += 1
  }
  return shares.map(({ cents }) => cents)
}
