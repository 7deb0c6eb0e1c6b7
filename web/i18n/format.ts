/**
 * How amounts and instants are written. Prices look the same in both languages: two decimals, a comma, the euro sign
 * after it (L10N-02). Days and times are those of the place where something happens, whatever clock or zone the visitor
 * or the server has (L10N-03).
 */

import type { Cents } from '../../schema/money.ts'
import { currentLocale } from '../data/locale.ts'
import { currentPage } from '../data/page-state.ts'

/** From this many euros on the price stands without its sign. */
const SIGN_BELOW_EUROS = 100_000

export function formatPrice(cents: Cents): string {
  const sign = cents < 0 ? '−' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const decimals = String(Math.abs(cents) % 100).padStart(2, '0')
  const number =
    currentPage().trimsZeroDecimals && decimals === '00' ? `${sign}${whole}` : `${sign}${whole},${decimals}`
  return whole < SIGN_BELOW_EUROS ? `${number}\u00a0€` : number
}

/** Whole numbers with the language's mark between thousands. */
export function formatNumber(value: number): string {
  return value.toLocaleString(currentLocale() === 'de' ? 'de-DE' : 'en-GB')
}

type Parts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string }

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(instant: number, timeZone: string): Parts {
  const locale = currentLocale()
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
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
  const parts: Parts = { weekday: '', day: '', month: '', year: '', hour: '', minute: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type in parts) parts[type as keyof Parts] = value.replace('.', '')
  }
  return parts
}

/** "Sa, 05.12.2026". */
export function formatDate(instant: number, timeZone: string): string {
  const { weekday, day, month, year } = partsOf(instant, timeZone)
  return `${weekday}, ${day}.${month}.${year}`
}

/** "Montag, 30. November" or "Monday, 30 November": a day as a sentence says it. */
export function formatDayInWords(instant: number, timeZone: string): string {
  const isGerman = currentLocale() === 'de'
  const key = `${isGerman} ${timeZone} in words`
  let format = formats.get(key)
  if (!format) {
    const names = { timeZone, weekday: 'long', day: 'numeric', month: 'long' } as const
    format = new Intl.DateTimeFormat(isGerman ? 'de-DE' : 'en-GB', names)
    formats.set(key, format)
  }
  const parts = format.formatToParts(instant)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('weekday')}, ${of('day')}${isGerman ? '.' : ''} ${of('month')}`
}

/** "20:00". */
export function formatTime(instant: number, timeZone: string): string {
  const { hour, minute } = partsOf(instant, timeZone)
  return `${hour}:${minute}`
}

/** "Sa, 05.12.2026, 20:00". */
export function formatDateTime(instant: number, timeZone: string): string {
  return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`
}

/** The parts of a day for a calendar leaf. */
export function dayParts(
  instant: number,
  timeZone: string,
): { weekday: string; day: string; month: string; year: string } {
  return partsOf(instant, timeZone)
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
