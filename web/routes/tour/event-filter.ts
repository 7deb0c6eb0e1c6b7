/**
 * EVL-02: the filter of events in the URL's query: a text of at least three characters, a first day and a last day. Days are
 * in the shop's time zone. The first day is not before today, and the last day not before the first.
 */
import { HOUR } from '../../../schema/limits.ts'
import { dayIn } from '../../../schema/rules/day.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'

export type EventFilter = { text: string; from: string; to: string }

const TEXT_MINIMUM = 3
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** The day in the shop's time zone, such as "2026-12-05". */
export function formatDay(instant: number): string {
  return dayIn(instant, SHOP_ZONE)
}

/** The start of a day in the shop's time zone, in epoch milliseconds. */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The zone's offset from UTC is a whole number of hours, at most three. The loop tries instants
  // in ascending order, so the first one that lies on the day is the day's start.
  for (let offset = -3; offset <= 3; offset += 1) {
    if (formatDay(utc + offset * HOUR) === day) return utc + offset * HOUR
  }
  return utc
}

/**
 * Whether the filter accepts the day without a correction. While a visitor types a year, its first digits already form a
 * date, such as a day in the year 2. An immediate correction would replace the typed text, so the field waits until it loses
 * focus.
 */
export function dayIsAllowed(day: string, earliest: string): boolean {
  return day === '' || day >= earliest
}

/**
 * Reads the filter from the URL's query. A `from` or `to` that is not a date is dropped. A day that is too early
 * becomes the earliest allowed day.
 */
export function readFilter(search: URLSearchParams, now: number): EventFilter {
  const today = formatDay(now)
  const from = validDay(search.get('from'))
  const to = validDay(search.get('to'))
  const first = from !== '' && from < today ? today : from
  const earliest = first === '' ? today : first
  return { text: (search.get('q') ?? '').slice(0, 80), from: first, to: to !== '' && to < earliest ? earliest : to }
}

/** Rejects days such as 2026-02-31. `Date.parse` reads them as days of the next month, and a date field cannot show them. */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false
  const parsed = Date.parse(text)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text)
}

function validDay(text: string | null): string {
  return text !== null && isDay(text) ? text : ''
}

export function writeFilter({ text, from, to }: EventFilter): Record<string, string> {
  return { ...(text !== '' && { q: text }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

/** Whether a field of the filter is set. A text with fewer than `TEXT_MINIMUM` characters does not count. */
export function filterIsActive({ text, from, to }: EventFilter): boolean {
  return text.trim().length >= TEXT_MINIMUM || from !== '' || to !== ''
}

/** The variables of the list's operation. The last day is included to its end. */
export function filterVariables({ text, from, to }: EventFilter): { terms?: string; from?: number; to?: number } {
  const terms = text.trim().toLowerCase()
  return {
    ...(terms.length >= TEXT_MINIMUM && { terms }),
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfDay(formatDay(startOfDay(to) + 36 * HOUR)) - 1 }),
  }
}
