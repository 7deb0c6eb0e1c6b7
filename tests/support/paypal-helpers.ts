/** Helps tests to act as the buyer at PayPal, as PayPal, and as the bank, and to deliver PayPal's webhooks. */
import { exports } from 'cloudflare:workers'
import type { Placed } from './payment-helpers.ts'
import { testEnv } from './test-env.ts'

const ORIGIN = 'http://localhost:8787'

async function sandbox<Shape>(path: string, body?: object): Promise<Shape> {
  const response = await fetch(`${testEnv.STRIPE_API_BASE}/control/paypal${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

type Capture = { id: string; status: string; invoice_id?: string; custom_id?: string; amount: { value: string } }

export type PayPalOrder = {
  id: string
  status: string
  purchase_units: {
    amount: { currency_code: string; value: string }
    custom_id?: string
    invoice_id?: string
    payments?: { captures: Capture[]; refunds?: { id: string; custom_id?: string }[] }
  }[]
}

export async function payPalOrder(id: string): Promise<PayPalOrder> {
  const { data } = await sandbox<{ data: PayPalOrder[] }>('/orders')
  const order = data.find((known) => known.id === id)
  if (!order) throw new Error(`no PayPal order ${id}`)
  return order
}

export async function payPalCapture(id: string): Promise<Capture | null> {
  return (await payPalOrder(id)).purchase_units[0]?.payments?.captures[0] ?? null
}

export function startPayPal({ visitor, id, reference }: Placed) {
  return visitor.run<{ createPayPalPayment: { externalPaymentId: string } }>('CreatePayPalPayment', {
    orderId: id,
    reference,
  })
}

/** Creates the order at PayPal, and returns its id. */
export async function openPayPal(order: Placed): Promise<string> {
  const { data, code } = await startPayPal(order)
  if (!data) throw new Error(code ?? 'no payment')
  return data.createPayPalPayment.externalPaymentId
}

export function captureOrder({ visitor, id, reference }: Placed) {
  return visitor.run<{ captureOrderPayment: { outcome: string } }>('CaptureOrderPayment', { orderId: id, reference })
}

/** Sends a request to PayPal's API, as the shop does. */
async function callPayPal<Shape>(path: string, body: object): Promise<Shape> {
  const { PAYPAL_API_BASE: base, PAYPAL_CLIENT_ID: client, PAYPAL_CLIENT_SECRET: secret } = testEnv
  const post = async <Answer>(to: string, authorization: string, type: string, content: string): Promise<Answer> => {
    const headers = { authorization, 'content-type': type }
    return (await fetch(`${base}${to}`, { method: 'POST', headers, body: content })).json()
  }
  const { access_token: token } = await post<{ access_token: string }>(
    '/v1/oauth2/token',
    `Basic ${btoa(`${client}:${secret}`)}`,
    'application/x-www-form-urlencoded',
    'grant_type=client_credentials',
  )
  return post(path, `Bearer ${token}`, 'application/json', JSON.stringify(body))
}

/** Creates an order as anyone can who knows the shop's public client id, and returns its id. */
export async function createPayPalOrder(unit: object): Promise<string> {
  const order = { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: {} } }
  return (await callPayPal<{ id: string }>('/v2/checkout/orders', order)).id
}

/** Refunds a part of a capture as on PayPal's site, without the shop's id of the refund. Returns PayPal's id. */
export async function refundAtPayPal(captureId: string, cents: number): Promise<string> {
  const amount = { currency_code: 'EUR', value: (cents / 100).toFixed(2) }
  const { id } = await callPayPal<{ id: string }>(`/v2/payments/captures/${captureId}/refund`, { amount })
  return id
}

type Approval = { capture?: 'completed' | 'pending' | 'instrument' | 'refused'; email?: string; countryCode?: string }

/** The buyer approves the order in PayPal's window. `capture` is the outcome of the capture that follows. */
export const approveAtPayPal = (id: string, approval: Approval = {}) => sandbox(`/orders/${id}/approve`, approval)

/** Changes an order at PayPal: PayPal voids or forgets it, or another process captures it. */
export const changeAtPayPal = (id: string, action: 'void' | 'forget' | 'capture') =>
  sandbox(`/orders/${id}/${action}`, {})

/** PayPal decides about a pending capture. */
export const settleAtPayPal = (id: string, outcome: 'completed' | 'denied') =>
  sandbox(`/orders/${id}/settle`, { outcome })

/** Makes the next requests that mention `about` fail with 503. The shop sends each request twice. */
export const failNextPayPalRequests = (about: string, failNext = 2) => sandbox('/failures', { failNext, about })

export const finishPayPalRefund = (id: string, status: 'succeeded' | 'failed') => sandbox(`/refunds/${id}`, { status })

export const openPayPalDispute = (captureId: string, amount?: number) =>
  sandbox<{ dispute_id: string }>(`/captures/${captureId}`, amount === undefined ? {} : { amount })

export const closePayPalDispute = (id: string, status: 'won' | 'lost') => sandbox(`/disputes/${id}`, { status })

export type PayPalNotice = { id: string; event_type: string; resource: { id?: string } }

/** Returns PayPal's newest notice of the type that mentions `about`. */
export async function payPalNotice(about: string, type: string): Promise<PayPalNotice> {
  const { data } = await sandbox<{ data: PayPalNotice[] }>(`/events?about=${encodeURIComponent(about)}`)
  const notice = data.find(({ event_type }) => event_type === type)
  if (!notice) throw new Error(`no ${type} about ${about}`)
  return notice
}

/** Returns the headers with which PayPal signs this body. */
export const signedByPayPal = (body: string, webhookId?: string) =>
  sandbox<Record<string, string>>('/transmissions', {
    body,
    apiBase: testEnv.PAYPAL_API_BASE ?? '',
    ...(webhookId === undefined ? {} : { webhookId }),
  })

/** Posts a webhook with these headers. */
export function postToPayPalWebhook(body: string, headers: Record<string, string>): Promise<Response> {
  return exports.default.fetch(
    new Request(`${ORIGIN}/webhooks/paypal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  )
}

/** Posts a notice as PayPal does. */
export async function deliverPayPalNotice(notice: object): Promise<Response> {
  const body = JSON.stringify(notice)
  return postToPayPalWebhook(body, await signedByPayPal(body))
}
