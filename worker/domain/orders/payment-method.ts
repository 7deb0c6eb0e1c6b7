/**
 * Which ways to pay a shop offers (PAY-01): what it has not put on its blacklist and what a provider is configured for. A
 * bank transfer takes days and keeps the tickets from everybody else for so long. It is therefore not offered for an event
 * that is near, and, unless the catalogue says otherwise, in the first days of a sale and behind a waiting room.
 * `internal_payment_skipped` is nobody's choice: an order of nothing to pay gets it by itself (CHK-02).
 */
import { BANK_TRANSFER_AFTER_HOURS, DAY } from '../../../schema/limits.ts'
import type { Locale, Localised } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import { dueAtOf } from './payment-deadline.ts'

type PaymentMethodId = 'stripe_checkout' | 'bank_transfer' | 'internal_payment_skipped'
export type PaymentMethodOffer = { id: PaymentMethodId; name: string; description: string; extraChargeCents: Cents }

const HOUR = DAY / 24
/** A transfer may take its whole time and still be followed by the tickets. */
const TIME_FOR_TICKETS_MS = DAY

const TEXTS: Record<PaymentMethodId, { name: Localised; description: Localised }> = {
  stripe_checkout: {
    name: { de: 'Kreditkarte', en: 'Credit card' },
    description: {
      de: 'Visa, Mastercard, American Express – bezahlt wird auf der Seite von Stripe.',
      en: 'Visa, Mastercard, American Express – you pay on Stripe’s page.',
    },
  },
  bank_transfer: {
    name: { de: 'Vorkasse', en: 'Bank transfer' },
    description: {
      de: 'Du hast mindestens sieben Tage Zeit für die Überweisung. Deine Plätze sind so lange reserviert.',
      en: 'You have at least seven days to transfer the money. Your seats are kept for you until then.',
    },
  },
  internal_payment_skipped: {
    name: { de: 'Keine Zahlung nötig', en: 'Nothing to pay' },
    description: { de: 'Der Betrag ist null.', en: 'The total is zero.' },
  },
}

export function paymentMethodName(id: string, locale: Locale): string {
  return id in TEXTS ? TEXTS[id as PaymentMethodId].name[locale] : id
}

/** What a bank transfer for an event's tickets goes by; instants are epoch milliseconds. */
export type TransferEvent = {
  id: string
  happeningFromAt: number
  presaleAt: number
  meta: {
    bank_transfer_after_hours?: number | undefined
    bank_transfer_in_waiting_room?: boolean | undefined
  }
}

/** The events behind a waiting room that is in use; all, where the room stands before the whole shop. */
export type QueuedEvents = 'all' | string[]

function takesTransfers(event: TransferEvent, queued: QueuedEvents, now: number): boolean {
  const { id, happeningFromAt, presaleAt, meta } = event
  if (happeningFromAt - dueAtOf('bank_transfer', now) < TIME_FOR_TICKETS_MS) return false
  if ((queued === 'all' || queued.includes(id)) && meta.bank_transfer_in_waiting_room !== true) return false
  const hours = meta.bank_transfer_after_hours ?? BANK_TRANSFER_AFTER_HOURS
  return hours === 0 || now >= presaleAt + hours * HOUR
}

export function paymentMethodsFor(order: {
  blacklist: string[]
  stripeConfigured: boolean
  bankConfigured: boolean
  /** Of the order's tickets. */
  events: TransferEvent[]
  queuedEvents: QueuedEvents
  locale: Locale
  now: number
}): PaymentMethodOffer[] {
  const { events, queuedEvents, locale, now } = order
  const isTransferable = events.every((event) => takesTransfers(event, queuedEvents, now))
  const able: [PaymentMethodId, boolean][] = [
    ['stripe_checkout', order.stripeConfigured],
    ['bank_transfer', order.bankConfigured && isTransferable],
  ]
  return able
    .filter(([id, isAble]) => isAble && !order.blacklist.includes(id))
    .map(([id]) => ({
      id,
      name: TEXTS[id].name[locale],
      description: TEXTS[id].description[locale],
      extraChargeCents: 0,
    }))
}
