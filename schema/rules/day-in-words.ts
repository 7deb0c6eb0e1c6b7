import { INTL_TAGS, type Locale } from '../locale.ts'
import { SHOP_ZONE } from './shop-zone.ts'

/**
 * Returns the day in the shop's time zone, for use in a sentence: `Montag, 30. November` or `Monday, 30 November`.
 * Its spaces are no-break spaces, so that no line ends within the date.
 * `instant` is in epoch milliseconds.
 */
export function formatDayInWords(instant: number, locale: Locale): string {
  const words = { timeZone: SHOP_ZONE, weekday: 'long', day: 'numeric', month: 'long' } as const
  const parts = new Intl.DateTimeFormat(INTL_TAGS[locale], words).formatToParts(instant)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('weekday')},\u00a0${of('day')}${locale === 'de' ? '.' : ''}\u00a0${of('month')}`
}
