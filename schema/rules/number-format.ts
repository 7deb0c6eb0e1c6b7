import { INTL_TAGS, type Locale } from '../locale.ts'

/** Returns a whole number with the language's thousands separators: `12.500` in German, `12,500` in English. */
export function formatNumber(value: number, locale: Locale): string {
  return value.toLocaleString(INTL_TAGS[locale])
}
