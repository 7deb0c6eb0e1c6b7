/**
 * The formats of dates and times in pages, mails and tickets. Dates are always in the time zone of the venue or the
 * shop, never in that of the fan's device or the server (L10N-03). Instants are in epoch milliseconds.
 */
import { DAY, HOUR } from '../limits.ts'
import type { Locale } from '../locale.ts'
import { SHOP_ZONE } from './shop-zone.ts'

export type DateParts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string }

/**
 * The zones whose clocks the rule below describes. With it, most pages need no `Intl`, whose first use takes a slow phone a
 * tenth of a second. A test compares the rule with `Intl`.
 */
const CENTRAL_EUROPE = /^Europe\/(Berlin|Vienna|Zurich)$/

/** The last Sunday of a month, at 01:00 UTC. */
function lastSunday(year: number, month: number): number {
  const lastDay = Date.UTC(year, month, 0, 1)
  return lastDay - new Date(lastDay).getUTCDay() * DAY
}

/**
 * The hours that Central Europe is ahead of UTC. Summer time lasts from 01:00 UTC on the last Sunday in March to that of the
 * last Sunday in October (since 1996; Directive 2000/84/EC).
 */
function centralEuropeanHours(instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  return instant >= lastSunday(year, 3) && instant < lastSunday(year, 10) ? 2 : 1
}

/** One format per time zone. The map caches them, because creating a format is much slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The time that the clocks of a zone show, as if it were in UTC. */
function clock(instant: number, timeZone: string): Date {
  if (CENTRAL_EUROPE.test(timeZone)) return new Date(instant + centralEuropeanHours(instant) * HOUR)
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

/** Own names, because the short names of `Intl` differ between servers and browsers. */
const WEEKDAYS: Record<Locale, string> = { de: 'So Mo Di Mi Do Fr Sa', en: 'Sun Mon Tue Wed Thu Fri Sat' }

const wordAt = (words: string, index: number): string => words.split(' ')[index] ?? ''

/** Returns the parts of a date. The year has four digits, every other number two. */
export function dateParts(instant: number, timeZone: string, locale: Locale): DateParts {
  const shown = clock(instant, timeZone)
  const [, month = '', day = '', hour = '', minute = ''] = /(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(shown.toISOString()) ?? []
  const weekday = wordAt(WEEKDAYS[locale], shown.getUTCDay())
  return { weekday, day, month, year: String(shown.getUTCFullYear()), hour, minute }
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
  return centralEuropeanHours(instant) === 1 ? 'CET' : 'CEST'
}

const MONTHS: Record<Locale, string> = {
  de: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
}

/** Returns the month's name in three letters, for example `Dez`. `month` is its number, as in `DateParts`. */
export function shortMonth(month: string, locale: Locale): string {
  return wordAt(MONTHS[locale], Number(month) - 1)
}
