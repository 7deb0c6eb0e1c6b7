/**
 * Converts the dates of a catalogue file to instants. A date without a zone is in the time zone that the caller gives.
 * Relative dates count from the day of the import in that zone, and a day without a year is in the year of the import. A
 * demo catalogue therefore never becomes outdated, and all imports of one day give the same result.
 */
import { DAY } from '../../schema/limits.ts'

export type Moment =
  | string
  | { inDays: number; at?: string | undefined }
  | { month: number; day: number; at?: string | undefined }

type Day = { year: number; month: number; day: number }

const CLOCK = /^\d{2}:\d{2}$/

/** Returns epoch milliseconds. `now` is the time of the import. `moment` must be valid according to the file's schema. */
export function resolveMoment(moment: Moment, timeZone: string, now: number): number {
  if (typeof moment !== 'string') {
    const today = dayAt(now, timeZone)
    const day =
      'inDays' in moment ? shift(today, moment.inDays) : { year: today.year, month: moment.month, day: moment.day }
    return instantOf(day, moment.at ?? '00:00', timeZone)
  }
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(moment)) return Date.parse(moment)
  const [date = '', time = '00:00'] = moment.split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return instantOf({ year, month, day }, time, timeZone)
}

/**
 * Like `resolveMoment`, but also accepts a time of day, which is on the day of `base`. With `afterBase`, a time of day
 * that is not after `base` is on the next day.
 */
export function resolveOnDay(moment: Moment, base: number, timeZone: string, now: number, afterBase = false): number {
  if (typeof moment !== 'string' || !CLOCK.test(moment)) return resolveMoment(moment, timeZone, now)
  const day = dayAt(base, timeZone)
  const instant = instantOf(day, moment, timeZone)
  return afterBase && instant <= base ? instantOf(shift(day, 1), moment, timeZone) : instant
}

function shift({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day) + days * DAY)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function instantOf({ year, month, day }: Day, time: string, timeZone: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  // `guess` may be on the other side of a change to or from summer time, so calculate the offset again.
  const guess = wall - offset(wall, timeZone)
  return wall - offset(guess, timeZone)
}

function dayAt(instant: number, timeZone: string): Day {
  const date = new Date(instant + offset(instant, timeZone))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the zone's offset from UTC in milliseconds. */
function offset(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}
