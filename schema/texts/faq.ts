/**
 * The frequently asked questions (PAGE-02), for the page and for its FAQPage structured data. The ids are part of URLs
 * (/faq/3, /faq-kiox/0), so never change them. Both languages have the same ids.
 */
import { ACCESS_EMAIL } from '../company.ts'
import { DEFAULT_HOLD_SECONDS, HOLD_EXTENSION_SECONDS } from '../limits.ts'
import { KIOX, PACKAGE, PICK_UP } from './faq-variants.ts'
import type { Chapter, InBothLanguages } from './text.ts'

const HOLD_MINUTES = DEFAULT_HOLD_SECONDS / 60
const EXTENSION_MINUTES = HOLD_EXTENSION_SECONDS / 60

const GENERAL: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: '1',
      title: 'Wie bekomme ich meine Tickets?',
      blocks: [
        'Online-Tickets schicken wir dir per E-Mail, sobald deine Zahlung da ist: mit Ticketnummer und einem Code zum Scannen. Auf dem Handy zeigen reicht, ausdrucken geht auch.',
        'Hard-Tickets sind gedruckt und kommen mit der Post. Rechne mit drei bis fünf Werktagen; kurz vor der Show schicken wir keine mehr los, deshalb endet ihr Verkauf früher.',
      ],
    },
    {
      id: '2',
      title: 'Wie lange sind meine Plätze reserviert?',
      blocks: [
        `Sobald du Tickets in den Warenkorb legst, gehören die Plätze dir, in der Regel für ${HOLD_MINUTES} Minuten. Manche Shows geben mehr oder weniger Zeit; die Uhr oben zeigt, wie lange noch. Wenn du mit dem Bezahlen anfängst, gibt es einmal ${EXTENSION_MINUTES} Minuten dazu.`,
        'Läuft die Zeit ab, sind die Plätze wieder für alle frei. Merch bleibt im Warenkorb liegen, ist dort aber nicht reserviert.',
      ],
    },
    {
      id: '3',
      title: 'Wie kann ich bezahlen?',
      blocks: [
        'Mit Karte, Apple Pay und Google Pay über eine sichere Bezahlseite oder per Überweisung. Bei Überweisung steht der Betrag sieben Tage für dich bereit; deine Bestellung geht raus, wenn das Geld bei uns ist.',
        'Bei Shows, die bald stattfinden, ist Überweisung nicht mehr möglich.',
      ],
    },
    {
      id: '4',
      title: 'Was kostet der Versand, und wohin liefert ihr?',
      blocks: [
        'Der Versand hängt von Land und Paket ab und steht im Warenkorb, bevor du bestellst. Online-Tickets kosten keinen Versand.',
        'Wir liefern in die Europäische Union, in die Schweiz und in weitere Länder. Bei Lieferungen außerhalb der EU können Zoll und Einfuhrsteuer dazukommen.',
      ],
    },
    {
      id: '5',
      title: 'Kann ich Merch zurückgeben?',
      blocks: [
        'Ja. Du hast 14 Tage Zeit, ohne Grund zu widerrufen, und danach noch einmal 14 Tage, um die Sachen zurückzuschicken. Personalisierte Artikel und geöffnete Tonträger sind davon ausgenommen.',
        'Passt nur die Größe nicht, schreib uns: Einen Umtausch machen wir gern möglich, solange deine Größe da ist.',
      ],
    },
    {
      id: '6',
      title: 'Kann ich Tickets zurückgeben oder umtauschen?',
      blocks: [
        'Für Tickets zu einem festen Termin gibt es kein gesetzliches Widerrufsrecht. Fällt eine Show aus, bekommst du dein Geld zurück; wird sie verlegt, gilt dein Ticket für den neuen Termin.',
        'Wenn du selbst nicht kannst, darfst du dein Ticket zum Originalpreis weitergeben. Bei personalisierten Tickets änderst du den Namen auf der Seite deiner Bestellung, solange der Veranstalter es erlaubt. Dort fragst du auch eine Stornierung an, in der Regel bis 48 Stunden vor der Show. Den Link findest du in jeder Mail zur Bestellung.',
      ],
    },
    {
      id: '7',
      title: 'Was heißt „Vorverkauf startet am …“?',
      blocks: [
        'Dann kannst du dir die Show schon ansehen, aber noch nichts kaufen. Bleib einfach auf der Seite: Sie öffnet sich zur angegebenen Zeit von selbst, ohne Neuladen.',
        'Sind sehr viele gleichzeitig da, kommst du in einen Warteraum. Wer vor dem Start da ist, bekommt einen ausgelosten Platz in der Schlange, danach geht es der Reihe nach. Neu laden bringt dich nicht nach vorn und kostet dich auch keinen Platz.',
      ],
    },
    {
      id: '8',
      title: 'Ich brauche einen barrierefreien Platz.',
      blocks: [
        'Rollstuhlplätze und Plätze für Begleitpersonen, die der Saalplan zeigt, lassen sich wie alle anderen buchen. Neben dem Plan gibt es eine Liste aller Reihen, die sich mit Tastatur und Screenreader bedienen lässt.',
        `Für alles, was der Plan nicht zeigt, und für Shows ohne Saalplan schreib an ${ACCESS_EMAIL}. Wir klären es mit dem Haus.`,
      ],
    },
  ],
  en: [
    {
      id: '1',
      title: 'How do I get my tickets?',
      blocks: [
        'We email online tickets as soon as your payment has arrived: with a ticket number and a code to scan. Showing it on your phone is enough, printing works too.',
        'Hard tickets are printed and come by post. Allow three to five working days; close to the show we no longer send any, which is why their sale ends earlier.',
      ],
    },
    {
      id: '2',
      title: 'How long are my seats reserved?',
      blocks: [
        `Once tickets are in your cart, the seats are yours, as a rule for ${HOLD_MINUTES} minutes. Some shows give more time or less; the clock at the top shows how long is left. When you start paying you get ${EXTENSION_MINUTES} more minutes, once.`,
        'When time is up, the seats are free for everybody again. Merch stays in your cart but is not reserved there.',
      ],
    },
    {
      id: '3',
      title: 'How can I pay?',
      blocks: [
        'By card, Apple Pay or Google Pay on a secure payment page, or by bank transfer. With a bank transfer you have seven days; your order ships once the money is here.',
        'For shows that are close, bank transfer is no longer possible.',
      ],
    },
    {
      id: '4',
      title: 'What does shipping cost, and where do you deliver?',
      blocks: [
        'Shipping depends on country and parcel and is shown in your cart before you order. Online tickets ship for free.',
        'We deliver within the European Union, to Switzerland and to further countries. Outside the EU, customs and import tax may be added.',
      ],
    },
    {
      id: '5',
      title: 'Can I return merch?',
      blocks: [
        'Yes. You have 14 days to withdraw without giving a reason, and another 14 days to send things back. Personalised articles and opened records are excluded.',
        'If only the size is wrong, write to us: we are happy to exchange it as long as your size is there.',
      ],
    },
    {
      id: '6',
      title: 'Can I return or exchange tickets?',
      blocks: [
        'There is no legal right of withdrawal for tickets to a fixed date. If a show is cancelled you get your money back; if it is moved, your ticket is valid for the new date.',
        'If you cannot go, you may pass your ticket on at its original price. For personalised tickets, you change the name on the page of your order for as long as the promoter allows it. You can also ask for a cancellation there, usually until 48 hours before the show. You find the link in every email about the order.',
      ],
    },
    {
      id: '7',
      title: 'What does “Presale starts on …” mean?',
      blocks: [
        'You can look at the show already but not buy yet. Just stay on the page: it opens by itself at the stated time, without reloading.',
        'If very many people are here at once, you enter a waiting room. Whoever is there before the start gets a place in line by lot, after that it is first come, first served. Reloading neither moves you forward nor costs you your place.',
      ],
    },
    {
      id: '8',
      title: 'I need an accessible seat.',
      blocks: [
        'Wheelchair spaces and seats for companions that the seat map shows can be booked like any other. Beside the map there is a list of all rows that works with keyboard and screen reader.',
        `For anything the map does not show, and for shows without a seat map, write to ${ACCESS_EMAIL}. We will sort it out with the venue.`,
      ],
    },
  ],
}

export type FaqVariant = 'kiox' | 'package' | 'pick-up'

export const FAQ: Record<'general' | FaqVariant, InBothLanguages<Chapter[]>> = {
  general: GENERAL,
  kiox: KIOX,
  package: PACKAGE,
  'pick-up': PICK_UP,
}

/** Returns the sets of questions that a page shows, in order. On /faq, the shop's additional set, `variant`, comes first. */
export function faqSets(route: string, variant: FaqVariant | undefined): (keyof typeof FAQ)[] {
  const [, own] = /^faq-(kiox|package|pick-up)$/.exec(route) ?? []
  if (own === 'kiox' || own === 'package' || own === 'pick-up') return [own]
  return variant ? [variant, 'general'] : ['general']
}
