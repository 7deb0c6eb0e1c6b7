/** Card payments on Stripe's hosted page (PAY-02), in shops without card fields. Each payment has one Checkout Session. */
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import { createCheckout, expireCheckout, readCheckout } from '../integrations/stripe.ts'
import type { PaymentMethod } from './method.ts'
import { stripe } from './stripe.ts'
import { takesCardsInPage } from './stripe-card.ts'

export const stripeCheckout = {
  id: 'stripe_checkout',
  offered: (settings, order) => Boolean(settings.STRIPE_SECRET_KEY) && !takesCardsInPage(settings, order),
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'stripe',
  online: { start: createCheckout, token: null, read: readCheckout, expire: expireCheckout, account: stripe },
} satisfies PaymentMethod<'stripe_checkout'>
