/**
 * The formats of dates and times in pages, mails and tickets. Dates are always in the time zone of the venue or the
 * shop, never in that of the fan's device or the server (L10N-03). Instants are in epoch milliseconds.
 */
import { HOUR } from '../limits.ts'
import { INTL_TAGS, type Locale } from '../locale.ts'
import { SHOP_ZONE } from './shop-zone.ts'

export type DateParts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string }

/**
 * One format per language and time zone. The map caches them, because creating a format is much slower than using it.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the parts of a date. `Intl` provides only the parts, because the punctuation that it puts between them
 * differs between servers and browsers.
 */
export function dateParts(instant: number, timeZone: string, locale: Locale): DateParts {
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(INTL_TAGS[locale], {
      timeZone,
      weekday: 'short',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(key, format)
  }
  const parts: DateParts = { weekday: '', day: '', month: '', year: '', hour: '', minute: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type in parts) parts[type as keyof DateParts] = value.replace('.', '')
  }
  return parts
}

/** Returns, for example, `Sa, 05.12.2026` in German and `Sat 5 Dec 2026` in English. */
export function formatDate(instant: number, timeZone: string, locale: Locale): string {
  const { weekday, year } = dateParts(instant, timeZone, locale)
  const day = formatDayOfYear(instant, timeZone, locale)
  return locale === 'de' ? `${weekday}, ${day}${year}` : `${weekday} ${day} ${year}`
}

/** Returns, for example, `05.12.` in German and `5 Dec` in English, where a month as a number would be ambiguous. */
export function formatDayOfYear(instant: number, timeZone: string, locale: Locale): string {
  const { day, month } = dateParts(instant, timeZone, locale)
  return locale === 'de' ? `${day}.${month}.` : `${Number(day)} ${shortMonth(month, locale)}`
}

/** Returns, for example, `20:00`. */
export function formatTime(instant: number, timeZone: string, locale: Locale): string {
  const { hour, minute } = dateParts(instant, timeZone, locale)
  return `${hour}:${minute}`
}

/** Returns, for example, `Sa, 05.12.2026, 20:00` or `Sat 5 Dec 2026, 20:00`. */
export function formatDateTime(instant: number, timeZone: string, locale: Locale): string {
  return `${formatDate(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)}`
}

/**
 * The place whose time a notice must name (L10N-03): the city in the name of the zone, such as `London`. Null if the clocks
 * there show the same time as those of the shop, so that a notice without a place is clear.
 */
export function foreignZonePlace(instant: number, timeZone: string): string | null {
  if (formatDateTime(instant, timeZone, 'de') === formatDateTime(instant, SHOP_ZONE, 'de')) return null
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** The English name of the shop's time at that instant: `CET`, or `CEST` in summer. */
export function shopZoneName(instant: number): string {
  const { hour } = dateParts(instant, SHOP_ZONE, 'en')
  return hour === dateParts(instant + HOUR, 'UTC', 'en').hour ? 'CET' : 'CEST'
}

/** Own names, because the short names of `Intl` differ between servers and browsers. */
const MONTHS: Record<Locale, string> = {
  de: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
}

/** Returns the month's name in three letters, for example `Dez`. `month` is its number, as in `DateParts`. */
export function shortMonth(month: string, locale: Locale): string {
  return MONTHS[locale].split(' ')[Number(month) - 1] ?? month
}
