/**
 * Calls the API of Stripe with Stripe's own library, which is loaded only when it is needed. Amounts are in cents of
 * EUR. Each payment has one Checkout Session, because the idempotency key contains the payment's id. The shop always
 * reads the state of a session from Stripe, and never trusts a browser or a webhook.
 */
import type { Stripe } from 'stripe'
import type {
  OpenedPage,
  PageRequest,
  ProviderDispute,
  ProviderNotice,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
} from '../domain/orders/payment-provider.ts'
import { refundStatusOf } from '../domain/orders/refund-status.ts'
import { noticeSubject, type StripeEndpoint } from '../domain/orders/stripe-notices.ts'

export type StripeSettings = { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string; STRIPE_API_BASE?: string }

const TIMEOUT_MS = 10_000
/**
 * Metadata of a PaymentIntent that is itself the payment's object at Stripe. The intent of a Checkout Session lacks it,
 * because the session is the payment's object.
 */
export const OPENED_AS_INTENT = 'intent'
/** Ten requests of 100 events each. */
const MAX_LISTED_NOTICES = 1_000

/** Returns a client of Stripe's library. */
export async function connect(settings: StripeSettings): Promise<Stripe> {
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

/** Returns Stripe's code for the reason of a refusal; `refused` if Stripe gave no code. */
export function refusalCode(error: unknown): string {
  const { code } = codeOf(error)
  return typeof code === 'string' ? code : 'refused'
}

/** Statuses that say nothing about the request itself: a wrong or restricted key, a conflict, or too many requests. */
const NO_VERDICT = [401, 403, 409, 429]

/** Whether Stripe understood the request and refused it; otherwise the same request may succeed later. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && !NO_VERDICT.includes(statusCode)
}

/** Whether Stripe was unreachable, could not answer, or did not accept the secret key. */
export function isStripeOutage(error: unknown): boolean {
  const isStripes = error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
  return isStripes && !isRefusal(error)
}

function codeOf(error: unknown): { statusCode: unknown; code: unknown; param: unknown } {
  const { statusCode, code, param } = error as { statusCode?: unknown; code?: unknown; param?: unknown }
  return { statusCode, code, param }
}

/**
 * Creates the session of a payment, or returns the existing one. Throws the errors of Stripe's library. Stripe refuses
 * some email addresses that the shop accepts. The session then has no address, and Stripe's page asks the buyer for
 * one.
 */
export async function createCheckout(
  settings: StripeSettings,
  request: PageRequest,
  payment: SessionPayment = cardStatement(request),
): Promise<OpenedPage> {
  const key = `checkout-${request.paymentId}`
  try {
    return await createSession(settings, request, payment, key)
  } catch (error) {
    if (!isEmailRefusal(error)) throw error
    return createSession(settings, { ...request, email: null }, payment, `${key}-without-email`)
  }
}

/** The methods of a session, null for those of the account, and the text on the buyer's bank statement. */
type SessionPayment = {
  types: 'sepa_debit'[] | null
  intentData: Pick<Stripe.PaymentIntentCreateParams, 'statement_descriptor' | 'statement_descriptor_suffix'>
}

/** The account's prefix and this suffix together may have at most 22 characters on the buyer's bank statement. */
function cardStatement({ reference }: PageRequest): SessionPayment {
  return { types: null, intentData: { statement_descriptor_suffix: `CCX${reference}` } }
}

/** Whether Stripe refused a request because of the buyer's email address. */
export function isEmailRefusal(error: unknown): boolean {
  const { code, param } = codeOf(error)
  return isRefusal(error) && (/email/.test(String(param)) || code === 'email_invalid')
}

/** Whether Stripe does not know the id of the request. */
export function isUnknownId(error: unknown): boolean {
  return codeOf(error).statusCode === 404
}

async function createSession(
  settings: StripeSettings,
  request: Omit<PageRequest, 'email'> & { email: string | null },
  { types, intentData }: SessionPayment,
  idempotencyKey: string,
): Promise<OpenedPage> {
  const stripe = await connect(settings)
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: request.lines.map(({ name, amountCents }) => ({
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: amountCents, product_data: { name: name.slice(0, 250) } },
      })),
      ...(types === null ? {} : { allowed_payment_method_types: types }),
      client_reference_id: request.orderId,
      ...(request.email === null ? {} : { customer_email: request.email }),
      locale: request.locale,
      metadata: { order: request.orderId, payment: request.paymentId },
      payment_intent_data: {
        ...intentData,
        metadata: { order: request.orderId, payment: request.paymentId },
      },
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      expires_at: Math.floor(request.expiresAt / 1000),
    },
    { idempotencyKey },
  )
  if (!session.url) throw new Error('Stripe returned no address for the session')
  return { externalId: session.id, url: session.url, token: null, expiresAt: session.expires_at * 1000 }
}

export async function readCheckout(settings: StripeSettings, sessionId: string): Promise<ProviderPayment> {
  const stripe = await connect(settings)
  try {
    return sessionPayment(
      await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
    )
  } catch (error) {
    if (isUnknownId(error)) return { state: 'missing' }
    throw error
  }
}

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'status' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency'
>

