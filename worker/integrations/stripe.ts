/**
 * Stripe, through its own library, loaded only by who needs it: requests that pay nothing do not pay for it. Amounts are
 * cents, currency is EUR. A hosted checkout session is asked for once a payment (the payment's id is the idempotency key)
 * and its truth is always read from Stripe, never from what a browser or a webhook says.
 */
import type { Stripe } from 'stripe'

export type StripeSettings = { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string; STRIPE_API_BASE?: string }

export type CheckoutRequest = {
  paymentId: string
  orderId: string
  reference: string
  email: string
  locale: 'de' | 'en'
  lines: { name: string; amountCents: number }[]
  successUrl: string
  cancelUrl: string
  /** Epoch milliseconds; Stripe takes 30 minutes to 24 hours from now. */
  expiresAt: number
}

export type CheckoutTruth =
  | { state: 'open' }
  | { state: 'expired' }
  | { state: 'paid'; amountCents: number; currency: string; captureId: string | null }

export type StripeNotice = { id: string; type: string; sessionId: string | null; paymentId: string | null }

const TIMEOUT_MS = 10_000

async function connect(settings: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const base = settings.STRIPE_API_BASE ? new URL(settings.STRIPE_API_BASE) : null
  return new StripeClient(settings.STRIPE_SECRET_KEY ?? '', {
    httpClient: StripeClient.createFetchHttpClient(),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  })
}

/** Throws what Stripe's library throws; asking again with the same payment gives the same session. */
export async function createCheckout(
  settings: StripeSettings,
  request: CheckoutRequest,
): Promise<{ externalId: string; url: string; expiresAt: number }> {
  const stripe = await connect(settings)
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: request.lines.map(({ name, amountCents }) => ({
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: amountCents, product_data: { name: name.slice(0, 250) } },
      })),
      client_reference_id: request.orderId,
      customer_email: request.email,
      locale: request.locale,
      metadata: { order: request.orderId, payment: request.paymentId },
      payment_intent_data: {
        // Up to 22 characters on the buyer's statement, together with the account's own prefix.
        statement_descriptor_suffix: `CCX${request.reference}`,
        metadata: { order: request.orderId, payment: request.paymentId },
      },
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      expires_at: Math.floor(request.expiresAt / 1000),
    },
    { idempotencyKey: `checkout-${request.paymentId}` },
  )
  if (!session.url) throw new Error('Stripe gave no address for the session')
  return { externalId: session.id, url: session.url, expiresAt: session.expires_at * 1000 }
}

export async function readCheckout(settings: StripeSettings, sessionId: string): Promise<CheckoutTruth> {
  const stripe = await connect(settings)
  const session = await stripe.checkout.sessions.retrieve(sessionId)
  if (session.payment_status === 'paid') {
    const intent = session.payment_intent
    return {
      state: 'paid',
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? '',
      captureId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    }
  }
  return { state: session.status === 'expired' ? 'expired' : 'open' }
}

/** Closes a session so that nobody pays for an order that is about to be cancelled. False where it is open no more. */
export async function expireCheckout(settings: StripeSettings, sessionId: string): Promise<boolean> {
  const stripe = await connect(settings)
  try {
    await stripe.checkout.sessions.expire(sessionId)
    return true
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 400) return false
    throw error
  }
}

export async function refundCapture(
  settings: StripeSettings,
  refund: { refundId: string; captureId: string; amountCents: number },
): Promise<{ externalId: string }> {
  const stripe = await connect(settings)
  const created = await stripe.refunds.create(
    { payment_intent: refund.captureId, amount: refund.amountCents, metadata: { refund: refund.refundId } },
    { idempotencyKey: `refund-${refund.refundId}` },
  )
  return { externalId: created.id }
}

/** Null where the signature does not fit. Tolerates clocks five minutes apart. */
export async function readNotice(
  settings: StripeSettings,
  body: string,
  signature: string,
): Promise<StripeNotice | null> {
  const { default: StripeClient } = await import('stripe')
  const stripe = await connect(settings)
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      settings.STRIPE_WEBHOOK_SECRET ?? '',
      300,
      StripeClient.createSubtleCryptoProvider(),
    )
    const object = event.data.object as { id?: string; object?: string; metadata?: { payment?: string } | null }
    return {
      id: event.id,
      type: event.type,
      sessionId: object.object === 'checkout.session' ? (object.id ?? null) : null,
      paymentId: object.metadata?.payment ?? null,
    }
  } catch (error) {
    if (error instanceof StripeClient.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
