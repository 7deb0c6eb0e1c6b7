/** The shop's account at PayPal. All payment methods of PayPal share it. */
import { PAYPAL_CAPTURE_NOTICES } from '../domain/orders/paypal-notices.ts'
import type { Env } from '../env.ts'
import { listPayPalRefunds, paymentOfPayPalCapture, refundPayPalCapture } from '../integrations/paypal.ts'
import { isPayPalOutage, isPayPalRefusal, payPalRefusalCode } from '../integrations/paypal-client.ts'
import { readPayPalDispute } from '../integrations/paypal-dispute.ts'
import { listPayPalNotices, readPayPalNotice } from '../integrations/paypal-webhook.ts'
import { networksOf } from '../services/client-network.ts'
import { isWithinBoth } from '../services/rate-limit.ts'
import type { BrowserScript, OfferSettings, ProviderAccount } from './method.ts'

const LIVE_SCRIPT = 'https://www.paypal.com/web-sdk/v6/core'
const TEST_SCRIPT = 'https://www.sandbox.paypal.com/web-sdk/v6/core'

/** The sources that PayPal names for its v6 script. PayPal's window is not a frame of the page. */
const SOURCES: BrowserScript['sources'] = {
  script: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  connect: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  frame: ['https://*.paypal.com'],
  image: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
}

function browserScript(env: Env): BrowserScript | null {
  const { PAYPAL_CLIENT_ID: key, PAYPAL_JS_URL: replacement, PAYPAL_API_BASE: base } = env
  if (!key || !hasPayPal(env)) return null
  if (!replacement) return { url: base?.includes('sandbox') ? TEST_SCRIPT : LIVE_SCRIPT, key, sources: SOURCES }
  const own = [new URL(replacement).origin]
  return { url: replacement, key, sources: { script: own, connect: own, frame: own, image: own } }
}

/** Whether the deployment has an account at PayPal. */
export function hasPayPal({
  PAYPAL_CLIENT_ID: id,
  PAYPAL_CLIENT_SECRET: secret,
  PAYPAL_MERCHANT_ID: merchant,
}: OfferSettings): boolean {
  return Boolean(id && secret && merchant)
}

export const payPal: ProviderAccount = {
  id: 'paypal',
  allowsTransfer: true,
  refund: refundPayPalCapture,
  listRefunds: listPayPalRefunds,
  paymentOfCapture: paymentOfPayPalCapture,
  readDispute: readPayPalDispute,
  browserScript,
  hasWebhookSecret: (env) => hasPayPal(env) && Boolean(env.PAYPAL_WEBHOOK_ID),
  readNotice: (env, body, headers) =>
    readPayPalNotice(env, body, headers, async () => {
      const networks = networksOf(headers.get('cf-connecting-ip') ?? undefined)
      return networks.network === '' || isWithinBoth(env.NOTICE_CHECKS, env.NOTICE_CHECKS_WIDE, networks)
    }),
  listNotices: listPayPalNotices,
  captureNotices: PAYPAL_CAPTURE_NOTICES,
  isRefusal: isPayPalRefusal,
  refusalCode: payPalRefusalCode,
  isOutage: isPayPalOutage,
}
