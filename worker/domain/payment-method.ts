/**
 * Which ways to pay a shop offers (PAY-01): what it has not put on its blacklist and what a provider is configured for. A
 * bank transfer takes days, so it is not offered for an event that is near. `internal_payment_skipped` is nobody's choice:
 * an order of nothing to pay gets it by itself (CHK-02).
 */
import { DAY } from '../../schema/limits.ts'
import type { Locale, Localised } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import { dueAtOf } from './payment-deadline.ts'

type PaymentMethodId = 'stripe_checkout' | 'bank_transfer' | 'internal_payment_skipped'
export type PaymentMethodOffer = { id: PaymentMethodId; name: string; description: string; extraChargeCents: Cents }

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

export function paymentMethodsFor(order: {
  blacklist: string[]
  stripeConfigured: boolean
  bankConfigured: boolean
  /** Start of the earliest event of the order; null without tickets. */
  earliestEventAt: number | null
  locale: Locale
  now: number
}): PaymentMethodOffer[] {
  const { earliestEventAt, locale, now } = order
  const hasTime = earliestEventAt === null || earliestEventAt - dueAtOf('bank_transfer', now) >= TIME_FOR_TICKETS_MS
  const able: [PaymentMethodId, boolean][] = [
    ['stripe_checkout', order.stripeConfigured],
    ['bank_transfer', order.bankConfigured && hasTime],
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
