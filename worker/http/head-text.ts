/** Default texts for a page's head if its subject has none. */
import type { Locale } from '../../schema/locale.ts'
import type { Route } from '../../schema/routes.ts'

export const TITLES: Record<Locale, Partial<Record<Route['name'], string>>> = {
  de: {
    categories: 'Merch',
    artists: 'Künstler',
    events: 'Tickets & Touren',
    search: 'Suche',
    checkout: 'Warenkorb',
    'checkout-details': 'Adresse',
    'checkout-payment': 'Versand & Zahlung',
    'checkout-confirm': 'Prüfen & bestellen',
    'checkout-done': 'Danke',
    'pay-later': 'Bezahlen',
    'checkout-resume': 'Sitzung fortsetzen',
    contact: 'Kontakt & Impressum',
    imprint: 'Kontakt & Impressum',
    terms: 'AGB',
    'terms-advent': 'Teilnahmebedingungen Krasser Dezember',
    datapolicy: 'Datenschutz',
    jobs: 'Jobs',
    gamepolicy: 'Teilnahmebedingungen',
    kulturpass: 'KulturPass',
    faq: 'Fragen & Antworten',
    'faq-kiox': 'Kiox: Fragen & Antworten',
    'faq-package': 'Das Paket: Fragen & Antworten',
    'faq-pick-up': 'Nur zum Abholen: Fragen & Antworten',
  },
  en: {
    categories: 'Merch',
    artists: 'Artists',
    events: 'Tickets & tours',
    search: 'Search',
    checkout: 'Cart',
    'checkout-details': 'Address',
    'checkout-payment': 'Shipping & payment',
    'checkout-confirm': 'Review & order',
    'checkout-done': 'Thank you',
    'pay-later': 'Pay',
    'checkout-resume': 'Resume session',
    contact: 'Contact & imprint',
    imprint: 'Contact & imprint',
    terms: 'Terms',
    'terms-advent': 'Prize draw terms, Wild December',
    datapolicy: 'Privacy',
    jobs: 'Jobs',
    gamepolicy: 'Rules for prize draws',
    kulturpass: 'KulturPass',
    faq: 'Questions & answers',
    'faq-kiox': 'Kiox: questions & answers',
    'faq-package': 'The package: questions & answers',
    'faq-pick-up': 'Pick-up only: questions & answers',
  },
}

export const TEXTS = {
  de: {
    notFound: 'Nicht gefunden',
  },
  en: {
    notFound: 'Not found',
  },
}
