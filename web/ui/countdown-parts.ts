/** What is left until an instant, in the parts that a display shows; nothing of it is ever negative. */
import { currentLocale } from '../data/locale.ts'

const SECOND = 1000

export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** Both instants in epoch milliseconds, by the same clock. A second that has begun still counts. */
export function countdownParts(until: number, now: number): CountdownParts {
  const left = Math.max(0, Math.ceil((until - now) / SECOND))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** "3 Tage, 1 Stunde und 0 Minuten": as it is read out, without the seconds that pass meanwhile. */
export function countdownWords({ days, hours, minutes }: CountdownParts): string {
  const locale = currentLocale()
  const units = [
    { unit: 'day', count: days },
    { unit: 'hour', count: hours },
    { unit: 'minute', count: minutes },
  ].map(({ unit, count }) => count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }))
  return new Intl.ListFormat(locale === 'en' ? 'en-GB' : 'de-DE', { type: 'conjunction' }).format(units)
}
