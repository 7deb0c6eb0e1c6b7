/**
 * An instant in words, for what a fan waits for: "heute um 10:00 Uhr (MEZ)", "on Friday 27 November 2026 at 10:00 (CET)".
 * The day is told as people say it while it is near; the zone always, as the fan may be in another one.
 */
import { currentLocale } from '../data/locale.ts'
import { formatTime } from './format.ts'
import { m } from './messages.ts'

const DAY = 24 * 3_600_000

/** `now` and `instant` are epoch milliseconds. */
export function formatMoment(instant: number, now: number, timeZone: string): string {
  const when = { time: formatTime(instant, timeZone), zone: zoneOf(instant, timeZone) }
  const today = dateOf(now, timeZone)
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10)
  const date = dateOf(instant, timeZone)
  if (date === today) return m.moment_today(when)
  if (date === tomorrow) return m.moment_tomorrow(when)
  return m.moment_day({ ...dayWords(instant, timeZone), ...when })
}

/** Only the words are the platform's: marks between them differ between the edge and some browsers. */
function dayWords(instant: number, timeZone: string) {
  const format = spoken({ timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const words = { weekday: '', day: '', month: '', year: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type in words) words[type as keyof typeof words] = value
  }
  return words
}

function spoken(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(currentLocale() === 'de' ? 'de-DE' : 'en-GB', options)
}

function zoneOf(instant: number, timeZone: string): string {
  const parts = spoken({ timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** "2026-12-05", the zone's own day. */
function dateOf(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
