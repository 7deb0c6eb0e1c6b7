/**
 * Stripe, through its own library, loaded only by who needs it: requests that pay nothing do not pay for it. Amounts are
 * cents, currency is EUR. A hosted checkout session is asked for once a payment (the payment's id is the idempotency key)
 * and its truth is always read from Stripe, never from what a browser or a webhook says.
 */
import type { Stripe } from 'stripe'
import type { Money } from '../domain/payment-outcome.ts'

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

/** `pending` is money under way: methods other than cards may settle days after the page said thanks. */
export type CheckoutTruth = { state: 'open' | 'pending' | 'failed' | 'expired' } | ({ state: 'paid' } & Money)

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

/** True where Stripe understood and said no; false where nobody knows what became of the request. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  const { statusCode } = error
  return (
    typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  )
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
  return truthOf(await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }))
}

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'status' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency'
>

/** What a session says of its money; of one that is complete and unpaid its payment intent tells more. */
export function truthOf({
  status,
  payment_status,
  payment_intent,
  amount_total,
  currency,
}: SessionFacts): CheckoutTruth {
  const intent = typeof payment_intent === 'string' ? null : payment_intent
  if (payment_status === 'paid') {
    const captureId = intent?.id ?? (typeof payment_intent === 'string' ? payment_intent : null)
    return { state: 'paid', amountCents: amount_total ?? 0, currency: currency ?? '', captureId }
  }
  if (status === 'expired') return { state: 'expired' }
  if (status !== 'complete') return { state: 'open' }
  return { state: intent?.status === 'processing' || intent === null ? 'pending' : 'failed' }
}

/**
 * Closes a session so that nobody pays for an order that is about to be cancelled. True where it was open until now, and so
 * unpaid; one that is open no more stays as it is.
 */
export async function expireCheckout(settings: StripeSettings, sessionId: string): Promise<boolean> {
  const stripe = await connect(settings)
  try {
    return (await stripe.checkout.sessions.expire(sessionId)).status === 'expired'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}

/** Gives money back once a refund id, however often it is asked and however late: idempotency keys live for a day. */
export async function refundCapture(
  settings: StripeSettings,
  refund: { refundId: string; captureId: string; amountCents: number },
): Promise<{ externalId: string }> {
  const stripe = await connect(settings)
  const known = await stripe.refunds.list({ payment_intent: refund.captureId, limit: 100 })
  const done = known.data.find(({ metadata, status }) => metadata?.refund === refund.refundId && status !== 'failed')
  if (done) return { externalId: done.id }
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
