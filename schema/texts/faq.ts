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
        'Hardtickets sind gedruckt und kommen mit der Post. Rechne mit drei bis fünf Werktagen; kurz vor der Show schicken wir keine mehr los, deshalb endet ihr Verkauf früher.',
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
        'Mit Karte, PayPal oder per Vorkasse (Überweisung), je nach Shop und Gerät auch mit Klarna, Apple Pay, Google Pay oder Link. Bei Vorkasse halten wir alles für dich zurück, mindestens sieben Tage; bis wann genau, steht in der Bestätigung. Deine Bestellung geht raus, wenn das Geld bei uns ist.',
        'Bei Shows, die bald stattfinden, ist Vorkasse nicht mehr möglich.',
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
        'Wenn du selbst nicht kannst, darfst du dein Ticket zum Originalpreis weitergeben. Bei personalisierten Tickets änderst du den Namen auf der Seite deiner Bestellung, solange der Veranstalter es erlaubt. Nimmt der Veranstalter Stornierungen an, fragst du sie auch dort an, in der Regel bis 48 Stunden vor dem Konzert. Den Link findest du in jeder Mail zur Bestellung.',
      ],
    },
    {
      id: '7',
      title: 'Was heißt „Der Vorverkauf startet am …“?',
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
        'We email online tickets as soon as your payment has arrived, with a ticket number and a code to scan. You can show the code on your phone or print it.',
        'Printed tickets come by post. Allow three to five working days. We don’t post any shortly before the show, so they go off sale earlier.',
      ],
    },
    {
      id: '2',
      title: 'How long are my seats reserved?',
      blocks: [
        `Once tickets are in your cart, the seats are yours, usually for ${HOLD_MINUTES} minutes. Some shows give you more time or less; the clock at the top shows how long you have left. When you start to pay, you get ${EXTENSION_MINUTES} more minutes, once.`,
        'When your time is up, the seats are available to everyone again. Merch stays in your cart, but is not reserved.',
      ],
    },
    {
      id: '3',
      title: 'How can I pay?',
      blocks: [
        'By card, PayPal or bank transfer, and, depending on the shop and your device, with Klarna, Apple Pay, Google Pay or Link. If you pay by bank transfer, we hold everything for you for at least seven days; the confirmation gives the exact date. We send your order once the money has arrived.',
        'You can’t pay by bank transfer if the show is only a few days away.',
      ],
    },
    {
      id: '4',
      title: 'What does shipping cost, and where do you deliver?',
      blocks: [
        'Shipping depends on the country and the parcel, and is shown in your cart before you order. There is no shipping charge for online tickets.',
        'We deliver within the European Union, to Switzerland and to some other countries. Outside the EU, customs duty and import tax may be added.',
      ],
    },
    {
      id: '5',
      title: 'Can I return merch?',
      blocks: [
        'Yes. You have 14 days to withdraw without giving a reason, and another 14 days to send things back. Personalised items and opened records are excluded.',
        'If it’s just the wrong size, write to us: we’re happy to exchange it while we have yours.',
      ],
    },
    {
      id: '6',
      title: 'Can I return or exchange tickets?',
      blocks: [
        'There is no statutory right of withdrawal for tickets with a fixed date. If a show is cancelled, you get your money back; if it is rescheduled, your ticket is valid for the new date.',
        'If you can’t go, you may pass your ticket on at its original price. If there is a name on it, you can change it on the page of your order for as long as the promoter allows. If the promoter accepts cancellations, you can also ask for one there, usually up to 48 hours before the show. You’ll find the link in every email about the order.',
      ],
    },
    {
      id: '7',
      title: 'What does “Tickets go on sale on …” mean?',
      blocks: [
        'You can already look at the show, but you can’t buy yet. Just stay on the page: sales open there at the stated time, with no need to reload.',
        'If a great many people are here at once, you enter a waiting room. A lottery decides the order of everyone who is there before the start; after that, it is first come, first served. Reloading neither moves you forward nor costs you your place.',
      ],
    },
    {
      id: '8',
      title: 'I need an accessible seat.',
      blocks: [
        'Wheelchair spaces and companion seats are marked on the seating plan and can be booked like any others. Next to the plan there is a list of all rows, which works with a keyboard and with a screen reader.',
        `For anything the plan doesn’t show, and for shows without a plan, write to ${ACCESS_EMAIL}. We will sort it out with the venue.`,
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
