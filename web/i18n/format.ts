/** Amounts, days and times as the page writes them: the rules of schema/rules in the page's language (L10N-02, L10N-03). */
import type { Cents } from '../../schema/money.ts'
import * as dates from '../../schema/rules/date-format.ts'
import * as money from '../../schema/rules/money-format.ts'
import { currentLocale } from '../data/locale.ts'
import { currentPage } from '../data/page-state.ts'

export function formatPrice(cents: Cents): string {
  return money.formatPrice(cents, currentPage().trimsZeroDecimals)
}

/** "Sa, 05.12.2026". */
export function formatDate(instant: number, timeZone: string): string {
  return dates.formatDate(instant, timeZone, currentLocale())
}

/** "20:00". */
export function formatTime(instant: number, timeZone: string): string {
  return dates.formatTime(instant, timeZone, currentLocale())
}

/** "Sa, 05.12.2026, 20:00". */
export function formatDateTime(instant: number, timeZone: string): string {
  return dates.formatDateTime(instant, timeZone, currentLocale())
}

/** The parts of a day for a calendar leaf. */
export function dayParts(instant: number, timeZone: string): dates.DateParts {
  return dates.dateParts(instant, timeZone, currentLocale())
}

/** The first day alone, or both where the last one differs; null (0000-00-00, L10N-04) means that there is none. */
export function formatDateSpan(from: number, until: number | null, timeZone: string): string {
  const first = formatDate(from, timeZone)
  const last = until === null ? first : formatDate(until, timeZone)
  return first === last ? first : `${first} – ${last}`
}

/** For <time dateTime>: the instant itself. */
export function machineTime(instant: number): string {
  return new Date(instant).toISOString()
}
