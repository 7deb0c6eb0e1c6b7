/**
 * Implements Stripe's HTTP interface: the API key, the routes, idempotency keys, and one function for each operation. The
 * answer to a POST with an Idempotency-Key is stored if the request succeeds or the card is declined. A repeated request
 * gets the stored answer. The same key with another path or body is rejected. Stripe itself stores more: also the rejections
 * of requests whose parameters were valid.
 */
import { createHash } from 'node:crypto'
import type { StoredObject } from './store.ts'
import { invalidRequest, noSuch, StripeRefusal } from './stripe-error.ts'
import { currentEvent, oneNotice, type StripeEvent, wasDelivered } from './stripe-event.ts'
import { missingParameter, parametersOf, parseForm } from './stripe-form.ts'
import { randomText } from './stripe-id.ts'
import { type ConfirmRequest, confirmIntent, createIntent, type IntentRequest } from './stripe-intent.ts'
import { expanded, type ListRequest, pageOf } from './stripe-list.ts'
import {
  type Charge,
  cancelIntent,
  type Intent,
  type Metadata,
  type SandboxContext,
  storedMetadata,
} from './stripe-payment.ts'
import { refundCharge } from './stripe-refund.ts'
import {
  createSession,
  currentSession,
  expireSession,
  refuseClosedSession,
  type Session,
  sessionLines,
} from './stripe-session.ts'
import { checkMetadata, type SessionRequest } from './stripe-session-rule.ts'

type StripeRequest = {
  method: string
  /** The path from /v1 on, without the query. */
  path: string
  query: string
  body: string
  authorization: string | undefined
  idempotencyKey: string | undefined
}

type StripeAnswer = { status: number; headers: Record<string, string>; body: object }

type Call = {
  context: SandboxContext
  id: string
  form: ReturnType<typeof parseForm>
  operation: string
  payBase: string
}
type Handler = (call: Call) => object
type Expandable = { expand?: string[] }

const found = <T extends StoredObject>(call: Call, object: T['object'], noun: string, param: string): T => {
  const value = call.context.store.get<T>(object, call.id)
  if (!value) throw noSuch(noun, call.id, param)
  return value
}

const foundSession = (call: Call): Session =>
  currentSession(call.context, found<Session>(call, 'checkout.session', 'checkout.session', 'session'))

const foundIntent = (call: Call): Intent => found<Intent>(call, 'payment_intent', 'payment_intent', 'intent')

const chargeToRefund = (call: Call, request: { charge?: string; payment_intent?: string }): Charge => {
  const { store } = call.context
  if (request.charge !== undefined) {
    const charge = store.get<Charge>('charge', request.charge)
    if (!charge) throw noSuch('charge', request.charge, 'charge')
    return charge
  }
  if (request.payment_intent === undefined) throw missingParameter('payment_intent')
  const intent = store.get<Intent>('payment_intent', request.payment_intent)
  if (!intent) throw noSuch('payment_intent', request.payment_intent, 'payment_intent')
  const charge = intent.latest_charge ? store.get<Charge>('charge', intent.latest_charge) : undefined
  if (intent.status !== 'succeeded' || !charge) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  }
  return charge
}

type RefundRequest = {
  amount?: number
  charge?: string
  payment_intent?: string
  reason?: string
  metadata?: Metadata | ''
}

const handlers: Record<string, Handler> = {
  'POST /v1/checkout/sessions': (call) =>
    createSession(call.context, parametersOf<SessionRequest>(call.operation, call.form), call.payBase),
  'GET /v1/checkout/sessions': (call) => {
    const request = parametersOf<ListRequest & { payment_intent?: string }>(call.operation, call.form)
    const sessions = call.context.store
      .list<Session>('checkout.session', request.payment_intent)
      .map((session) => currentSession(call.context, session))
    return pageOf('/v1/checkout/sessions', sessions, request)
  },
  'GET /v1/checkout/sessions/{session}': foundSession,
  'GET /v1/checkout/sessions/{session}/line_items': (call) => {
    const session = foundSession(call)
    const request = parametersOf<ListRequest>(call.operation, call.form)
    return pageOf(`/v1/checkout/sessions/${session.id}/line_items`, sessionLines(call.context, session), request)
  },
  'POST /v1/checkout/sessions/{session}/expire': (call) => {
    const session = foundSession(call)
    return session.status === 'open' ? expireSession(call.context, session, oneNotice) : refuseClosedSession(session)
  },
  'POST /v1/payment_intents': (call) =>
    createIntent(call.context, parametersOf<IntentRequest>(call.operation, call.form), call.payBase),
  'GET /v1/payment_intents/{intent}': foundIntent,
  'POST /v1/payment_intents/{intent}/confirm': (call) =>
    confirmIntent(
      call.context,
      foundIntent(call),
      parametersOf<ConfirmRequest>(call.operation, call.form),
      call.payBase,
    ),
  'POST /v1/payment_intents/{intent}/cancel': (call) => {
    const intent = foundIntent(call)
    const request = parametersOf<{ cancellation_reason?: string }>(call.operation, call.form)
    return cancelIntent(call.context, intent, request.cancellation_reason ?? null)
  },
  'GET /v1/charges/{charge}': (call) => found<Charge>(call, 'charge', 'charge', 'charge'),
  'POST /v1/refunds': (call) => {
    const request = parametersOf<RefundRequest>(call.operation, call.form)
    checkMetadata(request.metadata)
    return refundCharge(call.context, chargeToRefund(call, request), {
      amount: request.amount,
      reason: request.reason ?? null,
      metadata: storedMetadata(request.metadata),
    })
  },
  'GET /v1/refunds': (call) => {
    const request = parametersOf<ListRequest & { payment_intent?: string; charge?: string }>(call.operation, call.form)
    const refunds = call.context.store
      .list<StoredObject & { charge: string }>('refund', request.payment_intent)
      .filter((refund) => request.charge === undefined || refund.charge === request.charge)
    return pageOf('/v1/refunds', refunds, request)
  },
  'GET /v1/refunds/{refund}': (call) => found<StoredObject>(call, 'refund', 'refund', 'refund'),
  'GET /v1/disputes/{dispute}': (call) => found<StoredObject>(call, 'dispute', 'dispute', 'dispute'),
  'GET /v1/events': (call) => {
    const { store } = call.context
    const request = parametersOf<ListRequest & { type?: string; types?: string[]; delivery_success?: boolean }>(
      call.operation,
      call.form,
    )
    const types = request.types ?? (request.type === undefined ? null : [request.type])
    const events = store
      .list<StripeEvent>('event')
      .filter((event) => types === null || types.includes(event.type))
      .filter(
        (event) => request.delivery_success === undefined || wasDelivered(store, event) === request.delivery_success,
      )
      .map((event) => currentEvent(store, event))
    return pageOf('/v1/events', events, request)
  },
  'GET /v1/events/{id}': (call) => currentEvent(call.context.store, found<StripeEvent>(call, 'event', 'event', 'id')),
}

