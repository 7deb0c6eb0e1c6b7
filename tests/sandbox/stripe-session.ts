/**
 * Simulates Checkout Sessions. An open session becomes complete or expired. The first attempt to pay a session creates its
 * payment intent.
 */

import { invalidRequest } from './stripe-error.ts'
import { emitEvent, type NoticeCount, oneNotice } from './stripe-event.ts'
import { nowSeconds, randomText, stripeId } from './stripe-id.ts'
import {
  cancelIntent,
  declineIntent,
  type Intent,
  type Metadata,
  newIntent,
  type Payer,
  processIntent,
  type SandboxContext,
  storedMetadata,
  succeedIntent,
} from './stripe-payment.ts'
import { checkSessionRequest, type SessionRequest, unitAmountOf } from './stripe-session-rule.ts'

type SessionStatus = 'open' | 'complete' | 'expired'

/** Data from the request that the session object does not show. */
type SessionHidden = { lines: LineItem[]; intentData: SessionRequest['payment_intent_data'] }

const dayInSeconds = 24 * 60 * 60

const newLineItem = (line: NonNullable<SessionRequest['line_items']>[number]) => {
  const quantity = line.quantity ?? 1
  const amount = unitAmountOf(line) * quantity
  const currency = line.price_data?.currency.toLowerCase() ?? 'eur'
  return {
    id: stripeId('li', 24),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: line.price_data?.product_data?.name ?? '',
    price: {
      id: stripeId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: nowSeconds(),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: stripeId('prod', 14),
      recurring: null,
      tax_behavior: line.price_data?.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unitAmountOf(line),
      unit_amount_decimal: String(unitAmountOf(line)),
    },
    quantity,
  }
}

type LineItem = ReturnType<typeof newLineItem>

const newSession = (request: SessionRequest, lines: LineItem[], payBase: string) => {
  const id = `cs_test_a1${randomText(56)}`
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  const created = nowSeconds()
  return {
    id,
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: request.allow_promotion_codes ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, status: null },
    billing_address_collection: request.billing_address_collection ?? null,
    cancel_url: request.cancel_url ?? null,
    client_reference_id: request.client_reference_id ?? null,
    client_secret: null,
    consent: null,
    consent_collection: null,
    created,
    currency: lines[0]?.currency ?? 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { shipping_address: null, submit: null },
    customer: null,
    customer_creation: request.customer_creation ?? 'if_required',
    customer_details: null as object | null,
    customer_email: request.customer_email ?? null,
    expires_at: request.expires_at ?? created + dayInSeconds,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: request.locale ?? null,
    metadata: storedMetadata(request.metadata),
    mode: 'payment',
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_options: {},
    payment_method_types: request.allowed_payment_method_types ?? ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    phone_number_collection: { enabled: false },
    recovered_from: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_details: null,
    shipping_options: [],
    status: 'open' as SessionStatus,
    submit_type: request.submit_type ?? null,
    subscription: null,
    success_url: request.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: request.ui_mode ?? 'hosted_page',
    url: `${payBase}/pay/${id}` as string | null,
  }
}

export type Session = ReturnType<typeof newSession>

/** Creates a session. Throws Stripe's error if a rule is broken. `payBase` is the origin of the card page. */
export const createSession = (context: SandboxContext, request: SessionRequest, payBase: string): Session => {
  checkSessionRequest(request, nowSeconds())
  const lines = (request.line_items ?? []).map(newLineItem)
  const session = newSession(request, lines, payBase)
  const hidden: SessionHidden = { lines, intentData: request.payment_intent_data }
  context.store.put(session, hidden)
  return session
}

const hiddenOf = (context: SandboxContext, session: Session): SessionHidden =>
  context.store.hidden<SessionHidden>(session.id) ?? { lines: [], intentData: undefined }

export const sessionLines = (context: SandboxContext, session: Session): LineItem[] => hiddenOf(context, session).lines

const intentOf = (context: SandboxContext, session: Session): Intent => {
  const existing = session.payment_intent && context.store.get<Intent>('payment_intent', session.payment_intent)
  if (existing) return existing
  const { intentData } = hiddenOf(context, session)
  const metadata: Metadata | undefined = intentData?.metadata
  return newIntent({
    amount: session.amount_total,
    currency: session.currency,
    paymentMethodTypes: session.payment_method_types,
    metadata,
    description: intentData?.description,
    receiptEmail: intentData?.receipt_email,
    shipping: intentData?.shipping,
    statementDescriptor: intentData?.statement_descriptor,
    statementDescriptorSuffix: intentData?.statement_descriptor_suffix,
  })
}

