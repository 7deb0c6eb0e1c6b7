/**
 * How pages, mails and tickets write days and times: in the time zone of the place where something happens, whatever zone
 * the fan's device or the server has (L10N-03). Instants are epoch milliseconds.
 */
import type { Locale } from '../locale.ts'

export type DateParts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string }

/** One for each language and each time zone of a venue: creating a format takes a hundred times longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Only the parts are the platform's: the marks between them differ between servers and browsers. */
export function dateParts(instant: number, timeZone: string, locale: Locale): DateParts {
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
  const parts: DateParts = { weekday: '', day: '', month: '', year: '', hour: '', minute: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type in parts) parts[type as keyof DateParts] = value.replace('.', '')
  }
  return parts
}

/** `Sa, 05.12.2026`. */
export function formatDate(instant: number, timeZone: string, locale: Locale): string {
  const { weekday, day, month, year } = dateParts(instant, timeZone, locale)
  return `${weekday}, ${day}.${month}.${year}`
}

/** `20:00`. */
export function formatTime(instant: number, timeZone: string, locale: Locale): string {
  const { hour, minute } = dateParts(instant, timeZone, locale)
  return `${hour}:${minute}`
}

/** `Sa, 05.12.2026, 20:00`. */
export function formatDateTime(instant: number, timeZone: string, locale: Locale): string {
  return `${formatDate(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)}`
}
