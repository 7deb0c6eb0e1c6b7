import type { Locale } from '../locale.ts'

/** A whole number with the language's mark between thousands: `12.500` or `12,500`. */
export function formatNumber(value: number, locale: Locale): string {
  return value.toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB')
}
