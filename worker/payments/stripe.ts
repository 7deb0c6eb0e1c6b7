/** The shop's account at Stripe. All payment methods of Stripe share it. */
import { CAPTURE_NOTICES, STRIPE_NOTICES } from '../domain/orders/stripe-notices.ts'
import type { Env } from '../env.ts'
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
import type { BrowserScript, ProviderAccount } from './method.ts'

/** The release of Stripe.js that belongs to the API version of Stripe's library. */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

/** The sources that Stripe names for a page with Elements: https://docs.stripe.com/security/guide#content-security-policy. */
const SOURCES: BrowserScript['sources'] = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  image: ['https://*.stripe.com'],
}

/** Whether the deployment has the keys with which buyers pay in the shop's page. */
export function paysInPage(settings: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>): boolean {
  return Boolean(settings.STRIPE_SECRET_KEY) && Boolean(settings.STRIPE_PUBLISHABLE_KEY)
}

function browserScript(env: Env): BrowserScript | null {
  const { STRIPE_PUBLISHABLE_KEY: key, STRIPE_JS_URL: replacement } = env
  if (!paysInPage(env) || !key) return null
  if (!replacement) return { url: STRIPE_JS, key, sources: SOURCES }
  const own = [new URL(replacement).origin]
  return { url: replacement, key, sources: { script: own, connect: own, frame: own, image: own } }
}

export const stripe: ProviderAccount = {
  id: 'stripe',
  refund: refundCapture,
  listRefunds,
  paymentOfCapture,
  readDispute,
  browserScript,
  hasWebhookSecret: (env) => Boolean(env.STRIPE_WEBHOOK_SECRET),
  readNotice: (env, body, headers) => readNotice(env, body, headers.get('stripe-signature') ?? ''),
  listNotices: (env, since) => listUndelivered(env, STRIPE_NOTICES, since),
  captureNotices: CAPTURE_NOTICES,
  isRefusal,
  refusalCode,
  isOutage: isStripeOutage,
}
