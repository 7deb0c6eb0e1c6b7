/** The number of free seats in words, with the separator of the page's language. */
import { formatNumber } from '../../schema/rules/number-format.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'

/** "1.250 Plätze frei". */
export function freeSeatsText(count: number): string {
  return m.event_free_seats({ count, number: formatNumber(count, currentLocale()) })
}

/** "1.250 frei", for the little space on the map. A number alone would look like that of another block. */
export function freeOnMapText(count: number): string {
  return m.event_free_on_map({ number: formatNumber(count, currentLocale()) })
}
