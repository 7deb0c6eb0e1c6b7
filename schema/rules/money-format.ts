/** How pages and mails write an amount: two decimals, a comma, the euro sign behind it, in both languages (L10N-02). */
import type { Cents } from '../money.ts'

/** From this amount on a price has no sign. */
const SIGN_BELOW_EUROS = 100_000

/** `trimsZeroDecimals`: the shop's `trim_zero_decimals`, by which 25,00 € reads 25 €. */
export function formatPrice(cents: Cents, trimsZeroDecimals: boolean | undefined): string {
  const whole = Math.floor(Math.abs(cents) / 100)
  const decimals = String(Math.abs(cents) % 100).padStart(2, '0')
  const fraction = trimsZeroDecimals && decimals === '00' ? '' : `,${decimals}`
  return `${cents < 0 ? '−' : ''}${whole}${fraction}${whole < SIGN_BELOW_EUROS ? '\u00a0€' : ''}`
}
