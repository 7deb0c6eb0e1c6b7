/**
 * All payment methods, and the shop's accounts at online providers. If an id in schema/rules has no record in this
 * table, the code does not compile.
 */
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import type { PaymentScripts } from '../../schema/page-data.ts'
import { configuredBankMethod } from '../../schema/rules/bank-method.ts'
import {
  isPaymentMethodId,
  PAYMENT_METHOD_IDS,
  type PaymentMethodId,
  paymentFlow,
  paymentMethodTexts,
  SKIPPED_PAYMENT,
} from '../../schema/rules/payment-methods.ts'
import type { OrderPayments, PlannedPayment } from '../domain/orders/order-draft.ts'
import type { OnlineProviderId } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import { bankTransfer } from './bank-transfer.ts'
import type {
  BrowserScript,
  OfferedOrder,
  OfferSettings,
  OnlineMethod,
  PaymentMethod,
  ProviderAccount,
} from './method.ts'
import { payPal } from './paypal.ts'
import { payPalButton } from './paypal-button.ts'
import { payPalExpress } from './paypal-express.ts'
import { skipped } from './skipped.ts'
import { stripe } from './stripe.ts'
import { stripeCard } from './stripe-card.ts'
import { stripeCheckout } from './stripe-checkout.ts'
import { stripeExpress } from './stripe-express.ts'
import { stripeSofort } from './stripe-sofort.ts'

export const PAYMENT_METHODS = {
  stripe_express: stripeExpress,
  paypal_express: payPalExpress,
  paypal: payPalButton,
  stripe_card: stripeCard,
  stripe_checkout: stripeCheckout,
  stripe_sofort: stripeSofort,
  bank_transfer: bankTransfer,
  internal_payment_skipped: skipped,
} satisfies { [Id in PaymentMethodId]: PaymentMethod<Id> }

export const PROVIDER_ACCOUNTS = { stripe, paypal: payPal } satisfies Record<OnlineProviderId, ProviderAccount>

/** Returns the record of an order's or a payment's method. */
export function methodOf(id: PaymentMethodId): PaymentMethod {
  return PAYMENT_METHODS[id]
}

/** Returns the method with an id that a buyer sent; null if there is none. */
export function findMethod(id: string): PaymentMethod | null {
  return isPaymentMethodId(id) ? PAYMENT_METHODS[id] : null
}

export type PaymentOffer = { id: PaymentMethodId; name: string; description: string; extraChargeCents: Cents }

/** PAY-01: returns the methods that the buyer of this order may choose. `blacklist` is the shop's payment blacklist. */
export function offersFor(
  settings: OfferSettings,
  order: OfferedOrder & { blacklist: readonly string[]; locale: Locale },
): PaymentOffer[] {
  return PAYMENT_METHOD_IDS.filter(
    (id) => PAYMENT_METHODS[id].offered(settings, order) && !order.blacklist.includes(id),
  ).map((id) => ({ id, ...textsOf(settings, id, order.locale), extraChargeCents: 0 }))
}

/** Returns the name and the description of a method. Those of the instant bank transfer depend on the settings. */
export function textsOf(settings: Pick<OfferSettings, 'STRIPE_BANK_METHOD'>, id: PaymentMethodId, locale: Locale) {
  return paymentMethodTexts(id, locale, configuredBankMethod(settings.STRIPE_BANK_METHOD))
}

/**
 * Returns the payment deadline and the kind of outbox row that a new order gets: in `offered` for each offered method, and
 * in `skipped` for an order with a total of zero.
 */
export function paymentsToPlace(offers: Pick<PaymentOffer, 'id' | 'extraChargeCents'>[], now: number): OrderPayments {
  const plan = (id: PaymentMethodId, extraChargeCents: Cents): PlannedPayment => {
    const { deadline, followUp } = PAYMENT_METHODS[id]
    const dueAt = deadline.of(now)
    return { id, extraChargeCents, dueAt, remindAt: deadline.remindAt(dueAt, now), followUp }
  }
  return {
    offered: offers.map(({ id, extraChargeCents }) => plan(id, extraChargeCents)),
    skipped: { ...plan(SKIPPED_PAYMENT, 0), remindAt: null },
  }
}

/** Returns the scripts of the providers for which the deployment has a public key. */
export function browserScripts(env: Env): BrowserScript[] {
  return Object.values<ProviderAccount>(PROVIDER_ACCOUNTS).flatMap((account) => account.browserScript(env) ?? [])
}

/** Returns what a page of the checkout needs to load the scripts of the providers. */
export function paymentScripts(env: Env): PaymentScripts {
  const scripts = Object.values<ProviderAccount>(PROVIDER_ACCOUNTS).flatMap((account) => {
    const script = account.browserScript(env)
    return script ? [[account.id, { url: script.url, key: script.key }] as const] : []
  })
  return Object.fromEntries(scripts)
}

/**
 * Returns the chosen method if it is offered and has a provider's page, otherwise the first offered method with such a
 * page; null if there is none.
 */
export function hostedMethodAmong(offers: PaymentOffer[], chosen: PaymentMethodId): OnlineMethod | null {
  const hosted = offers.flatMap(({ id }) => {
    const method = methodOf(id)
    return method.online !== null && paymentFlow(id) === 'hosted_page' ? [method] : []
  })
  return hosted.find(({ id }) => id === chosen) ?? hosted[0] ?? null
}

/** Returns the chosen method if it is offered and the buyer pays in the shop's page with this provider; otherwise null. */
export function inPageMethodAmong(
  offers: PaymentOffer[],
  chosen: PaymentMethodId,
  provider: OnlineProviderId,
): OnlineMethod | null {
  if (paymentFlow(chosen) !== 'in_page' || !offers.some(({ id }) => id === chosen)) return null
  const method = methodOf(chosen)
  return method.online !== null && method.online.account.id === provider ? method : null
}

/** Whether an error means that an online provider is unreachable, cannot answer, or does not accept our key. */
export function isProviderOutage(error: unknown): boolean {
  return Object.values<ProviderAccount>(PROVIDER_ACCOUNTS).some((account) => account.isOutage(error))
}
