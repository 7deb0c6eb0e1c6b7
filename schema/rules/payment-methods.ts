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
 * `in_page`, the provider's script confirms the payment in the shop's page. With `transfer`, the page shows the shop's
 * bank details. With `none`, nothing is left to pay.
 */
export type PaymentFlow = 'hosted_page' | 'in_page' | 'transfer' | 'none'

/**
 * Where the buyer chooses the method. Methods of the `cart_step` are buttons there, and they order at once. The payment
 * step and the page of an open order offer the others.
 */
export type PaymentPlace = 'payment_step' | 'cart_step'

const FLOWS: Record<PaymentMethodId, { flow: PaymentFlow; place: PaymentPlace }> = {
  stripe_checkout: { flow: 'hosted_page', place: 'payment_step' },
  bank_transfer: { flow: 'transfer', place: 'payment_step' },
  internal_payment_skipped: { flow: 'none', place: 'payment_step' },
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
  return isPaymentMethodId(id) ? FLOWS[id].flow : 'none'
}

/** Accepts any string, like `paymentFlow`. */
export function paymentPlace(id: string): PaymentPlace {
  return isPaymentMethodId(id) ? FLOWS[id].place : 'payment_step'
}

export function paymentMethodTexts(id: PaymentMethodId, locale: Locale): { name: string; description: string } {
  const { name, description } = TEXTS[id]
  return { name: name[locale], description: description[locale] }
}
