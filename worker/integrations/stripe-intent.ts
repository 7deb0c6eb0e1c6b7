/**
 * Payments with Stripe that need no Checkout Session: instant bank transfers, and payments that Stripe's script confirms in
 * the shop's page. Each payment has one PaymentIntent, because the idempotency key contains the payment's id. A
 * PaymentIntent never expires, so the shop cancels it. Amounts are in cents of EUR.
 */
import type { Stripe } from 'stripe'
import type { BankMethod } from '../../schema/rules/bank-method.ts'
import type { OpenedPage, PageRequest, ProviderPayment } from '../domain/orders/payment-provider.ts'
import {
  cardFingerprintOf,
  connect,
  createCheckout,
  isEmailRefusal,
  isRefusal,
  isUnknownId,
  OPENED_AS_INTENT,
  type StripeSettings,
} from './stripe.ts'

type IntentParameters = Stripe.PaymentIntentCreateParams

function commonParameters(request: PageRequest): IntentParameters {
  return {
    amount: request.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency: 'eur',
    description: request.locale === 'de' ? `Bestellung ${request.reference}` : `Order ${request.reference}`,
    metadata: { order: request.orderId, payment: request.paymentId, opened_as: OPENED_AS_INTENT },
  }
}

/**
 * Opens a payment that Stripe's script confirms in the shop's page. `token` is the intent's client secret. The methods must
 * be those of the elements in the browser. Otherwise, Stripe refuses the confirmation.
 */
export async function createInPageIntent(
  settings: StripeSettings,
  request: PageRequest,
  methods: ('card' | 'link')[],
): Promise<OpenedPage> {
  const stripe = await connect(settings)
  const { id, client_secret: token } = await stripe.paymentIntents.create(
    {
      ...commonParameters(request),
      allowed_payment_method_types: methods,
      // The account's prefix and this suffix together may have at most 22 characters on the buyer's bank statement.
      statement_descriptor_suffix: `CCX${request.reference}`,
    },
    { idempotencyKey: `intent-${request.paymentId}` },
  )
  return { externalId: id, url: null, token, expiresAt: request.expiresAt }
}

/** Returns the client secret of an intent. */
export async function readIntentToken(settings: StripeSettings, intentId: string): Promise<string> {
  const stripe = await connect(settings)
  const { client_secret: token } = await stripe.paymentIntents.retrieve(intentId)
  if (token === null) throw new Error('Stripe returned no client secret for the intent')
  return token
}

/**
 * Opens a payment with a bank method and returns the address of the bank's page. A direct debit needs the buyer's IBAN and
 * mandate, so it uses Stripe's hosted page, restricted to this method.
 */
export async function createBankPayment(
  settings: StripeSettings,
  request: PageRequest,
  method: BankMethod,
): Promise<OpenedPage> {
  const descriptor = `SSX${request.reference}`
  if (method === 'sepa_debit') {
    return createCheckout(settings, request, { types: [method], intentData: { statement_descriptor: descriptor } })
  }
  try {
    return await confirmBankIntent(settings, request, method, descriptor, request.email)
  } catch (error) {
    // Stripe refuses some addresses that the shop accepts. Only Klarna cannot do without one.
    if (!isEmailRefusal(error) || method === 'klarna') throw error
    return confirmBankIntent(settings, request, method, descriptor, null)
  }
}

async function confirmBankIntent(
  settings: StripeSettings,
  request: PageRequest,
  method: Exclude<BankMethod, 'sepa_debit'>,
  descriptor: string,
  email: string | null,
): Promise<OpenedPage> {
  const stripe = await connect(settings)
  const { name, countryCode } = request.buyer
  const intent = await stripe.paymentIntents.create(
    {
      ...commonParameters(request),
      statement_descriptor: descriptor,
      allowed_payment_method_types: [method],
      payment_method_data: {
        type: method,
        billing_details: {
          name,
          address: { country: countryCode.toUpperCase() },
          ...(email === null ? {} : { email }),
        },
      },
      confirm: true,
      return_url: request.successUrl,
    },
    { idempotencyKey: `intent-${request.paymentId}${email === null ? '-without-email' : ''}` },
  )
  // Without a redirect, the bank has accepted the payment already. The return page then shows its state.
  const url = intent.next_action?.redirect_to_url?.url ?? request.successUrl
  return { externalId: intent.id, url, token: null, expiresAt: request.expiresAt }
}

/** Reads a payment in the shop's page. After a declined card, the same intent accepts another attempt, so it stays open. */
export const readInPageIntent = (settings: StripeSettings, intentId: string): Promise<ProviderPayment> =>
  readIntent(settings, intentId, 'open')

/** Reads a payment with a bank method. The address of the bank's page works once, so a failed payment needs a new intent. */
export const readBankIntent = (settings: StripeSettings, intentId: string): Promise<ProviderPayment> =>
  readIntent(settings, intentId, 'failed')

async function readIntent(
  settings: StripeSettings,
  intentId: string,
  afterFailure: 'open' | 'failed',
): Promise<ProviderPayment> {
  const stripe = await connect(settings)
  try {
    return intentPayment(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }), afterFailure)
  } catch (error) {
    if (isUnknownId(error)) return { state: 'missing' }
    throw error
  }
}

type IntentFacts = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'amount_received' | 'currency' | 'last_payment_error' | 'latest_charge'
>

function intentPayment(intent: IntentFacts, afterFailure: 'open' | 'failed'): ProviderPayment {
  const { id, status, amount_received, currency, last_payment_error } = intent
  switch (status) {
    case 'succeeded':
      return {
        state: 'paid',
        amountCents: amount_received,
        currency,
        captureId: id,
        cardFingerprint: cardFingerprintOf(intent),
      }
    case 'processing':
      return { state: 'pending' }
    case 'canceled':
      return { state: 'expired' }
    case 'requires_payment_method':
      return { state: last_payment_error === null ? 'open' : afterFailure }
    default:
      return { state: 'open' }
  }
}

/**
 * Cancels an intent so that nobody pays for an order that is about to be cancelled. Returns true if it was unpaid until
 * now. A payment in progress is not cancelled, although Stripe allows this for some methods: the bank may have the buyer's
 * consent already.
 */
export async function cancelIntent(settings: StripeSettings, intentId: string): Promise<boolean> {
  const stripe = await connect(settings)
  try {
    const { status } = await stripe.paymentIntents.retrieve(intentId)
    if (status === 'processing' || status === 'succeeded' || status === 'canceled') return false
    return (await stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' })).status === 'canceled'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
