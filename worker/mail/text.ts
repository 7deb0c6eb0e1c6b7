/** What the shop's mails say, in both languages. */
import type { Locale } from '../../schema/locale.ts'

const de = {
  hello: (name: string) => `Hallo ${name},`,
  enjoy: (shop: string) => `Viel Freude damit – und bis bald!\nDein Team von ${shop}`,
  regards: (shop: string) => `Viele Grüße\nDein Team von ${shop}`,
  order: 'Bestellnummer',
  total: 'Gesamt',
  vat: (sum: string) => `inkl. ${sum} MwSt.`,
  shipping: 'Versand',
  voucher: 'Gutschein',
  shippedTo: 'Lieferadresse',
  billedTo: 'Rechnungsadresse',
  view: 'Bestellung ansehen',
  pay: 'Jetzt bezahlen',
  code: 'Ticketcode',
  when: 'Wann',
  doors: 'Einlass',
  where: 'Wo',
  place: 'Platz',
  category: 'Kategorie',
  holder: 'Für',
  hard: 'Dieses Ticket kommt per Post.',
  yourTickets: 'Deine Tickets',
  received: {
    subject: (reference: string) => `Deine Bestellung ${reference}: bitte überweisen`,
    lead: 'danke für deine Bestellung! Wir halten alles für dich zurück. Bitte überweise den Betrag, damit wir loslegen können:',
    holder: 'Empfänger',
    iban: 'IBAN',
    bic: 'BIC',
    bank: 'Bank',
    purpose: 'Verwendungszweck',
    amount: 'Betrag',
    due: (date: string) =>
      `Das Geld muss bis einschließlich ${date} bei uns sein. Danach geben wir deine Plätze und Artikel wieder frei.`,
    scan: 'Oder mit der Banking-App scannen:',
  },
  paid: {
    subject: (reference: string) => `Deine Bestellung ${reference} ist bestätigt`,
    lead: 'deine Zahlung ist da, deine Bestellung ist bestätigt.',
    free: 'deine Bestellung ist bestätigt. Zu zahlen gibt es nichts.',
    how: 'Zeig den Code am Einlass auf dem Handy oder ausgedruckt. Jeder Code gilt einmal – gib ihn nicht weiter.',
    files: 'Im Anhang findest du deine Tickets zum Ausdrucken und den Termin für deinen Kalender.',
    parcel: 'Alles andere packen wir ein: In der Regel verlässt dein Paket innerhalb von drei Werktagen das Lager.',
    withdrawalOfGoods: 'Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen.',
    withdrawalOfTickets: 'Für Veranstaltungstickets gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB).',
  },
  cancelled: {
    subject: (reference: string) => `Deine Bestellung ${reference} wurde storniert`,
    lead: 'für deine Bestellung ist bis zum Ende der Frist keine Zahlung eingegangen. Wir haben sie storniert und deine Plätze und Artikel wieder freigegeben.',
    crossed:
      'Deine Zahlung war schon unterwegs? Dann halten wir die Bestellung aufrecht, wenn noch alles frei ist. Sonst bekommst du dein Geld automatisch zurück.',
  },
  refunded: {
    subject: (reference: string) => `Geld zurück zu Bestellung ${reference}`,
    late: (sum: string) =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und deine Plätze oder Artikel waren inzwischen vergeben. Die Bestellung bleibt storniert, dein Geld bekommst du zurück.`,
    double: (sum: string) => `für deine Bestellung ist mehr Geld angekommen als nötig. Du bekommst ${sum} zurück.`,
    way: 'Wir zahlen auf dem Weg zurück, auf dem du bezahlt hast. Je nach Bank dauert das ein paar Werktage.',
  },
}

const en: typeof de = {
  hello: (name: string) => `Hi ${name},`,
  enjoy: (shop: string) => `Enjoy – and see you soon!\nYour ${shop} team`,
  regards: (shop: string) => `Best wishes\nYour ${shop} team`,
  order: 'Order number',
  total: 'Total',
  vat: (sum: string) => `incl. ${sum} VAT`,
  shipping: 'Shipping',
  voucher: 'Voucher',
  shippedTo: 'Shipping address',
  billedTo: 'Billing address',
  view: 'View order',
  pay: 'Pay now',
  code: 'Ticket code',
  when: 'When',
  doors: 'Doors',
  where: 'Where',
  place: 'Place',
  category: 'Category',
  holder: 'For',
  hard: 'This ticket comes by post.',
  yourTickets: 'Your tickets',
  received: {
    subject: (reference: string) => `Your order ${reference}: please transfer`,
    lead: 'thank you for your order! Everything is set aside for you. Please transfer the amount so that we can get going:',
    holder: 'Recipient',
    iban: 'IBAN',
    bic: 'BIC',
    bank: 'Bank',
    purpose: 'Payment reference',
    amount: 'Amount',
    due: (date: string) =>
      `The money must reach us by ${date}, including that day. After that we release your seats and items.`,
    scan: 'Or scan with your banking app:',
  },
  paid: {
    subject: (reference: string) => `Your order ${reference} is confirmed`,
    lead: 'your payment has arrived and your order is confirmed.',
    free: 'your order is confirmed. There is nothing to pay.',
    how: 'Show the code at the door, on your phone or printed. Each code works once – do not share it.',
    files: 'Attached are your tickets to print and the date for your calendar.',
    parcel: 'We are packing everything else: your parcel usually leaves the warehouse within three working days.',
    withdrawalOfGoods: 'You can return items within 14 days without giving a reason.',
    withdrawalOfTickets:
      'There is no right of withdrawal for event tickets (Section 312g (2) no. 9 German Civil Code).',
  },
  cancelled: {
    subject: (reference: string) => `Your order ${reference} was cancelled`,
    lead: 'no payment for your order arrived before the deadline. We have cancelled it and released your seats and items.',
    crossed:
      'Was your payment already on its way? If everything is still free, we keep the order up. If not, your money comes back automatically.',
  },
  refunded: {
    subject: (reference: string) => `Money back for order ${reference}`,
    late: (sum: string) =>
      `your payment of ${sum} arrived after the deadline, and your seats or items had been taken by then. The order stays cancelled and you get your money back.`,
    double: (sum: string) => `more money than needed arrived for your order. You get ${sum} back.`,
    way: 'We return it the way you paid. Depending on your bank this takes a few working days.',
  },
}

export const MAIL_TEXT: Record<Locale, typeof de> = { de, en }
