/**
 * Stripe, through its own library, loaded only by who needs it: requests that pay nothing do not pay for it. Amounts are
 * cents, currency is EUR. A hosted checkout session is asked for once a payment (the payment's id is the idempotency key)
 * and its truth is always read from Stripe, never from what a browser or a webhook says.
 */
import type { Stripe } from 'stripe'
import type { Money } from '../domain/orders/payment-outcome.ts'
import type { StripeEndpoint } from '../domain/orders/stripe-notices.ts'

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

/**
 * `pending` is money under way: methods other than cards may settle days after the page said thanks. `missing` is a
 * session that this account never had: the secret key is not the one that it was opened with.
 */
export type CheckoutTruth =
  | { state: 'open' | 'pending' | 'failed' | 'expired' | 'missing' }
  | ({ state: 'paid'; cardFingerprint: string | null } & Money)

/** What a notice is about. Only its ids are used. */
export type StripeNotice = {
  id: string
  type: string
  sessionId: string | null
  paymentId: string | null
  /** The payment intent, for notices about money that was captured before. */
  captureId: string | null
  disputeId: string | null
}

/** A refund as Stripe has it. `refundId` and `attempt` are ours; null where it was made in the dashboard. */
export type ProviderRefund = {
  externalId: string
  refundId: string | null
  attempt: number
  amountCents: number
  status: string | null
  failure: string | null
}

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

/** Stripe's code for why it refused. */
export function refusalCode(error: unknown): string {
  const { code } = codeOf(error)
  return typeof code === 'string' ? code : 'refused'
}

/** Without a word on the request itself: a key that is wrong, revoked or may too little, a conflict, too many requests. */
const NO_VERDICT = [401, 403, 409, 429]

/** True where Stripe understood and said no; false where the same request may succeed later. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && !NO_VERDICT.includes(statusCode)
}

/** True where Stripe was out of reach, could not answer, or did not take our key. */
export function isStripeOutage(error: unknown): boolean {
  const isStripes = error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
  return isStripes && !isRefusal(error)
}

function codeOf(error: unknown): { statusCode: unknown; code: unknown; param: unknown } {
  const { statusCode, code, param } = error as { statusCode?: unknown; code?: unknown; param?: unknown }
  return { statusCode, code, param }
}

/**
 * Throws what Stripe's library throws; asking again with the same payment gives the same session. Stripe refuses some
 * addresses that we take: then it asks the buyer for one itself.
 */
export async function createCheckout(
  settings: StripeSettings,
  request: CheckoutRequest,
): Promise<{ externalId: string; url: string; expiresAt: number }> {
  try {
    return await createSession(settings, request, `checkout-${request.paymentId}`)
  } catch (error) {
    const { code, param } = codeOf(error)
    if (!isRefusal(error) || (param !== 'customer_email' && code !== 'email_invalid')) throw error
    return createSession(settings, { ...request, email: null }, `checkout-${request.paymentId}-without-email`)
  }
}

async function createSession(
  settings: StripeSettings,
  request: Omit<CheckoutRequest, 'email'> & { email: string | null },
  idempotencyKey: string,
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
      ...(request.email === null ? {} : { customer_email: request.email }),
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
    { idempotencyKey },
  )
  if (!session.url) throw new Error('Stripe gave no address for the session')
  return { externalId: session.id, url: session.url, expiresAt: session.expires_at * 1000 }
}

export async function readCheckout(settings: StripeSettings, sessionId: string): Promise<CheckoutTruth> {
  const stripe = await connect(settings)
  try {
    return truthOf(await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }))
  } catch (error) {
    if (codeOf(error).statusCode === 404) return { state: 'missing' }
    throw error
  }
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
    const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
    // Equal for one card number in all payments of the account; other methods have none.
    const cardFingerprint = charge?.payment_method_details?.card?.fingerprint ?? null
    return { state: 'paid', amountCents: amount_total ?? 0, currency: currency ?? '', captureId, cardFingerprint }
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

function providerRefund({ id, metadata, amount, status, failure_reason }: Stripe.Refund): ProviderRefund {
  return {
    externalId: id,
    refundId: metadata?.refund ?? null,
    attempt: Number(metadata?.attempt ?? 1),
    amountCents: amount,
    status,
    failure: failure_reason ?? null,
  }
}

/** Every refund of a payment, the dashboard's too. */
export async function listRefunds(settings: StripeSettings, captureId: string): Promise<ProviderRefund[]> {
  const stripe = await connect(settings)
  const found: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: captureId, limit: 100 }))
    found.push(providerRefund(refund))
  return found
}

/**
 * Gives money back. Stripe does it once for each refund and attempt for as long as its idempotency keys live, which is a
 * day: look at `listRefunds` before. Answers with the refund as it is now, which may be pending or failed.
 */
export async function refundCapture(
  settings: StripeSettings,
  refund: { refundId: string; attempt: number; captureId: string; amountCents: number },
): Promise<ProviderRefund> {
  const stripe = await connect(settings)
  return providerRefund(
    await stripe.refunds.create(
      {
        payment_intent: refund.captureId,
        amount: refund.amountCents,
        metadata: { refund: refund.refundId, attempt: String(refund.attempt) },
      },
      { idempotencyKey: `refund-${refund.refundId}-${refund.attempt}` },
    ),
  )
}

export type ProviderDispute = {
  disputeId: string
  captureId: string | null
  amountCents: number
  status: 'open' | 'won' | 'lost'
}

/** A dispute (chargeback) or the inquiry before it, as it is now. */
export async function readDispute(settings: StripeSettings, disputeId: string): Promise<ProviderDispute> {
  const stripe = await connect(settings)
  const { id, payment_intent, amount, status } = await stripe.disputes.retrieve(disputeId)
  const captureId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null)
  // An inquiry that was closed took no money.
  const isWon = status === 'won' || status === 'warning_closed'
  return { disputeId: id, captureId, amountCents: amount, status: isWon ? 'won' : status === 'lost' ? 'lost' : 'open' }
}

/**
 * Our id of the payment that an intent was made for; null for one that is not ours. Throws where Stripe does not know the
 * intent: then the secret key is not the account's that the notice came from.
 */
export async function paymentOfCapture(settings: StripeSettings, captureId: string): Promise<string | null> {
  const stripe = await connect(settings)
  return (await stripe.paymentIntents.retrieve(captureId)).metadata.payment ?? null
}

/** The addresses that the account sends its events to. */
export async function listEndpoints(settings: StripeSettings): Promise<StripeEndpoint[]> {
  const stripe = await connect(settings)
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  return data.map(({ url, status, enabled_events }) => ({ url, status, events: enabled_events }))
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
    const object = event.data.object as {
      id?: string
      object?: string
      metadata?: { payment?: string } | null
      payment_intent?: string | { id: string } | null
    }
    const { payment_intent: intent } = object
    return {
      id: event.id,
      type: event.type,
      sessionId: object.object === 'checkout.session' ? (object.id ?? null) : null,
      paymentId: object.metadata?.payment ?? null,
      captureId: typeof intent === 'string' ? intent : (intent?.id ?? null),
      disputeId: object.object === 'dispute' ? (object.id ?? null) : null,
    }
  } catch (error) {
    if (error instanceof StripeClient.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
