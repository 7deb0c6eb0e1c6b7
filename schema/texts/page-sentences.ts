/**
 * Sentences that describe pages without a text in the catalogue, for search engines and share previews. Search engines
 * ignore descriptions that several pages share. Therefore different pages have different sentences (SHOP-09). `contact`
 * and `imprint` share one, because they are routes of the same page.
 */
import type { Locale } from '../locale.ts'
import type { RouteName } from '../routes.ts'

type Describe = (shop: string) => string

/**
 * The sentences of routes. Pages about an event, a product, an artist, a tour or a category use `SUBJECT_SENTENCES`. Other
 * public pages without a sentence use the shop's description. Private pages need none, because they are not indexed.
 */
export const PAGE_SENTENCES: Record<Locale, Partial<Record<RouteName, Describe>>> = {
  de: {
    categories: (shop) => `Shirts, Hoodies, Platten, Plakate und Kleinkram von ${shop}: das ganze Merch nach Rubriken.`,
    artists: (shop) => `Alle Künstlerinnen, Künstler und Bands bei ${shop}, mit Merch, Konzerten und eigenem Shop.`,
    events: (shop) =>
      `Alle Konzerte und Touren bei ${shop}: nach Stadt und Datum suchen, Plätze aussuchen, Tickets kaufen.`,
    search: (shop) => `Künstler, Merch und Konzerte bei ${shop} durchsuchen.`,
    contact: (shop) => `So erreichst du ${shop}: Kontakt zum Kundenservice, Anschrift und Impressum.`,
    imprint: (shop) => `So erreichst du ${shop}: Kontakt zum Kundenservice, Anschrift und Impressum.`,
    terms: (shop) =>
      `Die Allgemeinen Geschäftsbedingungen von ${shop}: Bestellung, Zahlung, Versand, Widerruf und Tickets.`,
    'terms-advent': (shop) =>
      `Wer beim Gewinnspiel zum Krassen Dezember von ${shop} mitmachen darf und wie gelost wird.`,
    datapolicy: (shop) =>
      `Welche Daten ${shop} braucht, wozu, wie lange sie bleiben und wie du Analyse ein- oder ausschaltest.`,
    jobs: (shop) => `Arbeiten bei ${shop}: ob gerade eine Stelle offen ist und wie du dich sonst meldest.`,
    gamepolicy: (shop) =>
      `Teilnahmebedingungen für Gewinnspiele von ${shop}: wer mitmachen darf, wie gelost und benachrichtigt wird.`,
    kulturpass: (shop) =>
      `Mit einem Kulturgutschein bei ${shop} Tickets bezahlen: wofür er gilt und wie du ihn einlöst.`,
    nofrills: (shop) => `${shop} auf einen Blick: Merch, Tickets und sonst nichts.`,
    facebookintegration: (shop) => `Merch und Tickets von ${shop}, direkt aus dem Profil.`,
    faq: (shop) => `Antworten von ${shop} zu Tickets, Reservierung, Bezahlung, Versand, Rückgabe und Vorverkauf.`,
    'faq-kiox': (shop) => `Kiox, der Ticketautomat im Foyer: Was er druckt, wo er steht und was ${shop} darüber weiß.`,
    'faq-package': (shop) =>
      `Das Paket aus Ticket und Merch bei ${shop}: was drin ist, wie es ankommt, wie man es zurückgibt.`,
    'faq-pick-up': (shop) => `Merch von ${shop} bei der Show abholen: wo, bis wann und womit du dich ausweist.`,
  },
  en: {
    categories: (shop) => `Shirts, hoodies, records, posters and odds and ends from ${shop}: all merch by category.`,
    artists: (shop) => `All artists and bands at ${shop}, with merch, concerts and shops of their own.`,
    events: (shop) => `All concerts and tours at ${shop}: search by city and date, pick your seats, buy tickets.`,
    search: (shop) => `Search artists, merch and concerts at ${shop}.`,
    contact: (shop) => `How to reach ${shop}: customer service, address and legal notice.`,
    imprint: (shop) => `How to reach ${shop}: customer service, address and legal notice.`,
    terms: (shop) => `The terms and conditions of ${shop}: orders, payment, shipping, withdrawal and tickets.`,
    'terms-advent': (shop) => `Who may enter the Wild December prize draw at ${shop}, and how winners are drawn.`,
    datapolicy: (shop) =>
      `What data ${shop} needs and why, how long we keep it, and how to switch analytics on or off.`,
    jobs: (shop) => `Working at ${shop}: whether a position is open, and how to get in touch if not.`,
    gamepolicy: (shop) => `Rules for prize draws at ${shop}: who may enter, how winners are drawn and notified.`,
    kulturpass: (shop) => `Paying for tickets at ${shop} with a culture voucher: what it covers and how to use it.`,
    nofrills: (shop) => `${shop} at a glance: merch, tickets and nothing else.`,
    facebookintegration: (shop) => `Merch and tickets from ${shop}, straight from the profile.`,
    faq: (shop) =>
      `Answers from ${shop} about tickets, reservations, payment, shipping, returns and the start of sales.`,
    'faq-kiox': (shop) =>
      `Kiox, the ticket machine in the foyer: what it prints, where to find it and what ${shop} knows about it.`,
    'faq-package': (shop) =>
      `The bundle of ticket and merch at ${shop}: what is in it, how it arrives, how to return it.`,
    'faq-pick-up': (shop) => `Picking up merch from ${shop} at the show: where, until when, and what to bring.`,
  },
}

export type SubjectKind = 'event' | 'product' | 'artist' | 'tour' | 'category'

export const SUBJECT_SENTENCES: Record<Locale, Record<SubjectKind, (title: string, shop: string) => string>> = {
  de: {
    event: (title, shop) => `${title}: Termin, Einlass und Preise; Tickets gibt es bei ${shop}.`,
    product: (title, shop) => `${title}: Preis, Größen und Lieferzeit; zu bestellen bei ${shop}.`,
    artist: (title, shop) => `Merch, Platten und Konzerte von ${title} bei ${shop}.`,
    tour: (title, shop) => `${title}: alle Städte, Termine und Tickets bei ${shop}.`,
    category: (title, shop) => `${title} bei ${shop}: alle Artikel der Rubrik, vorrätig und zum Vorbestellen.`,
  },
  en: {
    event: (title, shop) => `${title}: date, doors and prices; tickets from ${shop}.`,
    product: (title, shop) => `${title}: price, sizes and delivery; order it from ${shop}.`,
    artist: (title, shop) => `Merch, records and concerts by ${title} at ${shop}.`,
    tour: (title, shop) => `${title}: all cities, dates and tickets at ${shop}.`,
    category: (title, shop) => `${title} at ${shop}: everything in this category, in stock or to pre-order.`,
  },
}

export const SHOP_SENTENCE: Record<Locale, Describe> = {
  de: (shop) => `Tickets, Shirts, Platten und mehr – direkt von ${shop}.`,
  en: (shop) => `Tickets, shirts, records and more – straight from ${shop}.`,
}
