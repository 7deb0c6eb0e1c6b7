/**
 * EVL-02: days as visitors type and read them, in the format of the page's language: 24.12.2026 in German, 24/12/2026 in
 * English. A native date field would use the format of the browser's language. Days in code have the form 2026-12-24.
 */
import type { Locale } from '../../../schema/locale.ts'
import { isDay } from './event-filter.ts'

const SEPARATORS: Record<Locale, string> = { de: '.', en: '/' }

/** The day first, with any usual separator or none, and a year of two or four digits. */
const TYPED = /^(\d{1,2})[./\- ]+(\d{1,2})[./\- ]+(\d{4}|\d{2})$|^(\d{2})(\d{2})(\d{4})$/

export function dayText(day: string, locale: Locale): string {
  return day.split('-').reverse().join(SEPARATORS[locale])
}

/** Returns an empty day for an empty text, and null for a text that is no date, such as 31.02.2026. */
export function readDay(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return ''
  if (isDay(typed)) return typed
  const [, ...parts] = TYPED.exec(typed) ?? []
  const [day = '', month = '', year = ''] = parts.filter((part) => part !== undefined)
  const read = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : null
}

/** Whether the text ends with a year of four digits, so that the visitor has typed all of it. */
export function isTypedOut(text: string): boolean {
  return /\d{4}\s*$/.test(text)
}
