/** Titles in the head of pages that have no subject of their own. Subjects are, for example, events and products. */
import type { Locale } from '../../schema/locale.ts'
import type { Route } from '../../schema/routes.ts'
import { pageTitles } from '../generated/page-titles.ts'

export const TITLES: Record<Locale, Partial<Record<Route['name'], string>>> = {
  de: {
    ...pageTitles.de,
    // In the browser, the components of these pages replace these titles.
    'checkout-payment': 'Versand & Zahlung',
    'checkout-confirm': 'Prüfen & bestellen',
    'checkout-done': 'Danke',
    'pay-later': 'Bezahlen',
    'checkout-resume': 'Sitzung fortsetzen',
    'checkout-add-to-order': 'Zu einer Bestellung hinzufügen',
    'faq-kiox': 'Kiox: Fragen & Antworten',
    'faq-package': 'Das Paket: Fragen & Antworten',
    'faq-pick-up': 'Nur zum Abholen: Fragen & Antworten',
  },
  en: {
    ...pageTitles.en,
    'checkout-payment': 'Shipping & payment',
    'checkout-confirm': 'Review & order',
    'checkout-done': 'Thank you',
    'pay-later': 'Pay',
    'checkout-resume': 'Resume session',
    'checkout-add-to-order': 'Add to an order',
    'faq-kiox': 'Kiox: questions & answers',
    'faq-package': 'The bundle: questions & answers',
    'faq-pick-up': 'Pick-up only: questions & answers',
  },
}
