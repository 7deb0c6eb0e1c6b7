/** The texts of invoices and their corrections in both languages. */
import type { Locale } from '../../schema/locale.ts'

const de = {
  invoice: 'Rechnung',
  correction: 'Rechnungskorrektur',
  number: 'Rechnungsnummer',
  correctionNumber: 'Nummer der Korrektur',
  date: 'Datum',
  order: 'Bestellnummer',
  ordered: 'Bestellt am',
  paid: 'Bezahlt am',
  amount: 'Menge',
  what: 'Bezeichnung',
  unit: 'Einzelpreis',
  vatRate: 'USt',
  sum: 'Betrag',
  shipping: 'Versand',
  net: (rate: string) => `Netto zu ${rate}`,
  vat: (rate: string) => `Umsatzsteuer ${rate}`,
  total: 'Gesamtbetrag (brutto)',
  voucher: 'davon mit Gutschein bezahlt',
  voucherBack: 'davon zurück auf den Gutschein',
  rest: 'davon auf anderem Weg bezahlt',
  returned: 'Erstattet (brutto)',
  paidNote: 'Der Betrag ist vollständig bezahlt.',
  service:
    'Leistungszeitpunkt: bei Tickets der Tag der Veranstaltung, bei Artikeln der Versand, bei Gutscheinen der Kauf.',
  untaxed:
    'Beträge zu 0 % sind nicht steuerbar oder steuerfrei: Mehrzweckgutscheine (§ 3 Abs. 15 UStG), Veranstaltungen außerhalb der EU (§ 3a Abs. 3 UStG) und Lieferungen in Länder außerhalb der EU (§ 6 UStG).',
  corrects: (number: string, date: string) =>
    `Diese Korrektur mindert das Entgelt der Rechnung ${number} vom ${date} um die folgenden Beträge.`,
  reason: {
    event: 'Grund: Die Veranstaltung wurde abgesagt.',
    order: 'Grund: Die Bestellung wurde storniert.',
    withdrawal: 'Grund: Der Vertrag wurde widerrufen.',
    voucher: 'Grund: Ein Teil des Preises ging zurück auf den Gutschein.',
    other: 'Grund: Erstattung.',
  },
  vatId: (id: string) => `USt-IdNr. ${id}`,
  director: (name: string) => `Geschäftsführung: ${name}`,
}

const en: typeof de = {
  invoice: 'Invoice',
  correction: 'Credit note',
  number: 'Invoice number',
  correctionNumber: 'Credit note number',
  date: 'Date',
  order: 'Order number',
  ordered: 'Ordered on',
  paid: 'Paid on',
  amount: 'Quantity',
  what: 'Description',
  unit: 'Unit price',
  vatRate: 'VAT',
  sum: 'Total',
  shipping: 'Shipping',
  net: (rate: string) => `Net at ${rate}`,
  vat: (rate: string) => `VAT ${rate}`,
  total: 'Total (gross)',
  voucher: 'of which paid with a voucher',
  voucherBack: 'of which returned to the voucher',
  rest: 'of which paid otherwise',
  returned: 'Refunded (gross)',
  paidNote: 'The total has been paid in full.',
  service: 'Time of supply: for tickets the day of the event, for goods their dispatch, for vouchers the purchase.',
  untaxed:
    'Amounts at 0% are outside the scope of VAT or exempt: multi-purpose vouchers (section 3 (15) UStG), events outside the EU (section 3a (3) UStG) and supplies of goods to countries outside the EU (section 6 UStG).',
  corrects: (number: string, date: string) =>
    `This credit note reduces the consideration of invoice ${number} of ${date} by the following amounts.`,
  reason: {
    event: 'Reason: the event was cancelled.',
    order: 'Reason: the order was cancelled.',
    withdrawal: 'Reason: the buyer withdrew from the contract.',
    voucher: 'Reason: part of the price went back to the voucher.',
    other: 'Reason: refund.',
  },
  vatId: (id: string) => `VAT ID ${id}`,
  director: (name: string) => `Managing director: ${name}`,
}

export const INVOICE_TEXT: Record<Locale, typeof de> = { de, en }
