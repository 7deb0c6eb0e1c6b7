/** The texts of passes in wallets. The text of a button is the wallet's official wording. */
import type { Locale } from '../../schema/locale.ts'
import type { Wallet } from '../integrations/wallet-settings.ts'

type Texts = {
  ticketFor: (event: string) => string
  when: string
  doors: string
  where: string
  place: string
  area: string
  holder: string
  category: string
  order: string
  code: string
  address: string
  hint: string
  hintText: string
  status: string
  isVoid: string
  isCancelled: string
  isPostponed: string
  moved: string
  add: Record<Wallet, string>
}

export const WALLET_TEXT: Record<Locale, Texts> = {
  de: {
    ticketFor: (event) => `Ticket für ${event}`,
    when: 'Beginn',
    doors: 'Einlass',
    where: 'Ort',
    place: 'Platz',
    area: 'Bereich',
    holder: 'Für',
    category: 'Kategorie',
    order: 'Bestellnummer',
    code: 'Ticketnummer',
    address: 'Adresse',
    hint: 'Am Einlass',
    hintText: 'Zeig den Code am Einlass. Er gilt einmal, gib ihn nicht weiter.',
    status: 'Status',
    isVoid: 'Gilt nicht mehr',
    isCancelled: 'Abgesagt',
    isPostponed: 'Verlegt, neuer Termin folgt',
    moved: 'Jetzt neu: %@',
    add: { apple: 'Zu Apple Wallet hinzufügen', google: 'Zu Google Wallet hinzufügen' },
  },
  en: {
    ticketFor: (event) => `Ticket for ${event}`,
    when: 'Starts',
    doors: 'Doors',
    where: 'Venue',
    place: 'Seat',
    area: 'Area',
    holder: 'For',
    category: 'Category',
    order: 'Order number',
    code: 'Ticket number',
    address: 'Address',
    hint: 'At the door',
    hintText: 'Show the code at the door. It works once, so don’t pass it on.',
    status: 'Status',
    isVoid: 'No longer valid',
    isCancelled: 'Cancelled',
    isPostponed: 'Postponed, new date to be announced',
    moved: 'Changed to: %@',
    add: { apple: 'Add to Apple Wallet', google: 'Add to Google Wallet' },
  },
}
