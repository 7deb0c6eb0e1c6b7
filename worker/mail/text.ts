/** The texts of the shop's mails in both languages. */
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
  gifts: {
    title: 'Deine Gutscheine',
    until: (date: string) => `gültig bis ${date}`,
    how: 'Den Code gibst du im Warenkorb ein, oder du verschenkst ihn. Er zahlt für Tickets und Merch in allen Shops, auch in mehreren Bestellungen, bis er aufgebraucht ist.',
  },
  voucherReturned: (label: string, sum: string) =>
    `Aus dieser Bestellung sind ${sum} auf deinen Gutschein „${label}“ zurückgegangen. Du kannst sie mit demselben Code wieder einlösen.`,
  size: (size: string) => `Größe ${size}`,
  shippedTo: 'Lieferadresse',
  billedTo: 'Rechnungsadresse',
  view: 'Bestellung ansehen',
  pay: (amount: string) => `Jetzt ${amount} bezahlen`,
  change: 'Bezahlen oder Zahlungsart ändern',
  code: 'Ticketnummer',
  when: 'Wann',
  noDate: 'Neuer Termin folgt',
  formerly: 'Ursprünglich',
  moved: (date: string) => `Verlegt: ursprünglich am ${date}`,
  doors: 'Einlass',
  where: 'Wo',
  place: 'Platz',
  area: 'Bereich',
  category: 'Kategorie',
  holder: 'Für',
  hard: 'Dieses Ticket kommt per Post.',
  promoter: { owner: 'Vertragspartner für die Tickets', organiser: 'Veranstalter' },
  yourTickets: 'Deine Tickets',
  yourTicket: 'Dein Ticket',
  checkIn: {
    title: (event: string) => `Vorher einchecken: ${event}`,
    text: (from: string, until: string) =>
      `Dein Ticket gilt erst, wenn du eingecheckt hast. Der Check-in ist vom ${from} bis ${until} offen. Du brauchst dafür nur die Ticketnummer.`,
    undated: (from: string, until: string) =>
      `Dein Ticket gilt erst, wenn du eingecheckt hast. Der Check-in öffnet ${from} und ist bis ${until} offen. Du brauchst dafür nur die Ticketnummer.`,
    button: 'Zum Check-in',
  },
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
      `Das Geld muss bis einschließlich ${date} bei uns sein. Danach verfällt diese Bestellung, und was wir für sie zurückhalten, wird wieder frei.`,
    scan: 'Oder mit der Banking-App scannen:',
    otherwise: 'Doch lieber gleich bezahlen, zum Beispiel mit Karte? Die Zahlungsart kannst du jederzeit ändern:',
  },
  open: {
    subject: (reference: string) => `Deine Bestellung ${reference}: Zahlung noch offen`,
    lead: 'deine Bestellung ist bei uns, die Zahlung aber noch nicht. Hast du das Fenster geschlossen, oder hat die Zahlung nicht geklappt? Über diesen Link kannst du sie nachholen, auch mit einer anderen Zahlungsart.',
    due: (until: string) =>
      `Bis ${until} Uhr kannst du bezahlen. Danach verfällt diese Bestellung, und was wir für sie zurückhalten, wird wieder frei.`,
    ignore:
      'Hast du gerade bezahlt? Dann kannst du diese Mail ignorieren: Die Bestätigung schicken wir dir, sobald das Geld da ist. Willst du die Bestellung nicht mehr, brauchst du nichts zu tun.',
  },
  reminder: {
    subject: (reference: string, day: string) => `Deine Bestellung ${reference}: bitte bis ${day} bezahlen`,
    lead: (amount: string) =>
      `für deine Bestellung fehlen uns noch ${amount}. Die Frist läuft bald ab. So kommt das Geld bei uns an:`,
    crossed:
      'Hast du schon überwiesen? Dann ist alles gut, eine Überweisung braucht manchmal ein bis zwei Werktage. Wird die Zeit knapp, bezahl einfach gleich, zum Beispiel mit Karte:',
  },
  paid: {
    subject: (reference: string) => `Deine Bestellung ${reference} ist bestätigt`,
    lead: 'deine Zahlung ist da, deine Bestellung ist bestätigt.',
    free: 'deine Bestellung ist bestätigt. Zu zahlen gibt es nichts.',
    how: 'Zeig den Code am Einlass auf dem Handy oder ausgedruckt. Jeder Code gilt einmal – gib ihn nicht weiter.',
    files: 'Im Anhang findest du deine Tickets zum Ausdrucken und den Termin für deinen Kalender.',
    ticketFiles: 'Im Anhang findest du deine Tickets zum Ausdrucken.',
    parcel: 'Jetzt packen wir ein: In der Regel verlässt dein Paket innerhalb von drei Werktagen das Lager.',
    parcelToo: 'Alles andere packen wir ein: In der Regel verlässt dein Paket innerhalb von drei Werktagen das Lager.',
    withdrawalOfGoods: 'Den Kauf der Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen.',
    withdrawalOfOthers: 'Den Kauf anderer Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen.',
    withdrawalOfPersonal: 'Artikel mit deinem eigenen Text sind vom Widerruf ausgeschlossen.',
    withdrawalOfTickets: 'Für Veranstaltungstickets gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB).',
  },
  merge: {
    into: (reference: string) =>
      `Diese Artikel gehen mit deiner Bestellung ${reference} auf die Reise: Wir legen sie in dasselbe Paket, ohne weitere Versandkosten.`,
    with: (references: string) => `In dasselbe Paket legen wir auch deine Nachbestellung ${references}.`,
    parted: (reference: string) =>
      `Deine Bestellung ${reference} ist schon unterwegs oder storniert. Diese Artikel bekommst du deshalb in einem eigenen Paket, ohne Versandkosten.`,
    remain: (references: string) =>
      `Deine Nachbestellung ${references} bleibt bestehen. Sie kommt in einem eigenen Paket, ohne Versandkosten.`,
  },
  cancelled: {
    subject: (reference: string) => `Deine Bestellung ${reference} wurde storniert`,
    unpaid:
      'für deine Bestellung ist bis zum Ende der Frist keine Zahlung eingegangen. Wir haben sie storniert und deine Plätze und Artikel wieder freigegeben.',
    event: (events: string) =>
      `${events} wurde leider abgesagt. Deshalb haben wir deine Bestellung storniert, zu bezahlen brauchst du nichts mehr.`,
    rest: 'Was du sonst noch bestellt hattest, kannst du jederzeit neu bestellen.',
    buyer: 'du hast deine Bestellung rückgängig gemacht. Wir haben sie storniert, zu bezahlen brauchst du nichts.',
    operator: 'wir haben deine Bestellung storniert und deine Plätze und Artikel wieder freigegeben.',
    crossed: {
      as_paid:
        'Deine Zahlung war schon unterwegs? Dann halten wir die Bestellung aufrecht, wenn noch alles frei ist. Sonst bekommst du dein Geld automatisch auf dem Weg zurück, auf dem du bezahlt hast.',
      by_transfer:
        'Deine Überweisung war schon unterwegs? Dann halten wir die Bestellung aufrecht, wenn noch alles frei ist. Sonst überweisen wir dir dein Geld auf das Konto zurück, von dem es kam.',
    },
    crossedEvent: {
      as_paid: 'Deine Zahlung war schon unterwegs? Dann bekommst du sie zurück.',
      by_transfer:
        'Deine Überweisung war schon unterwegs? Dann überweisen wir sie auf das Konto zurück, von dem sie kam.',
    },
    returned: (sum: string) => `Was du schon bezahlt hast, bekommst du zurück: ${sum}.`,
  },
  eventCancelled: {
    subject: (events: string) => `Abgesagt: ${events}`,
    lead: (events: string) => `${events} wurde leider abgesagt. Deine Tickets dafür gelten nicht mehr.`,
    returned: (sum: string) => `Du bekommst ${sum} zurück.`,
    way: 'Eine Kartenzahlung geht den Weg zurück, auf dem du bezahlt hast. Eine Überweisung geht auf das Konto zurück, von dem sie kam. Du brauchst nichts weiter zu tun.',
    rest: 'Alles andere aus deiner Bestellung bleibt, wie es ist.',
  },
  refunded: {
    subject: (reference: string) => `Geld zurück zu Bestellung ${reference}`,
    stays: 'Die Bestellung bleibt storniert, das Geld haben wir dir zurückgegeben.',
    event: (sum: string) =>
      `die Veranstaltung wurde leider abgesagt. Deine Zahlung über ${sum} haben wir dir zurückgegeben.`,
    double: (sum: string) =>
      `für deine Bestellung ist mehr Geld angekommen als nötig. Wir haben dir ${sum} zurückgegeben.`,
    order: (sum: string) => `deine Bestellung wurde storniert. Wir haben dir ${sum} zurückgegeben.`,
    name: (sum: string) =>
      `wir haben dir die Gebühr von ${sum} für deine Namensänderung zurückgegeben. Der Name auf dem Ticket ließ sich nicht mehr ändern. Solange du das Ticket nicht zurückgegeben hast, gilt es weiter mit dem bisherigen Namen und der bisherigen Nummer.`,
    other: (sum: string) => `zu deiner Bestellung haben wir dir ${sum} zurückgegeben.`,
    way: {
      as_paid: 'Das Geld geht den Weg zurück, auf dem du bezahlt hast. Je nach Bank dauert das ein paar Werktage.',
      by_transfer:
        'Wir haben es auf das Konto überwiesen, von dem deine Zahlung kam. Je nach Bank dauert das ein paar Werktage.',
      to_account:
        'Wir haben es auf das Konto überwiesen, das du angegeben hast. Je nach Bank dauert das ein paar Werktage.',
    },
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
  gifts: {
    title: 'Your vouchers',
    until: (date: string) => `valid until ${date}`,
    how: 'Enter the code in the cart, or give it away. It pays for tickets and merch in all shops, over as many orders as it lasts.',
  },
  voucherReturned: (label: string, sum: string) =>
    `${sum} from this order went back to your voucher “${label}”. You can use it again with the same code.`,
  size: (size: string) => `Size ${size}`,
  shippedTo: 'Delivery address',
  billedTo: 'Billing address',
  view: 'View order',
  pay: (amount: string) => `Pay ${amount} now`,
  change: 'Pay or change payment method',
  code: 'Ticket number',
  when: 'When',
  noDate: 'New date to be announced',
  formerly: 'Originally',
  moved: (date: string) => `Rescheduled: originally ${date}`,
  doors: 'Doors',
  where: 'Where',
  place: 'Seat',
  area: 'Area',
  category: 'Category',
  holder: 'For',
  hard: 'This ticket comes by post.',
  promoter: { owner: 'Your ticket contract is with', organiser: 'Promoter' },
  yourTickets: 'Your tickets',
  yourTicket: 'Your ticket',
  checkIn: {
    title: (event: string) => `Check in beforehand: ${event}`,
    text: (from: string, until: string) =>
      `Your ticket becomes valid once you have checked in. Check-in is open from ${from} until ${until}. All you need is the ticket number.`,
    undated: (from: string, until: string) =>
      `Your ticket becomes valid once you have checked in. Check-in opens ${from} and stays open until ${until}. All you need is the ticket number.`,
    button: 'Go to check-in',
  },
  received: {
    subject: (reference: string) => `Your order ${reference}: please transfer the money`,
    lead: 'Thank you for your order! Everything is set aside for you. Please transfer the amount so that we can get going:',
    holder: 'Recipient',
    iban: 'IBAN',
    bic: 'BIC',
    bank: 'Bank',
    purpose: 'Payment reference',
    amount: 'Amount',
    due: (date: string) =>
      `Your payment must reach us by ${date}. After that, this order lapses, and whatever we’re holding for it becomes available again.`,
    scan: 'Or scan with your banking app:',
    otherwise:
      'Would you rather pay straight away, for example by card? You can change the payment method at any time:',
  },
  open: {
    subject: (reference: string) => `Your order ${reference}: payment outstanding`,
    lead: 'We have your order, but not your payment. Did you close the window, or did the payment not go through? You can pay with this link, and choose another payment method if you like.',
    due: (until: string) =>
      `You can pay until ${until}. After that, this order lapses, and whatever we’re holding for it becomes available again.`,
    ignore:
      'If you have just paid, please ignore this email: we’ll send the confirmation as soon as the money arrives. If you no longer want the order, there is nothing you need to do.',
  },
  reminder: {
    subject: (reference: string, day: string) => `Your order ${reference}: please pay by ${day}`,
    lead: (amount: string) =>
      `We’re still waiting for ${amount} for your order, and the deadline is close. Here’s how to pay:`,
    crossed:
      'If you have already made the transfer, all is well: it sometimes takes one or two working days. If time is running out, just pay straight away, for example by card:',
  },
  paid: {
    subject: (reference: string) => `Your order ${reference} is confirmed`,
    lead: 'Your payment has arrived and your order is confirmed.',
    free: 'Your order is confirmed. There is nothing to pay.',
    how: 'Show the code at the door, on your phone or printed. Each code works once – don’t share it.',
    files: 'Attached are your tickets to print and the date for your calendar.',
    ticketFiles: 'Attached are your tickets to print.',
    parcel: 'We’re packing now: your parcel usually leaves the warehouse within three working days.',
    parcelToo: 'We’re packing everything else: your parcel usually leaves the warehouse within three working days.',
    withdrawalOfGoods: 'You can withdraw from the purchase of the items within 14 days without giving a reason.',
    withdrawalOfOthers: 'You can withdraw from the purchase of other items within 14 days without giving a reason.',
    withdrawalOfPersonal: 'Items made with your own text are excluded from the right of withdrawal.',
    withdrawalOfTickets:
      'There is no right of withdrawal for event tickets (section 312g (2) no. 9 of the German Civil Code).',
  },
  merge: {
    into: (reference: string) =>
      `These items ship with your order ${reference}: we’ll put them into the same parcel, at no extra shipping cost.`,
    with: (references: string) => `The same parcel also contains your additional order ${references}.`,
    parted: (reference: string) =>
      `Your order ${reference} is already on its way or has been cancelled. These items therefore come in a separate parcel, free of shipping costs.`,
    remain: (references: string) =>
      `Your additional order ${references} remains valid. It comes in a separate parcel, free of shipping costs.`,
  },
  cancelled: {
    subject: (reference: string) => `Your order ${reference} has been cancelled`,
    unpaid:
      'No payment for your order arrived before the deadline. We have cancelled it and released your seats and items.',
    event: (events: string) =>
      `We’re sorry: ${events} won’t be taking place. We have therefore cancelled your order, and there is nothing left to pay.`,
    rest: 'You are welcome to order everything else again.',
    buyer: 'You asked us to undo your order. We have cancelled it, so there is nothing to pay.',
    operator: 'We have cancelled your order and released your seats and items.',
    crossed: {
      as_paid:
        'Was your payment already on its way? If everything is still available, we’ll keep your order. If not, your money automatically goes back the way you paid.',
      by_transfer:
        'Was your transfer already on its way? If everything is still available, we’ll keep your order. If not, we’ll transfer your money back to the account it came from.',
    },
    crossedEvent: {
      as_paid: 'Was your payment already on its way? Then you’ll get it back.',
      by_transfer: 'Was your transfer already on its way? Then we’ll transfer it back to the account it came from.',
    },
    returned: (sum: string) => `You’ll get back what you have already paid: ${sum}.`,
  },
  eventCancelled: {
    subject: (events: string) => `Cancelled: ${events}`,
    lead: (events: string) => `We’re sorry: ${events} won’t be taking place. Your tickets for it are no longer valid.`,
    returned: (sum: string) => `You’ll get ${sum} back.`,
    way: 'A card payment goes back the way you paid. A bank transfer goes back to the account it came from. There is nothing you need to do.',
    rest: 'Everything else in your order stays as it is.',
  },
  refunded: {
    subject: (reference: string) => `Refund for order ${reference}`,
    stays: 'The order stays cancelled, and we have refunded your money.',
    event: (sum: string) => `We’re sorry: the event has been cancelled. We have refunded your payment of ${sum}.`,
    double: (sum: string) => `You paid more than your order cost, so we have refunded ${sum}.`,
    order: (sum: string) => `Your order has been cancelled. We have refunded ${sum}.`,
    name: (sum: string) =>
      `We have refunded the fee of ${sum} for your name change. The name on the ticket could no longer be changed. Unless you have returned the ticket, it is still valid with its previous name and number.`,
    other: (sum: string) => `We have refunded ${sum} of your order.`,
    way: {
      as_paid: 'The money goes back the way you paid. Depending on your bank, this takes a few working days.',
      by_transfer:
        'We have transferred it to the account your payment came from. Depending on your bank, this takes a few working days.',
      to_account:
        'We have transferred it to the account you gave us. Depending on your bank, this takes a few working days.',
    },
  },
}

export const MAIL_TEXT: Record<Locale, typeof de> = { de, en }
