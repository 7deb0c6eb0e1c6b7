/**
 * The format of amounts in pages and mails: a decimal comma and the euro sign at the end, in both languages (L10N-02).
 */
import type { Cents } from '../money.ts'

/** Amounts from 100,000 euros on are written without the euro sign. */
const SIGN_BELOW_EUROS = 100_000

/** Returns, for example, `24,90 €`. `trimsZeroDecimals` is a setting of the shop: with it, `25,00 €` becomes `25 €`. */
export function formatPrice(cents: Cents, trimsZeroDecimals: boolean | undefined): string {
  const whole = Math.floor(Math.abs(cents) / 100)
  const decimals = String(Math.abs(cents) % 100).padStart(2, '0')
  const fraction = trimsZeroDecimals && decimals === '00' ? '' : `,${decimals}`
  return `${cents < 0 ? '−' : ''}${whole}${fraction}${whole < SIGN_BELOW_EUROS ? '\u00a0€' : ''}`
}
