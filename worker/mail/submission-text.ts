/** The texts of the mails about submissions to customer service, in both languages. */
import type { Locale } from '../../schema/locale.ts'
import type { SubmissionKind } from '../../schema/tables/submission.ts'

const de = {
  hello: (name: string) => `Hallo ${name},`,
  regards: (shop: string) => `Viele Grüße\nDein Team von ${shop}`,
  number: 'Nummer deiner Anfrage',
  about: 'Worum es geht',
  received: 'Eingegangen',
  at: (moment: string) => `${moment} Uhr`,
  kinds: {
    cancel: 'Ticket stornieren',
    change: 'Name auf dem Ticket ändern',
    refund: 'Rückerstattung',
    ticket_update: 'Kontaktdaten zum Ticket',
    withdrawal: 'Widerruf',
  } satisfies Record<SubmissionKind, string>,
  receipt: {
    subject: (reference: string) => `Deine Anfrage ${reference} ist angekommen`,
    leads: {
      cancel:
        'wir haben deine Bitte bekommen, Tickets zu stornieren. Jetzt sehen wir sie uns an und schreiben dir, meist innerhalb von 14 Tagen. Bis dahin gelten deine Tickets weiter.',
      change:
        'wir haben deine Bitte bekommen, Namen auf Tickets zu ändern. Sobald die Änderung gilt, bestätigen wir sie dir per Mail, spätestens nach 14 Tagen.',
      refund:
        'wir haben deine Bitte um eine Rückerstattung bekommen. Jetzt sehen wir sie uns an und schreiben dir, meist innerhalb von 14 Tagen.',
      ticket_update:
        'wir haben deine neuen Kontaktdaten zu einem Ticket bekommen. Jetzt sehen wir sie uns an und schreiben dir, meist innerhalb von 14 Tagen.',
      withdrawal: 'wir bestätigen dir, dass dein Widerruf bei uns angekommen ist.',
    } satisfies Record<SubmissionKind, string>,
    more: 'Fehlt noch etwas? Dann schreib uns und nenn dabei die Nummer deiner Anfrage.',
    stranger: 'Das warst nicht du? Dann hat jemand deine Adresse eingetippt. Du kannst diese Mail ignorieren.',
  },
  withdrawal: {
    subject: (reference: string) => `Dein Widerruf ${reference} ist angekommen`,
    name: 'Dein Name',
    email: 'Deine E-Mail-Adresse',
    order: 'Bestellnummer',
    about: 'Du widerrufst',
    all: 'die ganze Bestellung',
    return: (address: string) =>
      `Hast du die Ware schon? Dann schick sie binnen 14 Tagen an: ${address}. Leg bitte den Rücksendeschein aus dem Anhang bei, oder schreib die Nummer deines Widerrufs auf einen Zettel.`,
    money:
      'Sobald die Ware bei uns ist oder du uns zeigst, dass du sie abgeschickt hast, zahlen wir dir das Geld binnen 14 Tagen so zurück, wie du bezahlt hast. Bei einem Warenwert ab 40,00 € erstatten wir dir auch das Porto der Rücksendung.',
    alsoMailed:
      'Was du per Mail bekommen hast, musst du nicht zurückschicken. Das Geld dafür zahlen wir dir binnen 14 Tagen zurück, ohne auf die Ware zu warten.',
    mailed: 'Zurückschicken musst du nichts. Wir zahlen dir das Geld binnen 14 Tagen so zurück, wie du bezahlt hast.',
    tickets:
      'Für Tickets zu einem festen Termin und für dich personalisierte Ware gibt es kein Widerrufsrecht. Steht so etwas in deinem Widerruf, melden wir uns bei dir.',
    slip: 'Rücksendeschein',
    slipFile: 'Ruecksendeschein',
    slipTo: 'An',
    slipHint: 'Bitte leg diesen Schein in dein Paket.',
  },
  reply: {
    subject: (reference: string) => `Antwort auf deine Anfrage ${reference}`,
    lead: 'wir haben eine Antwort auf deine Anfrage:',
  },
  support: {
    subject: (reference: string, kind: string) => `Neue Anfrage ${reference}: ${kind}`,
    shop: 'Shop',
    name: 'Name',
    email: 'E-Mail',
    photos: 'Fotos',
    open: (reference: string) =>
      `Mit Fotos ansehen: npm run support -- show ${reference}\nAntworten: npm run support -- reply ${reference} TEXT\nAbschließen: npm run support -- done ${reference}`,
  },
}

const en: typeof de = {
  hello: (name: string) => `Hi ${name},`,
  regards: (shop: string) => `Best wishes\nYour ${shop} team`,
  number: 'Request number',
  about: 'Subject',
  received: 'Received',
  at: (moment: string) => moment,
  kinds: {
    cancel: 'Cancel tickets',
    change: 'Change a name on a ticket',
    refund: 'Refund',
    ticket_update: 'Contact details of a ticket',
    withdrawal: 'Withdrawal',
  },
  receipt: {
    subject: (reference: string) => `We have received your request ${reference}`,
    leads: {
      cancel:
        'We have received your request to cancel tickets. We will look at it and write to you, usually within 14 days. Your tickets remain valid until then.',
      change:
        'We have received your request to change names on tickets. As soon as the change is valid, we will confirm it by email, within 14 days at the latest.',
      refund:
        'We have received your request for a refund. We will look at it and write to you, usually within 14 days.',
      ticket_update:
        'We have received your new contact details for a ticket. We will look at them and write to you, usually within 14 days.',
      withdrawal: 'We confirm that we have received your withdrawal.',
    },
    more: 'If something is missing, write to us and quote your request number.',
    stranger: 'If this wasn’t you, someone else typed in your address, and you can ignore this email.',
  },
  withdrawal: {
    subject: (reference: string) => `We have received your withdrawal ${reference}`,
    name: 'Your name',
    email: 'Your email address',
    order: 'Order number',
    about: 'You withdraw from',
    all: 'the whole order',
    return: (address: string) =>
      `If you already have the goods, please send them within 14 days to: ${address}. Please enclose the attached return slip, or a note with the request number.`,
    money:
      'Once the goods have reached us, or you show us that you have sent them, we’ll refund you within 14 days, the way you paid. If the goods are worth €40.00 or more, we also refund the return postage.',
    alsoMailed:
      'There is no need to send back what you received by email. We’ll return the money for it within 14 days, without waiting for the goods.',
    mailed: 'There is nothing to send back. We’ll return your money within 14 days, the way you paid.',
    tickets:
      'There is no right of withdrawal for tickets with a fixed date or for goods personalised for you. If your withdrawal includes any of these, we will get in touch.',
    slip: 'Return slip',
    slipFile: 'Return-slip',
    slipTo: 'To',
    slipHint: 'Please put this slip in your parcel.',
  },
  reply: {
    subject: (reference: string) => `Answer to your request ${reference}`,
    lead: 'Here is our answer to your request:',
  },
  support: {
    subject: (reference: string, kind: string) => `New request ${reference}: ${kind}`,
    shop: 'Shop',
    name: 'Name',
    email: 'Email',
    photos: 'Photos',
    open: (reference: string) =>
      `View with photos: npm run support -- show ${reference}\nAnswer: npm run support -- reply ${reference} TEXT\nComplete: npm run support -- done ${reference}`,
  },
}

export const SUBMISSION_TEXT: Record<Locale, typeof de> = { de, en }
