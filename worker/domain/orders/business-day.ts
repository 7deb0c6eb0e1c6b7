/**
 * German working days, for deadlines. A deadline ends at the end of its last day (§ 188 BGB). If that day is a
 * Saturday, a Sunday or a public holiday, the deadline ends on the next working day instead (§ 193 BGB). Only
 * nationwide holidays count, because the buyer's state is unknown.
 */
import { DAY, HOUR } from '../../../schema/limits.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: SHOP_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

function partOf(instant: number, type: Intl.DateTimeFormatPartTypes): number {
  return Number(parts.formatToParts(instant).find((part) => part.type === type)?.value)
}

/** Returns the calendar day in Berlin as UTC midnight of the same date, so that days are 24 hours apart. */
function dayOf(instant: number): number {
  return Date.UTC(partOf(instant, 'year'), partOf(instant, 'month') - 1, partOf(instant, 'day'))
}

/**
 * Returns the instant at which the day begins in Berlin: one or two hours before midnight UTC. The clocks in Berlin
 * never change at midnight.
 */
function startOf(day: number): number {
  const early = day - 2 * HOUR
  return partOf(early, 'hour') === 0 ? early : day - HOUR
}

/** Gauss's algorithm with Lichtenberg's correction, for the Gregorian calendar. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100)
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sun = 2 - Math.floor((3 * century + 3) / 4)
  const metonic = year % 19
  const seed = (19 * metonic + moon) % 30
  const correction = Math.floor((seed + Math.floor(metonic / 11)) / 29)
  const fullMoon = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7)
  return Date.UTC(year, 2, fullMoon + 7 - ((fullMoon - firstSunday) % 7))
}

/** New Year, Labour Day, German Unity Day, Christmas and Boxing Day, as month and day. */
const FIXED = ['01-01', '05-01', '10-03', '12-25', '12-26']
/** Good Friday, Easter Monday, Ascension Day and Whit Monday, in days after Easter Sunday. */
const AFTER_EASTER = [-2, 1, 39, 50]

function isHoliday(day: number): boolean {
  const date = new Date(day)
  if (FIXED.includes(date.toISOString().slice(5, 10))) return true
  return AFTER_EASTER.includes((day - easterSunday(date.getUTCFullYear())) / DAY)
}

function isWorkingDay(day: number): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/**
 * Returns the last millisecond, in Berlin, of the first working day that has not ended at `instant` (epoch
 * milliseconds).
 */
export function endOfWorkingDay(instant: number): number {
  let day = dayOf(instant)
  while (!isWorkingDay(day)) day += DAY
  return startOf(day + DAY) - 1
}
