/**
 * The payment methods: their ids, their texts, and the step that follows in the browser. For each id, worker/payments
 * has a record with the rules and steps that only the worker needs.
 */
import type { Locale, Localised } from '../locale.ts'
import type { Cents } from '../money.ts'
import type { BankMethod } from './bank-method.ts'

/** The checkout offers the methods in this order. */
export const PAYMENT_METHOD_IDS = [
  'stripe_express',
  'paypal_express',
  'paypal',
  'stripe_card',
  'stripe_checkout',
  'stripe_sofort',
  'bank_transfer',
  'internal_payment_skipped',
] as const
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

/** Stripe’s smallest charge in euros: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const STRIPE_MINIMUM_CENTS: Cents = 50

const FLOWS: Record<PaymentMethodId, { flow: PaymentFlow; place: PaymentPlace; minimumCents?: Cents }> = {
  stripe_express: { flow: 'in_page', place: 'cart_step', minimumCents: STRIPE_MINIMUM_CENTS },
  paypal_express: { flow: 'in_page', place: 'cart_step' },
  paypal: { flow: 'in_page', place: 'payment_step' },
  stripe_card: { flow: 'in_page', place: 'payment_step', minimumCents: STRIPE_MINIMUM_CENTS },
  stripe_checkout: { flow: 'hosted_page', place: 'payment_step', minimumCents: STRIPE_MINIMUM_CENTS },
  stripe_sofort: { flow: 'hosted_page', place: 'payment_step', minimumCents: STRIPE_MINIMUM_CENTS },
  bank_transfer: { flow: 'transfer', place: 'payment_step' },
  internal_payment_skipped: { flow: 'none', place: 'payment_step' },
}

type MethodTexts = { name: Localised; description: Localised }

/** The texts of the instant bank transfer, by the bank method that the deployment offers. */
const BANK_TEXTS: Record<BankMethod, MethodTexts> = {
  klarna: {
    name: { de: 'Sofort bezahlen mit Klarna', en: 'Pay now with Klarna' },
    description: {
      de: 'Du bezahlst bei Klarna direkt von deinem Bankkonto.',
      en: 'You pay at Klarna, straight from your bank account.',
    },
  },
  eps: {
    name: { de: 'eps-Überweisung', en: 'eps bank transfer' },
    description: {
      de: 'Für Konten österreichischer Banken – du bestätigst die Zahlung im Online-Banking.',
      en: 'For accounts at Austrian banks – you confirm the payment in your online banking.',
    },
  },
  ideal: {
    name: { de: 'iDEAL', en: 'iDEAL' },
    description: {
      de: 'Für Konten niederländischer Banken – du bestätigst die Zahlung im Online-Banking.',
      en: 'For accounts at Dutch banks – you confirm the payment in your online banking.',
    },
  },
  bancontact: {
    name: { de: 'Bancontact', en: 'Bancontact' },
    description: {
      de: 'Für Konten belgischer Banken – du bestätigst die Zahlung mit Karte oder App.',
      en: 'For accounts at Belgian banks – you confirm the payment with your card or app.',
    },
  },
  sepa_debit: {
    name: { de: 'SEPA-Lastschrift', en: 'SEPA direct debit' },
    description: {
      de: 'Du gibst deine IBAN auf der Seite von Stripe an. Die Buchung dauert einige Werktage.',
      en: 'You enter your IBAN on Stripe’s page. The payment takes a few working days to arrive.',
    },
  },
}

const TEXTS: Record<PaymentMethodId, MethodTexts> = {
  stripe_express: {
    name: { de: 'Apple Pay, Google Pay oder Link', en: 'Apple Pay, Google Pay or Link' },
    description: {
      de: 'Du bestellst und bezahlst direkt aus dem Warenkorb.',
      en: 'You order and pay straight from the cart.',
    },
  },
  paypal_express: {
    name: { de: 'PayPal', en: 'PayPal' },
    description: {
      de: 'Adresse und E-Mail kommen aus deinem PayPal-Konto.',
      en: 'Your address and email come from your PayPal account.',
    },
  },
  paypal: {
    name: { de: 'PayPal', en: 'PayPal' },
    description: {
      de: 'Du bestätigst die Zahlung in einem Fenster von PayPal.',
      en: 'You approve the payment in a PayPal window.',
    },
  },
  stripe_card: {
    name: { de: 'Kreditkarte', en: 'Credit card' },
    description: {
      de: 'Visa, Mastercard, American Express – du bezahlst hier in der Kasse.',
      en: 'Visa, Mastercard, American Express – you pay here in the checkout.',
    },
  },
  stripe_checkout: {
    name: { de: 'Kreditkarte', en: 'Credit card' },
    description: {
      de: 'Visa, Mastercard, American Express – bezahlt wird auf der Seite von Stripe.',
      en: 'Visa, Mastercard, American Express – you pay on Stripe’s page.',
    },
  },
  stripe_sofort: BANK_TEXTS.klarna,
  bank_transfer: {
    name: { de: 'Vorkasse', en: 'Bank transfer' },
    description: {
      de: 'Du hast mindestens sieben Tage Zeit für die Überweisung. So lange halten wir alles für dich zurück.',
      en: 'You have at least seven days to transfer the money. We keep everything for you until then.',
    },
  },
  internal_payment_skipped: {
    name: { de: 'Keine Zahlung nötig', en: 'Nothing to pay' },
    description: { de: 'Der Betrag ist null.', en: 'The total is zero.' },
  },
}

/** Whether the buyer approves the payment in a window of PayPal. Accepts any string, like `paymentFlow`. */
export function paymentUsesWindow(id: string): boolean {
  return id === 'paypal'
}

/** Whether the method is paid with a wallet, whose buttons Stripe shows. Accepts any string, like `paymentFlow`. */
export function paymentIsWallet(id: string): boolean {
  return id === 'stripe_express'
}

/** Whether the buyer enters a card in the shop's page before ordering. Accepts any string, like `paymentFlow`. */
export function paymentNeedsCard(id: string): boolean {
  return id === 'stripe_card'
}

/**
 * Whether the buyer approves the payment on the cart step, and orders later on the review step. Accepts any string, like
 * `paymentFlow`.
 */
export function paymentIsApprovedFirst(id: string): boolean {
  return id === 'paypal_express'
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

/** Whether the method can be used to pay this amount. Accepts any string, like `paymentFlow`. */
export function paymentTakes(id: string, amountCents: Cents): boolean {
  return !isPaymentMethodId(id) || amountCents >= (FLOWS[id].minimumCents ?? 0)
}

/** `bankMethod` is the bank method that the deployment offers; null for none. */
export function paymentMethodTexts(
  id: PaymentMethodId,
  locale: Locale,
  bankMethod: BankMethod | null = null,
): { name: string; description: string } {
  const { name, description } = id === 'stripe_sofort' && bankMethod !== null ? BANK_TEXTS[bankMethod] : TEXTS[id]
  return { name: name[locale], description: description[locale] }
}
