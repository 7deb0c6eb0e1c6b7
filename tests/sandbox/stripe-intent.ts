/**
 * Creates and confirms payment intents that a shop uses without a Checkout Session. The payment method decides whether a
 * confirmation succeeds, is declined, or requires an action. The fan takes this action on the sandbox's bank page.
 */

import { type TestEnding, tokenOf } from './stripe-confirmation-token.ts'
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
  processIntent,
  type SandboxContext,
  succeedIntent,
  unexpectedState,
} from './stripe-payment.ts'
import { checkCurrency, checkDescriptor, checkEmail, checkMetadata } from './stripe-session-rule.ts'

export type ConfirmRequest = {
  payment_method?: string
  payment_method_data?: {
    type: string
    billing_details?: { email?: string; name?: string; address?: { country?: string } | '' }
    sepa_debit?: { iban?: string }
  }
  confirmation_token?: string
  return_url?: string
  receipt_email?: string
  shipping?: object
  use_stripe_sdk?: boolean
}

export type IntentRequest = ConfirmRequest & {
  amount: number
  currency: string
  allowed_payment_method_types?: string[]
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

/** The methods that are active in the simulated account's dashboard. */
const accountTypes = ['card', 'link', 'klarna', 'eps', 'ideal', 'bancontact', 'sepa_debit']

/** The test payment methods and the outcome that each of them causes (docs.stripe.com/testing). */
const testMethods: Record<string, TestEnding> = {
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

/** The methods whose buyers confirm the payment on a page of their bank. */
const redirectTypes = new Set(['klarna', 'bancontact', 'eps', 'ideal', 'p24', 'paypal', 'alipay'])

type ChosenMethod = { type: string; ending: TestEnding; id: string; payer: Partial<Payer>; returnUrl?: string | null }

/** The billing details that Stripe requires for a method. */
const requiredDetails: Record<string, ('email' | 'name' | 'country')[]> = {
  klarna: ['email', 'country'],
  bancontact: ['name'],
  sepa_debit: ['name', 'email'],
}

const givenMethod = ({ type, billing_details, sepa_debit }: NonNullable<ConfirmRequest['payment_method_data']>) => {
  const { email, name, address } = billing_details ?? {}
  const country = address === '' ? undefined : address?.country
  const known = { email, name, country }
  for (const detail of requiredDetails[type] ?? []) {
    const path = detail === 'country' ? 'address][country' : detail
    if (!known[detail]) throw missingParameter(`payment_method_data[billing_details][${path}]`)
  }
  if (type === 'sepa_debit' && !sepa_debit?.iban) throw missingParameter('payment_method_data[sepa_debit][iban]')
  const payer = { email: email ?? null, name: name ?? null, country: country ?? null }
  return { type, ending: redirectTypes.has(type) ? ('action' as const) : ('paid' as const), id: stripeId('pm'), payer }
}

const known = (payer: Partial<Payer>): Partial<Payer> =>
  Object.fromEntries(Object.entries(payer).filter(([, value]) => value !== null && value !== undefined))

const methodOf = (context: SandboxContext, intent: Intent, request: ConfirmRequest): ChosenMethod | null => {
  if (request.confirmation_token !== undefined) return tokenOf(context, request.confirmation_token, intent)
  if (request.payment_method !== undefined) {
    const ending = testMethods[request.payment_method]
    if (!ending) throw noSuch('PaymentMethod', request.payment_method, 'payment_method')
    return { type: 'card', ending, id: stripeId('pm'), payer: {} }
  }
  return request.payment_method_data ? givenMethod(request.payment_method_data) : null
}

/** Stripe computes the methods of an intent from those of the account. The request may only restrict them. */
const typesOf = (request: IntentRequest): string[] => {
  const allowed = request.allowed_payment_method_types
  if (request.automatic_payment_methods?.enabled && allowed) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'allowed_payment_method_types',
      'parameters_exclusive',
    )
  }
  const types = accountTypes.filter((type) => allowed === undefined || allowed.includes(type))
  if (types.length === 0) {
    throw invalidRequest(
      'No valid payment method types for this payment intent.',
      'allowed_payment_method_types',
      'payment_intent_invalid_parameter',
    )
  }
  if (request.statement_descriptor !== undefined && types.includes('card')) {
    throw invalidRequest(
      'For card charges, you must set the `statement_descriptor_suffix` parameter instead of `statement_descriptor`.',
      'statement_descriptor',
    )
  }
  return types
}

