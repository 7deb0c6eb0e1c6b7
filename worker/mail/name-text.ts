/** The texts of the mails about the names on tickets. */
import type { Locale } from '../../schema/locale.ts'
import type { NameMailReader } from '../db/name-change.ts'

type Facts = { event: string; from: string; to: string; shopName: string }
type NameText = { subject: string; lead: string; notes: string[] }

export const NAME_TEXT: Record<Locale, Record<NameMailReader | 'request', (facts: Facts) => NameText>> = {
  de: {
    buyer: ({ event, from, to }) => ({
      subject: `Neuer Name auf deinem Ticket: ${event}`,
      lead: from
        ? `ein Ticket aus deiner Bestellung läuft jetzt auf ${to} statt auf ${from}.`
        : `ein Ticket aus deiner Bestellung läuft jetzt auf ${to}.`,
      notes: [
        'Das Ticket hat eine neue Nummer bekommen. Mit der alten kommt niemand mehr rein, also wirf das alte Ticket weg. Das neue haben wir an die neue Inhaberin oder den neuen Inhaber geschickt.',
        'Hast du das nicht veranlasst? Dann schreib uns gleich.',
      ],
    }),
    holder: ({ event, shopName }) => ({
      subject: `Dein Ticket: ${event}`,
      lead: `hier kommt dein Ticket für ${event}. Es wurde bei ${shopName} auf deinen Namen umgeschrieben.`,
      notes: ['Gib die Nummer nicht weiter und bring einen Ausweis mit.'],
    }),
    former: ({ event, to }) => ({
      subject: `Dein Ticket läuft auf einen anderen Namen: ${event}`,
      lead: `das Ticket für ${event}, das auf deinen Namen lief, läuft jetzt auf ${to}.`,
      notes: [
        'Deine Ticketnummer gilt nicht mehr. Ist das ein Irrtum, melde dich bei der Person, die das Ticket gekauft hat.',
      ],
    }),
    request: ({ event, to }) => ({
      subject: `Soll dein Ticket auf einen anderen Namen laufen? ${event}`,
      lead: `jemand mit der Nummer eines deiner Tickets hat uns dafür den Namen ${to} genannt. Geändert haben wir nichts.`,
      notes: [
        'Passt der Name? Dann ändere ihn auf der Seite deiner Bestellung unter „Namen ändern“. Kennst du ihn nicht, musst du nichts tun.',
        'Zeig deine Ticketnummern niemandem und auf keinem Foto.',
      ],
    }),
  },
  en: {
    buyer: ({ event, from, to }) => ({
      subject: `New name on your ticket: ${event}`,
      lead: from
        ? `A ticket in your order is now in the name of ${to} instead of ${from}.`
        : `A ticket in your order is now in the name of ${to}.`,
      notes: [
        'The ticket has a new number. The old one no longer gets anyone in, so throw the old ticket away. We have sent the new one to its new holder.',
        'If you didn’t ask for this, please write to us straight away.',
      ],
    }),
    holder: ({ event, shopName }) => ({
      subject: `Your ticket: ${event}`,
      lead: `Here is your ticket for ${event}. ${shopName} has transferred it to your name.`,
      notes: ['Don’t pass the number on, and bring your ID.'],
    }),
    former: ({ event, to }) => ({
      subject: `Your ticket is now in another name: ${event}`,
      lead: `The ticket for ${event} that was in your name is now in the name of ${to}.`,
      notes: ['Your ticket number is no longer valid. If this is a mistake, ask the person who bought the ticket.'],
    }),
    request: ({ event, to }) => ({
      subject: `Another name on your ticket? ${event}`,
      lead: `Someone with the number of one of your tickets has given us the name ${to} for it. We haven’t changed anything.`,
      notes: [
        'If the name is right, change it on the page of your order, under “Change names”. If you don’t know the name, there’s nothing you need to do.',
        'Never show your ticket numbers to anyone or in a photo.',
      ],
    }),
  },
}
