/**
 * All payment methods and the accounts at their online providers. Offers, placement, payment start, settlement, jobs, refunds,
 * mails and webhooks read this table. A new id in schema/rules does not compile until its record stands here.
 */
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
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
import { bankTransfer } from './bank-transfer.ts'
import type { OfferedOrder, OfferSettings, OnlineMethod, PaymentMethod, ProviderAccount } from './method.ts'
import { skipped } from './skipped.ts'
import { stripe } from './stripe.ts'
import { stripeCheckout } from './stripe-checkout.ts'

export const PAYMENT_METHODS = {
  stripe_checkout: stripeCheckout,
  bank_transfer: bankTransfer,
  internal_payment_skipped: skipped,
} satisfies { [Id in PaymentMethodId]: PaymentMethod<Id> }

export const PROVIDER_ACCOUNTS = { stripe } satisfies Record<OnlineProviderId, ProviderAccount>

/** The record of an order's or a payment's method. */
export function methodOf(id: PaymentMethodId): PaymentMethod {
  return PAYMENT_METHODS[id]
}

/** The method of that id as a buyer gave it; null if there is none. */
export function findMethod(id: string): PaymentMethod | null {
  return isPaymentMethodId(id) ? PAYMENT_METHODS[id] : null
}

export type PaymentOffer = { id: PaymentMethodId; name: string; description: string; extraChargeCents: Cents }

/** PAY-01: the methods that a buyer of the order may choose in a shop with this blacklist. */
export function offersFor(
  settings: OfferSettings,
  order: OfferedOrder & { blacklist: readonly string[]; locale: Locale },
): PaymentOffer[] {
  return PAYMENT_METHOD_IDS.filter(
    (id) => PAYMENT_METHODS[id].offered(settings, order) && !order.blacklist.includes(id),
  ).map((id) => ({ id, ...paymentMethodTexts(id, order.locale), extraChargeCents: 0 }))
}

/** What an order placed at `now` is written with, for each of the offers and for an order that costs nothing. */
export function paymentsToPlace(offers: Pick<PaymentOffer, 'id' | 'extraChargeCents'>[], now: number): OrderPayments {
  const plan = (id: PaymentMethodId, extraChargeCents: Cents): PlannedPayment => {
    const { deadline, followUp } = PAYMENT_METHODS[id]
    return { id, extraChargeCents, dueAt: deadline.of(now), followUp }
  }
  return {
    offered: offers.map(({ id, extraChargeCents }) => plan(id, extraChargeCents)),
    skipped: plan(SKIPPED_PAYMENT, 0),
  }
}

/** The offered method that leads to a provider's page; null if none is offered. */
export function hostedMethodAmong(offers: PaymentOffer[]): OnlineMethod | null {
  for (const { id } of offers) {
    const method = PAYMENT_METHODS[id]
    if (method.online !== null && paymentFlow(id) === 'hosted_page') return method
  }
  return null
}

/** True if an error comes from an online provider that is unreachable. */
export function isProviderOutage(error: unknown): boolean {
  return Object.values<ProviderAccount>(PROVIDER_ACCOUNTS).some((account) => account.isOutage(error))
}
