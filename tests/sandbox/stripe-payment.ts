/**
 * Simulates payment intents and their charges. An intent starts as requires_payment_method. It becomes succeeded directly,
 * or after requires_action or processing. Before it has succeeded, it can be cancelled. If a card is declined, a failed
 * charge is stored, and the intent becomes requires_payment_method again.
 */

import { createHash } from 'node:crypto'
import type { Store } from './store.ts'
import { StripeRefusal } from './stripe-error.ts'
import { emitEvent, type NoticeCount, oneNotice } from './stripe-event.ts'
import { nowSeconds, randomText, stripeId } from './stripe-id.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

export type Metadata = Record<string, string>

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

type IntentOptions = {
  amount: number
  currency: string
  paymentMethodTypes: string[]
  metadata?: Metadata | undefined
  description?: string | undefined
  receiptEmail?: string | undefined
  shipping?: object | undefined
  statementDescriptor?: string | undefined
  statementDescriptorSuffix?: string | undefined
}

/** The payer's details, which the charge contains. */
export type Payer = { type: string; email: string | null; name: string | null; country: string | null }

export type SandboxContext = { store: Store; delivery: WebhookDelivery }

/** Returns the metadata to store. A key with an empty value is omitted. */
export const storedMetadata = (metadata: Metadata | '' | undefined): Metadata =>
  Object.fromEntries(Object.entries(metadata || {}).filter(([, value]) => value !== ''))

export const newIntent = (options: IntentOptions) => {
  const id = `pi_3${randomText(23)}`
  return {
    id,
    object: 'payment_intent',
    amount: options.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: options.currency,
    customer: null,
    description: options.description ?? null,
    invoice: null,
    last_payment_error: null as object | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: storedMetadata(options.metadata),
    next_action: null as object | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_options: {},
    payment_method_types: options.paymentMethodTypes,
    processing: null,
    receipt_email: options.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: options.shipping ?? null,
    source: null,
    statement_descriptor: options.statementDescriptor ?? null,
    statement_descriptor_suffix: options.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method' as IntentStatus,
    transfer_data: null,
    transfer_group: null,
  }
}

export type Intent = ReturnType<typeof newIntent>

/**
 * Returns a card's fingerprint. Each email address has its own card. Only addresses that contain the same text of the form
 * `card-NAME` share a card.
 */
const fingerprintOf = (email: string | null): string =>
  createHash('sha256')
    .update(/card-[a-z0-9]+/i.exec(email ?? '')?.[0] ?? email ?? '')
    .digest('hex')
    .slice(0, 16)

const methodDetails = ({ type, country, email }: Payer): object => {
  if (type !== 'card') return { [type]: {}, type }
  return {
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: country ?? 'DE',
      exp_month: 12,
      exp_year: 2034,
      fingerprint: fingerprintOf(email),
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      three_d_secure: null,
      wallet: null,
    },
    type: 'card',
  }
}

const newCharge = (intent: Intent, payer: Payer, paid: boolean) => ({
  id: `ch_3${randomText(23)}`,
  object: 'charge',
  amount: intent.amount,
  amount_captured: paid ? intent.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: paid ? `txn_3${randomText(23)}` : null,
  billing_details: {
    address: { city: null, country: payer.country, line1: null, line2: null, postal_code: null, state: null },
    email: payer.email,
    name: payer.name,
    phone: null,
  },
  calculated_statement_descriptor: ['STAGEDOOR', intent.statement_descriptor_suffix].filter(Boolean).join('* '),
  captured: paid,
  created: nowSeconds(),
  currency: intent.currency,
  customer: null,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: paid ? null : 'card_declined',
  failure_message: paid ? null : 'Your card was declined.',
  fraud_details: {},
  invoice: null,
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: {
    network_status: paid ? 'approved_by_network' : 'declined_by_network',
    reason: paid ? null : 'generic_decline',
    risk_level: 'normal',
    seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: paid ? 'authorized' : 'issuer_declined',
  },
  paid,
  payment_intent: intent.id,
  payment_method: intent.payment_method,
  payment_method_details: methodDetails(payer),
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: intent.shipping,
  source_transfer: null,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: paid ? 'succeeded' : 'failed',
  transfer_data: null,
  transfer_group: null,
})

export type Charge = ReturnType<typeof newCharge>

/** Marks the intent as paid and emits payment_intent.succeeded. An intent that is already paid stays unchanged. */
export const succeedIntent = (context: SandboxContext, intent: Intent, payer: Payer, notices: NoticeCount): Intent => {
  if (intent.status === 'succeeded') return intent
  const withMethod = { ...intent, payment_method: intent.payment_method ?? stripeId('pm') }
  const charge = newCharge(withMethod, payer, true)
  const paid: Intent = {
    ...withMethod,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
    latest_charge: charge.id,
  }
  context.store.put(charge)
  context.store.put(paid)
  emitEvent(context.store, context.delivery, 'payment_intent.succeeded', paid, notices)
  return paid
}

/**
 * Starts a pending payment, such as a bank debit, which succeeds or is declined later. Emits payment_intent.processing.
 */
export const processIntent = (context: SandboxContext, intent: Intent, notices: NoticeCount): Intent => {
  const processing: Intent = {
    ...intent,
    status: 'processing',
    payment_method: intent.payment_method ?? stripeId('pm'),
    next_action: null,
  }
  context.store.put(processing)
  emitEvent(context.store, context.delivery, 'payment_intent.processing', processing, notices)
  return processing
}

/** Records a declined attempt, after which another is possible. Emits payment_intent.payment_failed. */
export const declineIntent = (context: SandboxContext, intent: Intent, payer: Payer, notices: NoticeCount): Intent => {
  const charge = newCharge(intent, payer, false)
  const declined: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      charge: charge.id,
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      message: 'Your card was declined.',
    },
  }
  context.store.put(charge)
  context.store.put(declined)
  emitEvent(context.store, context.delivery, 'payment_intent.payment_failed', declined, notices)
  return declined
}

/** Cancels the intent and emits payment_intent.canceled. Throws payment_intent_unexpected_state if it is paid or already cancelled. */
export const cancelIntent = (context: SandboxContext, intent: Intent, reason: string | null): Intent => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    )
  }
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
  }
  context.store.put(canceled)
  emitEvent(context.store, context.delivery, 'payment_intent.canceled', canceled, oneNotice)
  return canceled
}

export const unexpectedState = (intent: Intent, message: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
