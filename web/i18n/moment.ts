/**
 * Formats an instant in words: "heute um 10:00 Uhr (MEZ)", "on Friday 27 November 2026 at 10:00 (CET)". The current day is
 * called "today", and the next one "tomorrow". The text contains the time zone, because the visitor may be in another one.
 */
import { DAY } from '../../schema/limits.ts'
import { INTL_TAGS } from '../../schema/locale.ts'
import { dayIn } from '../../schema/rules/day.ts'
import { currentLocale } from '../data/locale.ts'
import { formatTime } from './format.ts'
import { m } from './messages.ts'

/** `now` and `instant` are epoch milliseconds. */
export function formatMoment(instant: number, now: number, timeZone: string): string {
  const when = { time: formatTime(instant, timeZone), zone: zoneName(instant, timeZone) }
  const today = dayIn(now, timeZone)
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10)
  const day = dayIn(instant, timeZone)
  if (day === today) return m.moment_today(when)
  if (day === tomorrow) return m.moment_tomorrow(when)
  return m.moment_day({ ...dateWords(instant, timeZone), ...when })
}

/** Takes only the words from `Intl`, because the punctuation between them differs between server and browsers. */
function dateWords(instant: number, timeZone: string) {
  const format = createFormat({ timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const words = { weekday: '', day: '', month: '', year: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type in words) words[type as keyof typeof words] = value
  }
  return words
}

function createFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(INTL_TAGS[currentLocale()], options)
}

function zoneName(instant: number, timeZone: string): string {
  const parts = createFormat({ timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
