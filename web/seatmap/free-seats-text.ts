/** "1.250 Plätze frei", with the separator of the page's language. */
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'

export function freeSeatsText(count: number): string {
  return m.event_free_seats({ count, number: new Intl.NumberFormat(currentLocale()).format(count) })
}
