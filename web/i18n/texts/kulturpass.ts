/**
 * Questions and answers about the KulturPass, a culture voucher of the German government that ended in 2025, and about the
 * vouchers of similar programmes, which the shop accepts in the cart (CART-06).
 */
import type { Chapter, InBothLanguages } from '../../../schema/texts/text.ts'

export const KULTURPASS: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: 'was',
      title: 'Was war der KulturPass?',
      blocks: [
        'Ein Guthaben der Bundesregierung für junge Menschen, die in Deutschland wohnten und 18 wurden. Damit ließen sich Konzerte, Platten, Bücher, Kino und Museum bezahlen. Das Programm ist 2025 ausgelaufen, und das Guthaben aus der App gilt nicht mehr.',
        'Ähnliche Programme geben Kulturgutscheine aus. Gehört deiner zu einem Programm, mit dem wir zusammenarbeiten, bezahlst du hier damit Tickets.',
      ],
    },
    {
      id: 'wie',
      title: 'Wie bezahle ich ein Ticket mit einem Kulturgutschein?',
      blocks: [
        'Leg die Tickets in den Warenkorb und gib dort den Code deines Gutscheins ein. Kommst du über einen Link deines Programms, ist der Code schon gemerkt. Der Warenkorb zeigt dir, wie viel der Gutschein bezahlt.',
      ],
    },
    {
      id: 'warenkorb',
      title: 'Gilt er auch für Merch?',
      blocks: [
        'Nein, ein Kulturgutschein bezahlt nur Tickets. Merch kannst du trotzdem in derselben Bestellung kaufen; den zahlst du wie gewohnt.',
      ],
    },
    {
      id: 'rest',
      title: 'Mein Gutschein reicht nicht ganz.',
      blocks: ['Kein Problem: Was fehlt, bezahlst du an der Kasse auf einem der üblichen Wege.'],
    },
    {
      id: 'zurueck',
      title: 'Was ist, wenn das Konzert ausfällt?',
      blocks: ['Erstatten wir deine Bestellung, geht der Betrag, den der Gutschein bezahlt hat, an ihn zurück.'],
    },
    {
      id: 'name',
      title: 'Kann jemand anderes mit dem Ticket kommen?',
      blocks: [
        'Das hängt vom Konzert ab. Sind die Tickets personalisiert, steht das auf der Seite des Konzerts. Schau bitte auch in die Bedingungen deines Programms.',
      ],
    },
  ],
  en: [
    {
      id: 'was',
      title: 'What was the KulturPass?',
      blocks: [
        'A budget from the German government for young people who lived in Germany and turned 18. It paid for concerts, records, books, cinema and museums. The programme ended in 2025, and the budget in the app is no longer valid.',
        'Similar programmes issue culture vouchers. If yours belongs to a programme that we work with, you can pay for tickets with it here.',
      ],
    },
    {
      id: 'wie',
      title: 'How do I pay for a ticket with a culture voucher?',
      blocks: [
        'Put the tickets in your cart and enter the code of your voucher there. If you come by a link from your programme, the code is already saved. The cart shows how much the voucher pays.',
      ],
    },
    {
      id: 'warenkorb',
      title: 'Can I use it for merch?',
      blocks: [
        'No, a culture voucher only pays for tickets. You can still buy merch in the same order, and pay for it as usual.',
      ],
    },
    {
      id: 'rest',
      title: 'My voucher doesn’t cover everything.',
      blocks: ['No problem: pay the rest at checkout with any of the usual payment methods.'],
    },
    {
      id: 'zurueck',
      title: 'What if the show is cancelled?',
      blocks: ['If we refund your order, the amount that the voucher paid goes back to the voucher.'],
    },
    {
      id: 'name',
      title: 'Can someone else use my ticket?',
      blocks: [
        'That depends on the show. If its tickets are personalised, the page of the show says so. Please check the terms of your programme, too.',
      ],
    },
  ],
}
