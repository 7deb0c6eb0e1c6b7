/** Questions and answers about the KulturPass, the culture voucher of the German government. */
import type { Chapter, InBothLanguages } from '../../../schema/texts/text.ts'

export const KULTURPASS: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: 'was',
      title: 'Was ist der KulturPass?',
      blocks: [
        'Ein Guthaben der Bundesregierung für junge Menschen, die 18 werden und in Deutschland wohnen. Es lässt sich für Konzerte, Platten, Bücher, Kino und Museum ausgeben. Wer es bekommt, wie hoch es ist und bis wann es gilt, steht in der KulturPass-App und auf kulturpass.de.',
      ],
    },
    {
      id: 'wie',
      title: 'Wie bezahle ich ein Ticket damit?',
      blocks: [
        'Shows, die mitmachen, tragen auf ihrer Seite den Hinweis „KulturPass“. Der Link führt in die App: Dort reservierst du das Ticket und bezahlst mit deinem Guthaben. Danach bekommst du es von uns per E-Mail, wie jedes andere Online-Ticket.',
      ],
    },
    {
      id: 'warenkorb',
      title: 'Warum geht es nicht im Warenkorb?',
      blocks: [
        'Das Guthaben liegt in der App und nicht bei uns. Tickets aus der App und Artikel aus diesem Shop sind deshalb getrennte Bestellungen.',
      ],
    },
    {
      id: 'rest',
      title: 'Mein Guthaben reicht nicht ganz.',
      blocks: [
        'Ein Ticket muss ganz vom Guthaben bezahlt werden. Den Rest dazuzuzahlen ist in der App nicht vorgesehen.',
      ],
    },
    {
      id: 'zurueck',
      title: 'Kann ich das Ticket zurückgeben?',
      blocks: [
        'Eine Reservierung kannst du in der App aufheben, bis du sie eingelöst hast. Fällt die Show aus, kommt das Guthaben zurück in die App; ist dein Zeitraum abgelaufen, hilft der KulturPass-Support.',
      ],
    },
    {
      id: 'name',
      title: 'Kann jemand anderes mit dem Ticket kommen?',
      blocks: ['Nein. Das Guthaben ist persönlich, und das Ticket ist es auch. Bring bitte einen Ausweis mit.'],
    },
  ],
  en: [
    {
      id: 'was',
      title: 'What is the KulturPass?',
      blocks: [
        'A budget from the German government for young people who turn 18 and live in Germany. It pays for concerts, records, books, cinema and museums. Who gets it, how much it is and until when it is valid is told in the KulturPass app and at kulturpass.de.',
      ],
    },
    {
      id: 'wie',
      title: 'How do I pay for a ticket with it?',
      blocks: [
        'Shows that take part say “KulturPass” on their page. The link opens the app: reserve the ticket there and pay with your budget. We then email it to you like any other online ticket.',
      ],
    },
    {
      id: 'warenkorb',
      title: 'Why not in the cart?',
      blocks: [
        'The budget lies in the app and not with us. Tickets from the app and articles from this shop are therefore separate orders.',
      ],
    },
    {
      id: 'rest',
      title: 'My budget does not quite suffice.',
      blocks: ['A ticket has to be paid from the budget as a whole. The app has no way to add the difference.'],
    },
    {
      id: 'zurueck',
      title: 'Can I return the ticket?',
      blocks: [
        'You can cancel a reservation in the app until you have redeemed it. If the show is cancelled, the budget goes back to the app; if your period has ended, KulturPass support helps.',
      ],
    },
    {
      id: 'name',
      title: 'Can somebody else come with the ticket?',
      blocks: ['No. The budget is personal, and so is the ticket. Please bring an ID.'],
    },
  ],
}
