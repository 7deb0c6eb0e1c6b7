/**
 * How long before the start of a concert something opens or ends, in words. The words replace instants that would reveal a
 * secret date (EVT-16).
 */
import { HOUR } from '../limits.ts'
import type { Locale } from '../locale.ts'

const HOURS_OF_DAY = 24

const NUMBERS = {
  de: ['', '', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'],
  en: ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
} as const

const WORDS = {
  de: {
    start: 'zum Beginn',
    oneHour: 'eine Stunde vor Beginn',
    hours: (number: string) => `${number} Stunden vor Beginn`,
    oneDay: 'einen Tag vor dem Konzert',
    days: (number: string) => `${number} Tage vor dem Konzert`,
  },
  en: {
    start: 'the start',
    oneHour: 'one hour before the start',
    hours: (number: string) => `${number} hours before the start`,
    oneDay: 'one day before the show',
    days: (number: string) => `${number} days before the show`,
  },
} as const

/** Returns "fünf Tage vor dem Konzert" or "six hours before the start", for use after "opens" or "until". */
export function beforeShow(hours: number, locale: Locale): string {
  const words = WORDS[locale]
  if (hours <= 0) return words.start
  const isDays = hours % HOURS_OF_DAY === 0
  const amount = isDays ? hours / HOURS_OF_DAY : hours
  if (amount === 1) return isDays ? words.oneDay : words.oneHour
  const number = NUMBERS[locale][amount] || String(amount)
  return isDays ? words.days(number) : words.hours(number)
}

/**
 * Returns the hours between an opening and the start. From a day on, they are whole days, because a number of hours would
 * reveal the time of the start together with a known time of the opening. The result is never too high, so that no fan comes
 * before the opening.
 */
export function openingHours({ happeningFromAt }: { happeningFromAt: number }, opensAt: number): number {
  const hours = Math.max(1, Math.floor((happeningFromAt - opensAt) / HOUR))
  return hours < HOURS_OF_DAY ? hours : hours - (hours % HOURS_OF_DAY)
}

/** Returns the hours between an end and the start, never too low, so that no fan comes after the end. */
export function closingHours({ happeningFromAt }: { happeningFromAt: number }, endsAt: number): number {
  return Math.max(0, Math.ceil((happeningFromAt - endsAt) / HOUR))
}
