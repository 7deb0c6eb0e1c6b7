/** Splits the time until an instant into the parts that a countdown displays. */
import { INTL_TAGS } from '../../schema/locale.ts'
import { currentLocale } from '../data/locale.ts'

const SECOND = 1000

export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/**
 * Both instants are epoch milliseconds of the same clock. The time left is rounded up to whole seconds, and is 0 after
 * `until`.
 */
export function countdownParts(until: number, now: number): CountdownParts {
  const left = Math.max(0, Math.ceil((until - now) / SECOND))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** "3 Tage, 1 Stunde und 0 Minuten", for screen readers. Seconds are left out, because they pass while the text is read out. */
export function countdownWords({ days, hours, minutes }: CountdownParts): string {
  const locale = currentLocale()
  const units = [
    { unit: 'day', count: days },
    { unit: 'hour', count: hours },
    { unit: 'minute', count: minutes },
  ].map(({ unit, count }) => count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }))
  return new Intl.ListFormat(INTL_TAGS[locale], { type: 'conjunction' }).format(units)
}