const payerOf = (session: Session): Payer => ({
  type: session.payment_method_types[0] ?? 'card',
  email: session.customer_email,
  name: 'Test Fan',
  country: 'DE',
})

/** Returns the stored session, or null if it is no longer open. */
const stillOpen = (context: SandboxContext, session: Session): Session | null => {
  const current = currentSession(context, session)
  return current.status === 'open' ? current : null
}

/** Completes a session with its payment, which has succeeded or is pending. Emits checkout.session.completed. */
const complete = (context: SandboxContext, session: Session, intent: Intent, notices: NoticeCount): Session => {
  const payer = payerOf(session)
  const completed: Session = {
    ...session,
    status: 'complete',
    payment_status: intent.status === 'succeeded' ? 'paid' : 'unpaid',
    payment_intent: intent.id,
    url: null,
    customer_details: {
      address: { city: null, country: payer.country, line1: null, line2: null, postal_code: null, state: null },
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  }
  context.store.put(completed)
  emitEvent(context.store, context.delivery, 'checkout.session.completed', completed, notices)
  return completed
}

/** Pays an open session. Returns null if it is not open. Emits payment_intent.succeeded and checkout.session.completed. */
export const approveSession = (context: SandboxContext, session: Session, notices: NoticeCount): Session | null =>
  context.store.transaction(() => {
    const open = stillOpen(context, session)
    if (!open) return null
    return complete(context, open, succeedIntent(context, intentOf(context, open), payerOf(open), notices), notices)
  })

/** Completes an open session with a pending payment, such as a bank debit. Returns null if it is not open. */
export const delaySession = (context: SandboxContext, session: Session, notices: NoticeCount): Session | null =>
  context.store.transaction(() => {
    const open = stillOpen(context, session)
    if (!open) return null
    return complete(context, open, processIntent(context, intentOf(context, open), notices), notices)
  })

/** Applies the bank's answer to a session with a pending payment. Returns null if no payment is pending. */
export const settleSession = (
  context: SandboxContext,
  session: Session,
  end: 'paid' | 'declined',
  notices: NoticeCount,
): Session | null =>
  context.store.transaction(() => {
    const intent = intentOf(context, session)
    if (session.status !== 'complete' || intent.status !== 'processing') return null
    const payer = payerOf(session)
    if (end === 'paid') succeedIntent(context, intent, payer, notices)
    else declineIntent(context, intent, payer, notices)
    const settled: Session = { ...session, payment_status: end === 'paid' ? 'paid' : 'unpaid' }
    context.store.put(settled)
    const type = `checkout.session.async_payment_${end === 'paid' ? 'succeeded' : 'failed'}` as const
    emitEvent(context.store, context.delivery, type, settled, notices)
    return settled
  })

/** Declines the card. The session stays open for another attempt. Returns null if the session is not open. */
export const declineSession = (context: SandboxContext, session: Session, notices: NoticeCount): Session | null =>
  context.store.transaction(() => {
    const open = stillOpen(context, session)
    if (!open) return null
    const intent = declineIntent(context, intentOf(context, open), payerOf(open), notices)
    const tried: Session = { ...open, payment_intent: intent.id }
    context.store.put(tried)
    return tried
  })

/** Expires a session, and cancels its intent if it has one. The caller ensures that the session is open. */
export const expireSession = (context: SandboxContext, session: Session, notices: NoticeCount): Session =>
  context.store.transaction(() => {
    const expired: Session = { ...session, status: 'expired', url: null }
    context.store.put(expired)
    const intent = session.payment_intent && context.store.get<Intent>('payment_intent', session.payment_intent)
    if (intent) cancelIntent(context, intent, 'automatic')
    emitEvent(context.store, context.delivery, 'checkout.session.expired', expired, notices)
    return expired
  })

/** Throws Stripe's error for a request to expire a session that is not open. */
export const refuseClosedSession = (session: Session): never => {
  throw invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  )
}

/** Returns the stored session. If it is open but its time is over, expires it first. */
export const currentSession = (context: SandboxContext, session: Session): Session => {
  const stored = context.store.get<Session>('checkout.session', session.id) ?? session
  const isOver = stored.status === 'open' && stored.expires_at <= nowSeconds()
  return isOver ? expireSession(context, stored, oneNotice) : stored
}

/** Expires up to a hundred open sessions whose time is over. A timer calls it. */
export const expireDueSessions = (context: SandboxContext): void => {
  const due = context.store.all<{ id: string }>('SELECT id FROM objects WHERE open_until <= ? LIMIT 100', nowSeconds())
  for (const { id } of due) {
    const session = context.store.get<Session>('checkout.session', id)
    if (session) currentSession(context, session)
  }
}
