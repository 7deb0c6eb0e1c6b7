/**
 * The payment methods: their ids, their texts, and the step that follows in the browser. For each id, worker/payments
 * has a record with the rules and steps that only the worker needs.
 */
import type { Locale, Localised } from '../locale.ts'

/** The checkout offers the methods in this order. */
export const PAYMENT_METHOD_IDS = ['stripe_checkout', 'bank_transfer', 'internal_payment_skipped'] as const
export type PaymentMethodId = (typeof PAYMENT_METHOD_IDS)[number]

/** CHK-02: the method of an order whose total is zero. Buyers cannot choose it. */
export const SKIPPED_PAYMENT = 'internal_payment_skipped' satisfies PaymentMethodId

/**
 * The step after the order is placed. With `hosted_page`, the browser goes to the provider's payment page. With
 * `transfer`, the page shows the shop's bank details. With `none`, nothing is left to pay.
 */
export type PaymentFlow = 'hosted_page' | 'transfer' | 'none'

const FLOWS: Record<PaymentMethodId, PaymentFlow> = {
  stripe_checkout: 'hosted_page',
  bank_transfer: 'transfer',
  internal_payment_skipped: 'none',
}

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

export function isPaymentMethodId(id: string): id is PaymentMethodId {
  return PAYMENT_METHOD_IDS.some((known) => known === id)
}

/**
 * Accepts any string, because the API returns ids as strings. Returns `none` for an id that this version does not know.
 */
export function paymentFlow(id: string): PaymentFlow {
  return isPaymentMethodId(id) ? FLOWS[id] : 'none'
}

export function paymentMethodTexts(id: PaymentMethodId, locale: Locale): { name: string; description: string } {
  const { name, description } = TEXTS[id]
  return { name: name[locale], description: description[locale] }
}