/** Returns the payment state of a session. If the session is complete but unpaid, its payment intent decides. */
export function sessionPayment({
  status,
  payment_status,
  payment_intent,
  amount_total,
  currency,
}: SessionFacts): ProviderPayment {
  const intent = typeof payment_intent === 'string' ? null : payment_intent
  if (payment_status === 'paid') {
    const captureId = intent?.id ?? (typeof payment_intent === 'string' ? payment_intent : null)
    const cardFingerprint = intent ? cardFingerprintOf(intent) : null
    return { state: 'paid', amountCents: amount_total ?? 0, currency: currency ?? '', captureId, cardFingerprint }
  }
  if (status === 'expired') return { state: 'expired' }
  if (status !== 'complete') return { state: 'open' }
  return { state: intent?.status === 'processing' || intent === null ? 'pending' : 'failed' }
}

/** The same card number has the same fingerprint in all payments of the account; other methods have none. */
export function cardFingerprintOf({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, 'latest_charge'>): string | null {
  return (typeof charge === 'string' ? null : charge?.payment_method_details?.card?.fingerprint) ?? null
}

/**
 * Expires a session so that nobody pays for an order that is about to be cancelled. Returns true if the session was
 * open, and therefore unpaid, until now.
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
    status: refundStatusOf(status),
    failure: failure_reason ?? null,
  }
}

/** Returns all refunds of a payment, including those made in the dashboard. */
export async function listRefunds(settings: StripeSettings, captureId: string): Promise<ProviderRefund[]> {
  const stripe = await connect(settings)
  const found: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: captureId, limit: 100 }))
    found.push(providerRefund(refund))
  return found
}

/**
 * Refunds a captured payment. Stripe's idempotency keys guarantee one refund per id and attempt, but they expire after a
 * day. Therefore call `listRefunds` first, and do not repeat a refund that it lists. Returns the refund in its current
 * state, which may be pending or failed.
 */
export async function refundCapture(settings: StripeSettings, refund: RefundRequest): Promise<ProviderRefund> {
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

/** Returns the current state of a dispute (chargeback) or of the inquiry before it. */
export async function readDispute(settings: StripeSettings, disputeId: string): Promise<ProviderDispute> {
  const stripe = await connect(settings)
  const { id, payment_intent, amount, status } = await stripe.disputes.retrieve(disputeId)
  const captureId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null)
  // If the bank closes an inquiry, the shop keeps the money.
  const isWon = status === 'won' || status === 'warning_closed'
  return { disputeId: id, captureId, amountCents: amount, status: isWon ? 'won' : status === 'lost' ? 'lost' : 'open' }
}

/**
 * Returns the id of the shop's payment that a payment intent belongs to; null if the intent is not the shop's. Throws if
 * Stripe does not know the intent, because the intent and the secret key belong to different accounts.
 */
export async function paymentOfCapture(settings: StripeSettings, captureId: string): Promise<string | null> {
  const stripe = await connect(settings)
  return (await stripe.paymentIntents.retrieve(captureId)).metadata.payment ?? null
}

/** Returns the webhook endpoints of the account. */
export async function listEndpoints(settings: StripeSettings): Promise<StripeEndpoint[]> {
  const stripe = await connect(settings)
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  return data.map(({ url, status, enabled_events }) => ({ url, status, events: enabled_events }))
}

/**
 * Returns the notices of the given types that Stripe has created since `since` (epoch milliseconds) and has not yet
 * delivered, newest first. Returns at most `MAX_LISTED_NOTICES`.
 */
export async function listUndelivered(
  settings: StripeSettings,
  types: readonly string[],
  since: number,
): Promise<ProviderNotice[]> {
  const stripe = await connect(settings)
  const found: ProviderNotice[] = []
  const created = { gte: Math.floor(since / 1000) }
  for await (const event of stripe.events.list({ types: [...types], created, delivery_success: false, limit: 100 })) {
    found.push(noticeOf(event))
    if (found.length === MAX_LISTED_NOTICES) break
  }
  return found
}

function noticeOf({ id, type, data }: Stripe.Event): ProviderNotice {
  const object = data.object as {
    id?: string
    object?: string
    metadata?: { payment?: string; opened_as?: string } | null
    payment_intent?: string | { id: string } | null
  }
  const { payment_intent: intent } = object
  const isPayment =
    object.object === 'checkout.session' ||
    (object.object === 'payment_intent' && object.metadata?.opened_as === OPENED_AS_INTENT)
  return {
    id,
    type,
    subject: noticeSubject(type),
    externalId: isPayment ? (object.id ?? null) : null,
    paymentId: object.metadata?.payment ?? null,
    captureId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    disputeId: object.object === 'dispute' ? (object.id ?? null) : null,
  }
}

/** Returns null if the signature is wrong. Tolerates clocks that differ by up to five minutes. */
export async function readNotice(
  settings: StripeSettings,
  body: string,
  signature: string,
): Promise<ProviderNotice | null> {
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
    return noticeOf(event)
  } catch (error) {
    if (error instanceof StripeClient.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
