/**
 * The format of amounts in pages, mails and documents (L10N-02): `24,90 €` in German and `€24.90` in English.
 */
import type { Locale } from '../locale.ts'
import type { Cents } from '../money.ts'
import { formatNumber } from './number-format.ts'

/** Amounts from 100,000 euros on are written without the euro sign. */
const SIGN_BELOW_EUROS = 100_000

/** With `trimsZeroDecimals`, `25,00 €` becomes `25 €`. A shop can choose it for prices that stand alone. */
export function formatPrice(cents: Cents, locale: Locale, trimsZeroDecimals = false): string {
  const whole = Math.floor(Math.abs(cents) / 100)
  const decimals = String(Math.abs(cents) % 100).padStart(2, '0')
  const isTrimmed = trimsZeroDecimals && decimals === '00'
  const minus = cents < 0 ? '−' : ''
  const hasSign = whole < SIGN_BELOW_EUROS
  if (locale === 'de') return `${minus}${whole}${isTrimmed ? '' : `,${decimals}`}${hasSign ? '\u00a0€' : ''}`
  return `${minus}${hasSign ? '€' : ''}${formatNumber(whole, locale)}${isTrimmed ? '' : `.${decimals}`}`
}
