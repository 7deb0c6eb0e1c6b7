/** The shop's account at Stripe. All payment methods of Stripe share it. */
import { CAPTURE_NOTICES, STRIPE_NOTICES } from '../domain/orders/stripe-notices.ts'
import {
  isRefusal,
  isStripeOutage,
  listRefunds,
  listUndelivered,
  paymentOfCapture,
  readDispute,
  readNotice,
  refundCapture,
  refusalCode,
} from '../integrations/stripe.ts'
import type { ProviderAccount } from './method.ts'

export const stripe: ProviderAccount = {
  id: 'stripe',
  refund: refundCapture,
  listRefunds,
  paymentOfCapture,
  readDispute,
  hasWebhookSecret: (env) => Boolean(env.STRIPE_WEBHOOK_SECRET),
  readNotice: (env, body, headers) => readNotice(env, body, headers.get('stripe-signature') ?? ''),
  listNotices: (env, since) => listUndelivered(env, STRIPE_NOTICES, since),
  captureNotices: CAPTURE_NOTICES,
  isRefusal,
  refusalCode,
  isOutage: isStripeOutage,
}
