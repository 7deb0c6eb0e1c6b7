/**
 * Card payments in the shop's page (PAY-03), in shops whose meta has `card_fields`. There, they replace the hosted page.
 * Stripe's script shows the card fields, so the shop never sees a card number.
 */
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import { cancelIntent, createInPageIntent, readInPageIntent, readIntentToken } from '../integrations/stripe-intent.ts'
import type { OfferedOrder, OfferSettings, PaymentMethod } from './method.ts'
import { paysInPage, stripe } from './stripe.ts'

export function takesCardsInPage(settings: OfferSettings, order: Pick<OfferedOrder, 'cardFields'>): boolean {
  return paysInPage(settings) && order.cardFields
}

export const stripeCard = {
  id: 'stripe_card',
  offered: takesCardsInPage,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'stripe',
  online: {
    start: (env, request) => createInPageIntent(env, request, ['card']),
    token: readIntentToken,
    read: readInPageIntent,
    expire: cancelIntent,
    account: stripe,
  },
} satisfies PaymentMethod<'stripe_card'>
