/**
 * Implements PayPal's REST API: access tokens, the routes, the published schemas of the requests, PayPal-Request-Id, and one
 * function for each operation. The answer to a successful POST is stored under its PayPal-Request-Id. A repeated request gets
 * the stored answer. The same id with another body is rejected.
 */
import { createHash, createHmac } from 'node:crypto'
import { Ajv, type ValidateFunction } from 'ajv'
import { certificateAt, type PayPalEvent, sandboxWebhookId, shown, transmissionIsGenuine } from './paypal-event.ts'
import {
  type Bases,
  capturePayPalOrder,
  createPayPalOrder,
  findPayPalOrder,
  type OrderRequest,
  orderOfCapture,
  type PayPalOrder,
} from './paypal-order.ts'
import { type Operation, patchPayPalOrder } from './paypal-patch.ts'
import { type PayPalDispute, type RefundRequest, refundPayPalCapture, shownDispute } from './paypal-refund.ts'
import { notFound, PayPalRefusal } from './paypal-refusal.ts'
import requests from './paypal-requests.json' with { type: 'json' }
import type { SandboxContext } from './stripe-payment.ts'

const sandboxClientId = 'paypal-sandbox-client'
const sandboxClientSecret = 'paypal-sandbox-secret'

type PayPalRequest = {
  method: string
  /** The path below the API's base address. */
  path: string
  query: URLSearchParams
  body: string
  authorization: string | undefined
  requestId: string | undefined
}
type PayPalAnswer = { status: number; body: object | string | null }

type Call = { context: SandboxContext; id: string; query: URLSearchParams; body: unknown; bases: Bases }
type Handler = { operation: string; pattern: RegExp; status: number; run: (call: Call) => object | null }

const answered = (order: PayPalOrder): object => shown(order)

const handlers: Handler[] = [
  {
    operation: 'POST /v2/checkout/orders',
    pattern: /^\/v2\/checkout\/orders$/,
    status: 201,
    run: ({ context, body, bases }) => answered(createPayPalOrder(context, body as OrderRequest, bases)),
  },
  {
    operation: 'GET /v2/checkout/orders/{id}',
    pattern: /^\/v2\/checkout\/orders\/([A-Z0-9]{1,36})$/,
    status: 200,
    run: ({ context, id }) => answered(findPayPalOrder(context.store, id)),
  },
  {
    operation: 'PATCH /v2/checkout/orders/{id}',
    pattern: /^\/v2\/checkout\/orders\/([A-Z0-9]{1,36})$/,
    status: 204,
    run: ({ context, id, body }) => {
      patchPayPalOrder(context, findPayPalOrder(context.store, id), body as Operation[])
      return null
    },
  },
  {
    operation: 'POST /v2/checkout/orders/{id}/capture',
    pattern: /^\/v2\/checkout\/orders\/([A-Z0-9]{1,36})\/capture$/,
    status: 201,
    run: ({ context, id, bases }) =>
      answered(capturePayPalOrder(context, findPayPalOrder(context.store, id), bases.apiBase)),
  },
  {
    operation: 'GET /v2/payments/captures/{capture_id}',
    pattern: /^\/v2\/payments\/captures\/([A-Z0-9]{1,36})$/,
    status: 200,
    run: ({ context, id }) => {
      const { order, capture } = orderOfCapture(context.store, id)
      return { ...capture, supplementary_data: { related_ids: { order_id: order.id } } }
    },
  },
  {
    operation: 'POST /v2/payments/captures/{capture_id}/refund',
    pattern: /^\/v2\/payments\/captures\/([A-Z0-9]{1,36})\/refund$/,
    status: 201,
    run: ({ context, id, body, bases }) => refundPayPalCapture(context, id, body as RefundRequest, bases.apiBase),
  },
  {
    operation: 'GET /v1/customer/disputes/{id}',
    pattern: /^\/v1\/customer\/disputes\/([\w-]{1,255})$/,
    status: 200,
    run: ({ context, id }) => {
      const dispute = context.store.get<PayPalDispute>('paypal.dispute', id)
      if (!dispute) throw notFound()
      return shownDispute(dispute)
    },
  },
  {
    operation: 'POST /v1/notifications/verify-webhook-signature',
    pattern: /^\/v1\/notifications\/verify-webhook-signature$/,
    status: 200,
    run: ({ context, body, bases }) => ({
      verification_status: transmissionIsGenuine(context.store, body as Record<string, string>, bases.apiBase)
        ? 'SUCCESS'
        : 'FAILURE',
    }),
  },
  {
    operation: 'GET /v1/notifications/webhooks-events',
    pattern: /^\/v1\/notifications\/webhooks-events$/,
    status: 200,
    run: ({ context, query }) => {
      const [from, size] = [Date.parse(query.get('start_time') ?? ''), Number(query.get('page_size') ?? 10)]
      if (Number.isNaN(from)) throw new PayPalRefusal(400, 'INVALID_PARAMETER_SYNTAX', 'start_time is no instant.')
      const until = query.get('end_time') ?? '9999'
      const events = context.store
        .list<PayPalEvent>('paypal.event')
        .filter(({ created, create_time }) => created * 1000 >= from && create_time <= until)
        .slice(0, size)
      return { events: events.map(shown), count: events.length, links: [] }
    },
  },
  {
    operation: 'GET /v1/notifications/webhooks/{webhook_id}',
    pattern: /^\/v1\/notifications\/webhooks\/([\w-]{1,50})$/,
    status: 200,
    run: ({ id }) => {
      if (id !== sandboxWebhookId) throw notFound()
      return { id, url: 'https://shop.example/webhooks/paypal', event_types: [{ name: '*' }], links: [] }
    },
  },
]

