/** What the shop's mails say, in both languages. */
import type { Locale } from '../../schema/locale.ts'

const de = {
  hello: (name: string) => `Hallo ${name},`,
  greeting: (shop: string) => `Viel Freude damit – und bis bald!\nDein Team von ${shop}`,
  order: 'Bestellnummer',
  total: 'Gesamt',
  vat: (sum: string) => `inkl. ${sum} MwSt.`,
  shipping: 'Versand',
  toPay: 'Noch zu zahlen',
  shippedTo: 'Lieferadresse',
  billedTo: 'Rechnungsadresse',
  view: 'Bestellung ansehen',
  pay: 'Jetzt bezahlen',
  row: (row: string, seat: string) => `Reihe ${row}, Platz ${seat}`,
  seat: (seat: string) => `Platz ${seat}`,
  code: 'Ticketcode',
  doors: 'Einlass',
  starts: 'Beginn',
  hard: 'Dieses Ticket kommt per Post.',
  received: {
    subject: (reference: string) => `Deine Bestellung ${reference}: bitte überweisen`,
    lead: 'danke für deine Bestellung! Wir halten alles für dich zurück. Bitte überweise den Betrag, damit wir loslegen können:',
    holder: 'Empfänger',
    iban: 'IBAN',
    bic: 'BIC',
    bank: 'Bank',
    purpose: 'Verwendungszweck',
    amount: 'Betrag',
    due: (date: string) => `Bitte bis ${date}. Danach geben wir deine Plätze und Artikel wieder frei.`,
    scan: 'Oder mit der Banking-App scannen:',
  },
  paid: {
    subject: (reference: string) => `Deine Bestellung ${reference} ist bestätigt`,
    lead: 'deine Zahlung ist da, deine Bestellung ist bestätigt.',
    tickets: 'Deine Tickets',
    how: 'Zeig den Code am Einlass auf dem Handy oder ausgedruckt. Jeder Code gilt einmal – gib ihn nicht weiter.',
    parcel: 'Alles andere packen wir ein: In der Regel verlässt dein Paket innerhalb von drei Werktagen das Lager.',
    withdrawal:
      'Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen. Für Veranstaltungstickets gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB).',
  },
  cancelled: {
    subject: (reference: string) => `Deine Bestellung ${reference} wurde storniert`,
    lead: 'für deine Bestellung ist bis zum Ende der Frist keine Zahlung eingegangen. Wir haben sie storniert und deine Plätze und Artikel wieder freigegeben. Falls sich Zahlung und Storno überschnitten haben: Dein Geld kommt automatisch zurück, oder deine Tickets kommen doch noch, wenn die Plätze frei geblieben sind.',
  },
  refunded: {
    subject: (reference: string) => `Geld zurück zu Bestellung ${reference}`,
    lead: (sum: string) =>
      `deine Zahlung über ${sum} kam an, als wir die Bestellung nicht mehr damit verbinden konnten. Wir zahlen den Betrag auf demselben Weg zurück; je nach Bank dauert das ein paar Werktage.`,
  },
}

const en: typeof de = {
  hello: (name: string) => `Hi ${name},`,
  greeting: (shop: string) => `Enjoy – and see you soon!\nYour ${shop} team`,
  order: 'Order number',
  total: 'Total',
  vat: (sum: string) => `incl. ${sum} VAT`,
  shipping: 'Shipping',
  toPay: 'Still to pay',
  shippedTo: 'Shipping address',
  billedTo: 'Billing address',
  view: 'View order',
  pay: 'Pay now',
  row: (row: string, seat: string) => `Row ${row}, seat ${seat}`,
  seat: (seat: string) => `Seat ${seat}`,
  code: 'Ticket code',
  doors: 'Doors',
  starts: 'Show',
  hard: 'This ticket comes by post.',
  received: {
    subject: (reference: string) => `Your order ${reference}: please transfer`,
    lead: 'thank you for your order! Everything is set aside for you. Please transfer the amount so that we can get going:',
    holder: 'Recipient',
    iban: 'IBAN',
    bic: 'BIC',
    bank: 'Bank',
    purpose: 'Payment reference',
    amount: 'Amount',
    due: (date: string) => `Please pay by ${date}. After that we release your seats and items.`,
    scan: 'Or scan with your banking app:',
  },
  paid: {
    subject: (reference: string) => `Your order ${reference} is confirmed`,
    lead: 'your payment has arrived and your order is confirmed.',
    tickets: 'Your tickets',
    how: 'Show the code at the door, on your phone or printed. Each code works once – do not share it.',
    parcel: 'We are packing everything else: your parcel usually leaves the warehouse within three working days.',
    withdrawal:
      'You can return items within 14 days without giving a reason. There is no right of withdrawal for event tickets (Section 312g (2) no. 9 German Civil Code).',
  },
  cancelled: {
    subject: (reference: string) => `Your order ${reference} was cancelled`,
    lead: 'no payment for your order arrived before the deadline. We have cancelled it and released your seats and items. If payment and cancellation crossed: your money comes back automatically, or your tickets still arrive if the seats stayed free.',
  },
  refunded: {
    subject: (reference: string) => `Money back for order ${reference}`,
    lead: (sum: string) =>
      `your payment of ${sum} arrived when we could no longer connect it to the order. We are returning it the same way; depending on your bank this takes a few working days.`,
  },
}

export const MAIL_TEXT: Record<Locale, typeof de> = { de, en }
