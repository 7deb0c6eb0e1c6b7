/** Sums and dates in mails and on tickets, as the shop writes them everywhere (L10N-02, L10N-03). */

import type { Locale } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import { BoundedMap } from '../memory/bounded-map.ts'

/** `24,90 €` in both languages; the sign is left out from 100000 upwards, as L10N-02 asks. */
export function formatEuros(cents: Cents): string {
  const euros = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${euros},${rest}${euros < 100_000 ? ' €' : ''}`
}

const formats = new BoundedMap<string, Intl.DateTimeFormat>('date formats', 200)

/** Making a format costs a hundred times what using it does; there are few of them. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

/** `Fr., 05.03.2027` and `, 20:00` in the given zone, whatever clock the machine has. */
export function formatDate(at: number, timeZone: string, locale: Locale, withTime = false): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf(locale === 'de' ? 'de-DE' : 'en-GB', { timeZone, ...options }).format(at)
  const numbers = { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const parts = formatOf('en-GB', numbers).formatToParts(at)
  const of = (type: string) => parts.find((known) => known.type === type)?.value ?? ''
  const date = `${part({ weekday: 'short' })}, ${of('day')}.${of('month')}.${of('year')}`
  return withTime ? `${date}, ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}` : date
}

/** `Montag, 30. November` or `Monday, 30 November`: a day as a sentence says it. */
export function formatDayInWords(at: number, timeZone: string, locale: Locale): string {
  const isGerman = locale === 'de'
  const format = formatOf(isGerman ? 'de-DE' : 'en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const parts = format.formatToParts(at)
  const of = (type: string) => parts.find((known) => known.type === type)?.value ?? ''
  return `${of('weekday')}, ${of('day')}${isGerman ? '.' : ''} ${of('month')}`
}