const ajv = new Ajv({ strict: false, validateFormats: false })
const validators = new Map<string, ValidateFunction>(
  Object.entries(requests.operations).map(([operation, schema]) => [operation, ajv.compile(schema)]),
)

const parsedBody = (operation: string, text: string): unknown => {
  const validate = validators.get(operation)
  if (!validate) return null
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new PayPalRefusal(400, 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.')
  }
  if (validate(body)) return body
  const [error] = validate.errors ?? []
  throw new PayPalRefusal(400, 'INVALID_PARAMETER_SYNTAX', error?.message ?? 'Invalid request.', error?.instancePath)
}

const accessToken = createHmac('sha256', sandboxClientSecret).update(sandboxClientId).digest('base64url')
const basic = `Basic ${Buffer.from(`${sandboxClientId}:${sandboxClientSecret}`).toString('base64')}`

const grantToken = ({ authorization, body }: PayPalRequest): PayPalAnswer => {
  if (authorization !== basic)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'unsupported grant_type' } }
  return {
    status: 200,
    body: { access_token: accessToken, token_type: 'Bearer', expires_in: 32_400, nonce: 'sandbox' },
  }
}

const refuseByDemand = ({ store }: SandboxContext, { path, body }: PayPalRequest): void => {
  if (!store.takeFailure('payPalFailures') && !store.takeFailureAbout(`${path} ${body}`, 'payPalFailuresAbout')) return
  throw new PayPalRefusal(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable.')
}

type Stored = { fingerprint: string; status: number; body: string }

const remembered = (
  { store }: SandboxContext,
  { path, body, requestId }: PayPalRequest,
  run: () => PayPalAnswer,
): PayPalAnswer => {
  if (requestId === undefined) return run()
  if (requestId.length > 108) throw new PayPalRefusal(400, 'INVALID_STRING_LENGTH', 'PayPal-Request-Id is too long.')
  const key = `paypal ${path} ${requestId}`
  const fingerprint = createHash('sha256').update(body).digest('hex')
  const known = store.first<Stored>('SELECT fingerprint, status, body FROM idempotency WHERE key = ?', key)
  if (known && known.fingerprint !== fingerprint)
    throw new PayPalRefusal(422, 'DUPLICATE_REQUEST_ID', 'The value of PayPal-Request-Id header has already been used.')
  if (known) return { status: 200, body: JSON.parse(known.body) as object }
  const answer = run()
  store.run(
    'INSERT INTO idempotency (key, path, fingerprint, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    key,
    path,
    fingerprint,
    answer.status,
    JSON.stringify(answer.body),
    Date.now(),
  )
  return answer
}

/** Answers a request below the API's base address. Certificates need no access token. */
export const answerPayPal = (context: SandboxContext, request: PayPalRequest, bases: Bases): PayPalAnswer => {
  const { method, path, authorization, body } = request
  try {
    refuseByDemand(context, request)
    if (method === 'POST' && path === '/v1/oauth2/token') return grantToken(request)
    const certificate = method === 'GET' ? certificateAt(context.store, path) : null
    if (certificate !== null) return { status: 200, body: certificate }
    if (authorization !== `Bearer ${accessToken}`)
      throw new PayPalRefusal(401, 'AUTHENTICATION_FAILURE', 'Authentication failed due to invalid credentials.')
    const handler = handlers.find(({ operation, pattern }) => operation.startsWith(`${method} `) && pattern.test(path))
    if (!handler) throw notFound()
    const call = {
      context,
      id: handler.pattern.exec(path)?.[1] ?? '',
      query: request.query,
      body: parsedBody(handler.operation, body),
      bases,
    }
    const run = () => ({ status: handler.status, body: handler.run(call) })
    return method === 'POST' ? remembered(context, request, run) : run()
  } catch (error) {
    if (error instanceof PayPalRefusal) return { status: error.status, body: error.body() }
    throw error
  } finally {
    context.delivery.wake()
  }
}