const closedStates: Partial<Record<Intent['status'], string>> = {
  succeeded: 'it has already succeeded after being previously confirmed',
  canceled: 'it has already been canceled',
  processing: 'it is already being processed',
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
  checkDescriptor(request.statement_descriptor, 'statement_descriptor')
  if (request.customer !== undefined) throw noSuch('customer', request.customer, 'customer')
  if (request.capture_method === 'manual') throw invalidRequest('This sandbox captures immediately.', 'capture_method')
  const intent = newIntent({
    amount: request.amount,
    currency: request.currency.toLowerCase(),
    paymentMethodTypes: typesOf(request),
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
  const closed = closedStates[intent.status]
  if (closed) throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${closed}.`)
  const method = methodOf(context, intent, request)
  if (!method) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const types = intent.payment_method_types
  if (!types.includes(method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}.`,
      'payment_method',
      'payment_intent_invalid_parameter',
    )
  }
  const receipt = request.receipt_email ?? intent.receipt_email
  const payer: Payer = { type: method.type, email: receipt, name: null, country: null, ...known(method.payer) }
  const prepared: Intent = {
    ...intent,
    payment_method: method.id,
    receipt_email: receipt,
    shipping: request.shipping ?? intent.shipping,
    last_payment_error: null,
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
  const returnUrl = request.return_url ?? method.returnUrl
  if (!returnUrl) throw missingParameter('return_url')
  const url = `${payBase}/pay/${intent.id}`
  const waiting: Intent = {
    ...prepared,
    status: 'requires_action',
    next_action: request.use_stripe_sdk
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${url}?frame=1` } }
      : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
  }
  const hidden: IntentHidden = { returnUrl, payer }
  context.store.put(waiting, hidden)
  return waiting
}

/**
 * Applies the fan's answer on the bank's page. After `delay`, the payment is pending. Returns null if the intent requires no
 * action.
 */
export const answerAction = (
  context: SandboxContext,
  intent: Intent,
  answer: 'approve' | 'decline' | 'delay',
  notices: NoticeCount,
): Intent | null =>
  context.store.transaction(() => {
    const current = context.store.get<Intent>('payment_intent', intent.id)
    const hidden = context.store.hidden<IntentHidden>(intent.id)
    if (!hidden || current?.status !== 'requires_action') return null
    if (answer === 'approve') return succeedIntent(context, current, hidden.payer, notices)
    if (answer === 'delay') return processIntent(context, current, notices)
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

/** Applies the bank's answer to a pending payment. Returns null if the payment is not pending. */
export const settleIntent = (
  context: SandboxContext,
  intent: Intent,
  end: 'paid' | 'declined',
  notices: NoticeCount,
): Intent | null =>
  context.store.transaction(() => {
    const current = context.store.get<Intent>('payment_intent', intent.id)
    const hidden = context.store.hidden<IntentHidden>(intent.id)
    if (!hidden || current?.status !== 'processing') return null
    return end === 'paid'
      ? succeedIntent(context, current, hidden.payer, notices)
      : declineIntent(context, current, hidden.payer, notices)
  })

/** Returns the URL to which the fan returns from the bank's page, with the parameters that Stripe adds. */
export const intentReturnUrl = (context: SandboxContext, intent: Intent): string => {
  const hidden = context.store.hidden<IntentHidden>(intent.id)
  if (!hidden?.returnUrl) return '/'
  const url = new URL(hidden.returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  const ends: Partial<Record<Intent['status'], string>> = { succeeded: 'succeeded', processing: 'pending' }
  url.searchParams.set('redirect_status', ends[intent.status] ?? 'failed')
  return url.href
}
