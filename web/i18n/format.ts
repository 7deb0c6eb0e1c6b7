/** Formats prices, dates and times in the page's language, by the rules of schema/rules (L10N-02, L10N-03). */
import type { Cents } from '../../schema/money.ts'
import { beforeShow } from '../../schema/rules/before-show.ts'
import * as dates from '../../schema/rules/date-format.ts'
import * as money from '../../schema/rules/money-format.ts'
import { currentLocale } from '../data/locale.ts'
import { currentPage } from '../data/page-state.ts'
import { m } from './messages.ts'

export function formatPrice(cents: Cents): string {
  return money.formatPrice(cents, currentLocale())
}

/**
 * The price of a product or a concert that stands alone, without `,00` if the shop wants that. Sums, and prices in a column
 * with others, keep their decimals, because "27 €" above "5,90 €" is hard to compare.
 */
export function formatLonePrice(cents: Cents): string {
  return money.formatPrice(cents, currentLocale(), currentPage().trimsZeroDecimals)
}

/** Lone prices that are compared with each other. They all have decimals unless none needs them. */
export function formatAlike(prices: Cents[]): string[] {
  return prices.map(prices.every((cents) => cents % 100 === 0) ? formatLonePrice : formatPrice)
}

/** "Sa, 05.12.2026" or "Sat 5 Dec 2026". */
export function formatDate(instant: number, timeZone: string): string {
  return dates.formatDate(instant, timeZone, currentLocale())
}

/** "fünf Tage vor dem Konzert" or "five days before the show". */
export function formatBeforeShow(hours: number): string {
  return beforeShow(hours, currentLocale())
}

/** "20:00". */
export function formatTime(instant: number, timeZone: string): string {
  return dates.formatTime(instant, timeZone, currentLocale())
}

/** "Sa, 05.12.2026, 20:00" or "Sat 5 Dec 2026, 20:00". */
export function formatDateTime(instant: number, timeZone: string): string {
  return dates.formatDateTime(instant, timeZone, currentLocale())
}

/**
 * The start of a sale: "Sa, 05.12.2026, 10:00 Uhr", and the place if its clocks differ from the shop's (L10N-03). In English,
 * "Sat 5 Dec 2026, 10:00 (CET)", because its readers are more often in another time zone than the shop.
 */
export function formatSaleTime(instant: number, timeZone: string): string {
  const date = formatDateTime(instant, timeZone)
  const place = dates.foreignZonePlace(instant, timeZone)
  if (place !== null) return m.sale_time_local({ date, place })
  return m.sale_time({ date: currentLocale() === 'en' ? `${date} (${dates.shopZoneName(instant)})` : date })
}

/** The parts of a date, for a calendar sheet. */
export function dayParts(instant: number, timeZone: string) {
  const parts = dates.dateParts(instant, timeZone, currentLocale())
  return { ...parts, dayOfYear: dates.formatDayOfYear(instant, timeZone, currentLocale()) }
}

/** The month's name in three letters. `month` is its number, as in `dayParts`. */
export function monthLabel(month: string): string {
  return dates.shortMonth(month, currentLocale())
}

/** The value of a `<time dateTime>` attribute. */
export function machineTime(instant: number): string {
  return new Date(instant).toISOString()
}
