/**
 * Amounts and dates in plain text: mails, tickets, page heads and search suggestions (L10N-02, L10N-03). Pages use
 * `web/i18n/format.ts`, which writes a typographic minus sign and a no-break space.
 */
import type { Locale } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import { BoundedMap } from '../memory/bounded-map.ts'

/** `24,90 €` in both languages. From 100000 euros the sign is omitted, as L10N-02 requires. */
export function formatEuros(cents: Cents): string {
  const euros = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${euros},${rest}${euros < 100_000 ? ' €' : ''}`
}

const formats = new BoundedMap<string, Intl.DateTimeFormat>('date formats', 200)

/** Creating a format takes a hundred times longer than using it, and there are few of them. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

/** `Fr., 05.03.2027`, with the time `Fr., 05.03.2027, 20:00`, in the given zone. */
export function formatDate(at: number, timeZone: string, locale: Locale, withTime = false): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf(locale === 'de' ? 'de-DE' : 'en-GB', { timeZone, ...options }).format(at)
  const numbers = { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const parts = formatOf('en-GB', numbers).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const date = `${part({ weekday: 'short' })}, ${of('day')}.${of('month')}.${of('year')}`
  return withTime ? `${date}, ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}` : date
}

/** `Montag, 30. November` or `Monday, 30 November`, for sentences. */
export function formatDayInWords(at: number, timeZone: string, locale: Locale): string {
  const isGerman = locale === 'de'
  const format = formatOf(isGerman ? 'de-DE' : 'en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const parts = format.formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('weekday')}, ${of('day')}${isGerman ? '.' : ''} ${of('month')}`
}
