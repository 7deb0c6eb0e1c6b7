/**
 * Apple Pay, Google Pay and Link (PAY-03), as buttons of the cart step. The wallet gives the address and the email address,
 * the browser places the order, and Stripe's script confirms the payment.
 */
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import { cancelIntent, createInPageIntent, readInPageIntent, readIntentToken } from '../integrations/stripe-intent.ts'
import type { PaymentMethod } from './method.ts'
import { paysInPage, stripe } from './stripe.ts'

export const stripeExpress = {
  id: 'stripe_express',
  offered: paysInPage,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'stripe',
  online: {
    // Apple Pay and Google Pay are cards.
    start: (env, request) => createInPageIntent(env, request, ['card', 'link']),
    token: readIntentToken,
    read: readInPageIntent,
    expire: cancelIntent,
    account: stripe,
  },
} satisfies PaymentMethod<'stripe_express'>
