/**
 * Creates and confirms payment intents that a shop uses without a Checkout Session. The payment method decides whether a
 * confirmation succeeds, is declined, or requires an action. The fan takes this action on the sandbox's bank page.
 */

import { invalidRequest, noSuch, StripeRefusal } from './stripe-error.ts'
import { emitEvent, type NoticeCount, oneNotice } from './stripe-event.ts'
import { missingParameter } from './stripe-form.ts'
import { stripeId } from './stripe-id.ts'
import {
  declineIntent,
  type Intent,
  type Metadata,
  newIntent,
  type Payer,
  type SandboxContext,
  succeedIntent,
  unexpectedState,
} from './stripe-payment.ts'
import { checkCurrency, checkDescriptor, checkEmail, checkMetadata } from './stripe-session-rule.ts'

export type ConfirmRequest = {
  payment_method?: string
  payment_method_data?: { type: string; billing_details?: { email?: string; name?: string } }
  payment_method_types?: string[]
  return_url?: string
  receipt_email?: string
  shipping?: object
}

export type IntentRequest = ConfirmRequest & {
  amount: number
  currency: string
  automatic_payment_methods?: { enabled: boolean }
  capture_method?: string
  confirm?: boolean
  customer?: string
  description?: string
  metadata?: Metadata
  statement_descriptor?: string
  statement_descriptor_suffix?: string
}

/** Data of a confirmation that requires an action. It is needed when the fan answers on the bank's page. */
type IntentHidden = { returnUrl: string | null; payer: Payer }

type Ending = 'paid' | 'declined' | 'action'

/** The test payment methods and the outcome that each of them causes (docs.stripe.com/testing). */
const testMethods: Record<string, Ending> = {
  pm_card_visa: 'paid',
  pm_card_mastercard: 'paid',
  pm_card_visa_debit: 'paid',
  pm_card_chargeDeclined: 'declined',
  pm_card_visa_chargeDeclined: 'declined',
  pm_card_chargeDeclinedInsufficientFunds: 'declined',
  pm_card_authenticationRequired: 'action',
  pm_card_threeDSecureRequired: 'action',
  pm_card_threeDSecure2Required: 'action',
}

const redirectTypes = new Set(['klarna', 'bancontact', 'eps', 'giropay', 'ideal', 'p24', 'paypal', 'sofort', 'alipay'])

const methodOf = (request: ConfirmRequest): { type: string; ending: Ending; id: string } | null => {
  if (request.payment_method !== undefined) {
    const ending = testMethods[request.payment_method]
    if (!ending) throw noSuch('PaymentMethod', request.payment_method, 'payment_method')
    return { type: 'card', ending, id: stripeId('pm') }
  }
  if (!request.payment_method_data) return null
  const { type } = request.payment_method_data
  return { type, ending: redirectTypes.has(type) ? 'action' : 'paid', id: stripeId('pm') }
}

/** Creates an intent, and confirms it if the request says so. Amounts are in cents. Throws if a rule is broken. */
export const createIntent = (context: SandboxContext, request: IntentRequest, payBase: string): Intent => {
  if (request.amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  }
  if (request.amount < 50) throw invalidRequest('Amount must be at least €0.50 eur', 'amount', 'amount_too_small')
  if (request.amount > 99_999_999) {
    throw invalidRequest('Amount must be no more than €999,999.99', 'amount', 'amount_too_large')
  }
  checkCurrency(request.currency, 'currency')
  checkEmail(request.receipt_email, 'receipt_email')
  checkMetadata(request.metadata)
  checkDescriptor(request.statement_descriptor_suffix, 'statement_descriptor_suffix')
  if (request.customer !== undefined) throw noSuch('customer', request.customer, 'customer')
  if (request.capture_method === 'manual') throw invalidRequest('This sandbox captures immediately.', 'capture_method')
  if (request.automatic_payment_methods?.enabled && request.payment_method_types) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      'payment_method_types',
      'parameters_exclusive',
    )
  }
  const intent = newIntent({
    amount: request.amount,
    currency: request.currency.toLowerCase(),
    paymentMethodTypes: request.payment_method_types ?? ['card', 'klarna'],
    metadata: request.metadata,
    description: request.description,
    receiptEmail: request.receipt_email,
    shipping: request.shipping,
    statementDescriptor: request.statement_descriptor,
    statementDescriptorSuffix: request.statement_descriptor_suffix,
  })
  context.store.put(intent)
  return request.confirm ? confirmIntent(context, intent, request, payBase) : intent
}

/**
 * Pays the intent, or returns an intent that requires an action on the bank's page. If the card is declined, stores the
 * failed charge and throws a 402 card_error. The caller must commit its transaction despite this error.
 */
export const confirmIntent = (
  context: SandboxContext,
  intent: Intent,
  request: ConfirmRequest,
  payBase: string,
): Intent => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has already ${intent.status === 'succeeded' ? 'succeeded after being previously confirmed' : 'been canceled'}.`,
    )
  }
  const method = methodOf(request)
  if (!method) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const types = request.payment_method_types ?? intent.payment_method_types
  if (!types.includes(method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}.`,
      'payment_method',
      'payment_intent_invalid_parameter',
    )
  }
  const billing = request.payment_method_data?.billing_details
  const payer: Payer = {
    type: method.type,
    email: billing?.email ?? request.receipt_email ?? intent.receipt_email,
    name: billing?.name ?? null,
    country: null,
  }
  const prepared: Intent = {
    ...intent,
    payment_method: method.id,
    payment_method_types: types,
    receipt_email: request.receipt_email ?? intent.receipt_email,
    shipping: request.shipping ?? intent.shipping,
  }
  if (method.ending === 'paid') return succeedIntent(context, prepared, payer, oneNotice)
  if (method.ending === 'declined') {
    const declined = declineIntent(context, prepared, payer, oneNotice)
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      ...(declined.latest_charge ? { charge: declined.latest_charge } : {}),
      payment_intent: declined,
    })
  }
  if (request.return_url === undefined) throw missingParameter('return_url')
  const waiting: Intent = {
    ...prepared,
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: request.return_url, url: `${payBase}/pay/${intent.id}` },
    },
  }
  const hidden: IntentHidden = { returnUrl: request.return_url, payer }
  context.store.put(waiting, hidden)
  return waiting
}

/** Applies the fan's answer on the bank's page. Returns null if the intent requires no action. */
export const answerAction = (
  context: SandboxContext,
  intent: Intent,
  answer: 'approve' | 'decline',
  notices: NoticeCount,
): Intent | null =>
  context.store.transaction(() => {
    const current = context.store.get<Intent>('payment_intent', intent.id)
    const hidden = context.store.hidden<IntentHidden>(intent.id)
    if (!hidden || current?.status !== 'requires_action') return null
    if (answer === 'approve') return succeedIntent(context, current, hidden.payer, notices)
    const failed: Intent = {
      ...current,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
        message: 'The customer did not authorise the payment.',
      },
    }
    context.store.put(failed)
    emitEvent(context.store, context.delivery, 'payment_intent.payment_failed', failed, notices)
    return failed
  })

/** Returns the URL to which the fan returns from the bank's page, with the parameters that Stripe adds. */
export const intentReturnUrl = (context: SandboxContext, intent: Intent): string => {
  const hidden = context.store.hidden<IntentHidden>(intent.id)
  if (!hidden?.returnUrl) return '/'
  const url = new URL(hidden.returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}
