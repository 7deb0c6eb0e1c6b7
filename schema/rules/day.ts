import { dateParts } from './date-format.ts'

/** The day that calendars in the time zone show at that instant, such as `2026-12-05`. `instant` is in epoch milliseconds. */
export function dayIn(instant: number, timeZone: string): string {
  const { year, month, day } = dateParts(instant, timeZone, 'de')
  return `${year}-${month}-${day}`
}