const routes = Object.entries(handlers).map(([operation, handler]) => {
  const [method = '', template = ''] = operation.split(' ')
  return { operation, handler, method, pattern: new RegExp(`^${template.replace(/\{\w+\}/, '([^/]+)')}$`) }
})

const checkKey = (authorization: string | undefined, secretKey: string): void => {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ')
  const key =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '')
      : credentials
  if (key === secretKey) return
  const message =
    key === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(8).slice(-4)}`
  throw new StripeRefusal(401, { type: 'invalid_request_error', message })
}

type Remembered = { path: string; fingerprint: string; status: number; body: string }

const replay = (request: StripeRequest, remembered: Remembered, fingerprint: string): StripeAnswer => {
  if (remembered.path !== request.path || remembered.fingerprint !== fingerprint) {
    throw new StripeRefusal(400, {
      type: 'idempotency_error',
      message:
        remembered.path === request.path
          ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.idempotencyKey}' if you meant to execute a different request.`
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${remembered.path}'). Try using a key other than '${request.idempotencyKey}' if you meant to execute a different request.`,
    })
  }
  return {
    status: remembered.status,
    headers: { 'idempotent-replayed': 'true' },
    body: JSON.parse(remembered.body),
  }
}

const perform = (call: Call, handler: Handler): { status: number; body: object } => {
  const result = handler(call)
  const expand = parametersOf<Expandable>(call.operation, call.form).expand ?? []
  return { status: 200, body: expanded(call.context, result, expand) }
}

const answer = (context: SandboxContext, request: StripeRequest, payBase: string): StripeAnswer => {
  const { store } = context
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(request.path))
  if (!route) {
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    })
  }
  const call: Call = {
    context,
    id: route.pattern.exec(request.path)?.[1] ?? '',
    form: parseForm(request.method === 'GET' ? request.query : request.body),
    operation: route.operation,
    payBase,
  }
  if (request.method === 'GET') return { ...perform(call, route.handler), headers: {} }
  const key = request.idempotencyKey
  const fingerprint = createHash('sha256').update(request.body).digest('hex')
  const remembered =
    key && store.first<Remembered>('SELECT path, fingerprint, status, body FROM idempotency WHERE key = ?', key)
  if (remembered) return replay(request, remembered, fingerprint)
  return store.transaction(() => {
    const result = outcomeOf(() => perform(call, route.handler))
    if (key) {
      store.run(
        'INSERT INTO idempotency (key, path, fingerprint, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        key,
        request.path,
        fingerprint,
        result.status,
        JSON.stringify(result.body),
        Date.now(),
      )
    }
    return { ...result, headers: {} }
  })
}

/** Runs `work`. Returns Stripe's answer about a declined card instead of throwing it, so that the caller's transaction commits. Other rejections are thrown. */
const outcomeOf = (work: () => { status: number; body: object }): { status: number; body: object } => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 402) return { status: 402, body: error.body() }
    throw error
  }
}

const demandedFailure = (status: number): StripeRefusal =>
  status === 429
    ? new StripeRefusal(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message:
          'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
      })
    : new StripeRefusal(status, {
        type: 'api_error',
        message: 'An unknown error occurred while handling your request.',
      })

/** Answers a request to /v1. A rejection becomes Stripe's error object. `payBase` is the origin of the card page. */
export const answerStripe = (
  context: SandboxContext,
  request: StripeRequest,
  secretKey: string,
  payBase: string,
): StripeAnswer => {
  const headers: Record<string, string> = { 'request-id': `req_${randomText(14)}` }
  if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey
  try {
    checkKey(request.authorization, secretKey)
    const { path, query, body } = request
    if (context.store.takeFailureAbout(`${path}?${query} ${body}`) || context.store.takeFailure('stripeFailures'))
      throw demandedFailure(context.store.setting('stripeFailureStatus'))
    const result = answer(context, request, payBase)
    return { ...result, headers: { ...headers, ...result.headers } }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { status: error.status, headers, body: error.body() }
  } finally {
    context.delivery.wake()
  }
}
