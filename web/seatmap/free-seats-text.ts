/** The number of free seats in words, with the separator of the page's language. */
import type { Locale } from '../../schema/locale.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'

/** "1.250 Plätze frei". */
export function freeSeatsText(count: number): string {
  return m.event_free_seats({ count, number: formatCount(count) })
}

/** "1.250 frei", for the little space on the map. A number alone would look like that of another block. */
export function freeOnMapText(count: number): string {
  return m.event_free_on_map({ number: formatCount(count) })
}

/** Creating a formatter takes long, and a repaint of the map needs one for each section. */
const formatters = new Map<Locale, Intl.NumberFormat>()

function formatCount(count: number): string {
  const locale = currentLocale()
  const formatter = formatters.get(locale) ?? new Intl.NumberFormat(locale)
  formatters.set(locale, formatter)
  return formatter.format(count)
}
