/**
 * The filter of the list of concerts, as it stands in the address: a text of more than two characters and days. Days are
 * those of the shop's own zone; the first is never before today, the last never before the first (EVL-02).
 */
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'

export type EventFilter = { text: string; from: string; to: string }

const TEXT_ABOVE = 2
const HOUR = 60 * 60_000
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** "2026-12-05" in the shop's zone. */
export function dayOf(instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_ZONE }).format(instant)
}

/** The instant at which a day starts in the shop's zone. */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The zone is at most some hours off; the first of these instants that lies on the day is its start.
  for (let offset = -3; offset <= 3; offset += 1) {
    if (dayOf(utc + offset * HOUR) === day) return utc + offset * HOUR
  }
  return utc
}

/**
 * While a year is typed its first digits are a date already: only one that may be counts at once. Any other waits until
 * the fan leaves the field, and is put right then.
 */
export function dayCounts(day: string, earliest: string): boolean {
  return day === '' || day >= earliest
}

/** What the address says, put right: days that are none, or are before they may be, are moved. */
export function readFilter(search: URLSearchParams, now: number): EventFilter {
  const today = dayOf(now)
  const from = dayOrNone(search.get('from'))
  const to = dayOrNone(search.get('to'))
  const kept = { from: from !== '' && from < today ? today : from, text: (search.get('q') ?? '').slice(0, 80) }
  const earliest = kept.from === '' ? today : kept.from
  return { ...kept, to: to !== '' && to < earliest ? earliest : to }
}

function dayOrNone(text: string | null): string {
  return text !== null && DAY_PATTERN.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

export function writeFilter({ text, from, to }: EventFilter): Record<string, string> {
  return { ...(text !== '' && { q: text }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

/** A text of one or two characters filters nothing yet. */
export function filterIsActive({ text, from, to }: EventFilter): boolean {
  return text.trim().length > TEXT_ABOVE || from !== '' || to !== ''
}

/** Variables of the list: the last day counts whole. */
export function filterVariables({ text, from, to }: EventFilter): { terms?: string; from?: number; to?: number } {
  const terms = text.trim().toLowerCase()
  return {
    ...(terms.length > TEXT_ABOVE && { terms }),
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfDay(dayOf(startOfDay(to) + 36 * HOUR)) - 1 }),
  }
}
