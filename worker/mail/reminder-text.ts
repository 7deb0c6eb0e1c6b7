/** The texts of the mails of reminders. */
import type { Locale } from '../../schema/locale.ts'
import type { ReminderKind } from '../../schema/rules/reminder.ts'

type Facts = { shopName: string }
/** The subject of a mail is its headline and the title of the product or event. */
type Text = { headline: string; lead: string; button: string; notes: string[] }
type Occasion = 'request' | 'confirmed' | 'notice'

export const REMINDER_TEXT: Record<
  Locale,
  { hello: string; texts: Record<ReminderKind, Record<Occasion, (facts: Facts) => Text>> }
> = {
  de: {
    hello: 'Hallo,',
    texts: {
      stock: {
        request: ({ shopName }) => ({
          headline: 'Sollen wir dir Bescheid sagen?',
          lead: `du willst wissen, wann es das hier bei ${shopName} wieder gibt. Bestätige bitte noch kurz, dass das deine Adresse ist.`,
          button: 'Ja, sagt mir Bescheid',
          notes: [
            'Danach schreiben wir dir genau einmal: sobald der Artikel wieder da ist. Dann löschen wir deine Adresse.',
            'Das warst nicht du? Dann musst du nichts tun. Ohne Bestätigung löschen wir die Adresse nach zwei Tagen.',
          ],
        }),
        confirmed: () => ({
          headline: 'Du stehst schon auf der Liste',
          lead: 'die Erinnerung an diesen Artikel ist bereits bestätigt. Sobald er wieder da ist, schreiben wir dir.',
          button: 'Erinnerung ansehen',
          notes: ['Du musst nichts weiter tun.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Wieder da',
          lead: `gute Nachricht: Das hier gibt es bei ${shopName} wieder. Wie lange der Vorrat reicht, wissen wir nicht – reserviert ist nichts.`,
          button: 'Zum Artikel',
          notes: [
            'Das war die eine Mail, um die du uns gebeten hast. Deine Adresse haben wir dafür nicht länger gespeichert.',
          ],
        }),
      },
      presale: {
        request: ({ shopName }) => ({
          headline: 'Sollen wir dich an den Vorverkauf erinnern?',
          lead: `du willst wissen, wann bei ${shopName} der Vorverkauf beginnt. Bestätige bitte noch kurz, dass das deine Adresse ist.`,
          button: 'Ja, erinnert mich',
          notes: [
            'Danach schreiben wir dir genau einmal: wenn der Vorverkauf beginnt. Dann löschen wir deine Adresse.',
            'Das warst nicht du? Dann musst du nichts tun. Ohne Bestätigung löschen wir die Adresse nach zwei Tagen.',
          ],
        }),
        confirmed: () => ({
          headline: 'Du stehst schon auf der Liste',
          lead: 'die Erinnerung an diesen Vorverkauf ist bereits bestätigt. Sobald er beginnt, schreiben wir dir.',
          button: 'Erinnerung ansehen',
          notes: ['Du musst nichts weiter tun.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Der Vorverkauf läuft',
          lead: `es geht los: Bei ${shopName} gibt es jetzt Tickets. Reserviert ist noch nichts.`,
          button: 'Zu den Tickets',
          notes: [
            'Das war die eine Mail, um die du uns gebeten hast. Deine Adresse haben wir dafür nicht länger gespeichert.',
          ],
        }),
      },
      tickets: {
        request: ({ shopName }) => ({
          headline: 'Sollen wir dir Bescheid sagen?',
          lead: `du willst wissen, wann es bei ${shopName} für dieses Konzert wieder Tickets gibt. Bestätige bitte noch kurz, dass das deine Adresse ist.`,
          button: 'Ja, sagt mir Bescheid',
          notes: [
            'Danach schreiben wir dir einmal, sobald wieder Tickets frei sind, und löschen deine Adresse. Ein Anrecht auf ein Ticket hast du damit nicht.',
            'Das warst nicht du? Dann musst du nichts tun. Ohne Bestätigung löschen wir die Adresse nach zwei Tagen.',
          ],
        }),
        confirmed: () => ({
          headline: 'Du stehst schon auf der Liste',
          lead: 'du hast die Erinnerung an dieses Konzert schon bestätigt. Sobald wieder Tickets frei sind, schreiben wir dir.',
          button: 'Erinnerung ansehen',
          notes: ['Du musst nichts weiter tun.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Wieder Tickets frei',
          lead: `gute Nachricht: Bei ${shopName} sind gerade wieder Tickets frei. Reserviert ist nichts, und andere haben diese Mail auch bekommen – vielleicht sind sie schon weg, wenn du nachsiehst.`,
          button: 'Zu den Tickets',
          notes: [
            'Das war die eine Mail, um die du uns gebeten hast. Deine Adresse haben wir dafür nicht länger gespeichert.',
          ],
        }),
      },
    },
  },
  en: {
    hello: 'Hello,',
    texts: {
      stock: {
        request: ({ shopName }) => ({
          headline: 'Shall we let you know?',
          lead: `You would like to know when ${shopName} has this in stock again. Please confirm that this is your address.`,
          button: 'Yes, let me know',
          notes: [
            'After that, we’ll write to you exactly once: as soon as it’s back. Then we’ll delete your address.',
            'If this wasn’t you, there’s nothing to do. Without confirmation, we’ll delete the address after two days.',
          ],
        }),
        confirmed: () => ({
          headline: 'You’re already on the list',
          lead: 'You have already confirmed this reminder. We’ll write to you as soon as the item is back.',
          button: 'View the reminder',
          notes: ['There is nothing else to do.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Back in stock',
          lead: `Good news: ${shopName} has this in stock again. We can’t say how long it will last, and nothing is reserved for you.`,
          button: 'Go to the item',
          notes: ['This was the one email you asked for. We no longer keep your address for it.'],
        }),
      },
      presale: {
        request: ({ shopName }) => ({
          headline: 'Shall we remind you when tickets go on sale?',
          lead: `You would like to know when tickets go on sale at ${shopName}. Please confirm that this is your address.`,
          button: 'Yes, remind me',
          notes: [
            'After that, we’ll write to you exactly once: when tickets go on sale. Then we’ll delete your address.',
            'If this wasn’t you, there’s nothing to do. Without confirmation, we’ll delete the address after two days.',
          ],
        }),
        confirmed: () => ({
          headline: 'You’re already on the list',
          lead: 'You have already confirmed this reminder. We’ll write to you when tickets go on sale.',
          button: 'View the reminder',
          notes: ['There is nothing else to do.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Tickets are on sale',
          lead: `Here we go: tickets are now on sale at ${shopName}. Nothing is reserved for you yet.`,
          button: 'Get tickets',
          notes: ['This was the one email you asked for. We no longer keep your address for it.'],
        }),
      },
      tickets: {
        request: ({ shopName }) => ({
          headline: 'Shall we let you know?',
          lead: `You would like to know when ${shopName} has tickets for this show again. Please confirm that this is your address.`,
          button: 'Yes, let me know',
          notes: [
            'After that, we’ll write to you once, as soon as tickets are available again, and delete your address. It doesn’t entitle you to a ticket.',
            'If this wasn’t you, there’s nothing to do. Without confirmation, we’ll delete the address after two days.',
          ],
        }),
        confirmed: () => ({
          headline: 'You’re already on the list',
          lead: 'You have already confirmed this reminder. We’ll write to you as soon as tickets are available again.',
          button: 'View the reminder',
          notes: ['There is nothing else to do.'],
        }),
        notice: ({ shopName }) => ({
          headline: 'Tickets available again',
          lead: `Good news: ${shopName} has tickets for this show again. Nothing is reserved for you, and others got this email too, so they may be gone by the time you look.`,
          button: 'Get tickets',
          notes: ['This was the one email you asked for. We no longer keep your address for it.'],
        }),
      },
    },
  },
}
