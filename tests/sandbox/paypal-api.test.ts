/** Tests the PayPal sandbox: what it accepts and rejects, its windows, and that its schemas are the published ones. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayPalOrder, findPayPalOrder } from '../../worker/integrations/paypal.ts'
import type { PayPalSettings } from '../../worker/integrations/paypal-client.ts'
import { derivePayPalRequests, readPayPalDocuments } from './derive-paypal-requests.ts'
import requests from './paypal-requests.json' with { type: 'json' }
import { post, startTestSandbox, type TestSandbox, WebhookListener } from './sandbox-fixture.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'payments', 'paypal')
let sandbox: TestSandbox
let settings: PayPalSettings
let token = ''
const shop = new WebhookListener()

beforeAll(async () => {
  sandbox = await startTestSandbox(await shop.start())
  settings = {
    PAYPAL_CLIENT_ID: 'paypal-sandbox-client',
    PAYPAL_CLIENT_SECRET: 'paypal-sandbox-secret',
    PAYPAL_MERCHANT_ID: 'SANDBXMERCHNT',
    PAYPAL_API_BASE: `${sandbox.url}/paypal`,
  }
  const answer = await fetch(`${settings.PAYPAL_API_BASE}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('paypal-sandbox-client:paypal-sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
})
afterAll(async () => {
  shop.close()
  await sandbox.remove()
})

let orders = 0
const newOrder = (more: object = {}) =>
  createPayPalOrder(settings, {
    requestId: `order-${++orders}`,
    customId: 'pay_1',
    invoiceId: `PPX000000000${orders}`,
    amountCents: 8950,
    locale: 'de',
    asksAddress: true,
    paysNow: true,
    successUrl: 'http://localhost:8787/checkout/done/1/A',
    cancelUrl: 'http://localhost:8787/checkout/payment/1/A',
    ...more,
  })

const ask = (path: string, body: unknown, method = 'POST', headers: Record<string, string> = {}) =>
  fetch(`${settings.PAYPAL_API_BASE}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const issueOf = async (response: Response) => {
  const { details } = (await response.json()) as { details: { issue: string }[] }
  return `${response.status} ${details[0]?.issue}`
}
const openWindow = (id: string, form?: Record<string, string>) =>
  fetch(
    `${sandbox.url}/paypal/checkoutnow?token=${id}`,
    form ? { method: 'POST', body: new URLSearchParams(form) } : {},
  )

describe("PayPal's REST API", () => {
  if (existsSync(folder)) {
    it('has the request schemas of the published documents', () => {
      const { documents, licence } = readPayPalDocuments(folder)
      expect(requests).toEqual(derivePayPalRequests(documents, licence))
    })
  }

  it.each<[string, object | string, string]>([
    ['a body that is no JSON', '{', '400 MALFORMED_REQUEST_JSON'],
    ['no purchase unit', { intent: 'CAPTURE' }, '400 INVALID_PARAMETER_SYNTAX'],
    [
      'an unknown field',
      { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '1' }, colour: 'red' }] },
      '400 INVALID_PARAMETER_SYNTAX',
    ],
    [
      'more than two decimals',
      { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '1.005' } }] },
      '422 DECIMAL_PRECISION',
    ],
    [
      'another currency',
      { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' } }] },
      '422 INVALID_CURRENCY_CODE',
    ],
  ])('rejects an order with %s', async (_name, body, issue) => {
    expect(await issueOf(await ask('/v2/checkout/orders', body))).toBe(issue)
  })

  it('rejects a wrong token, and the same PayPal-Request-Id with another body', async () => {
    expect((await ask('/v2/checkout/orders', {}, 'POST', { authorization: 'Bearer x' })).status).toBe(401)
    const first = await newOrder({ requestId: 'same', invoiceId: 'PPX1' })
    expect(await newOrder({ requestId: 'same', invoiceId: 'PPX1' })).toBe(first)
    await expect(newOrder({ requestId: 'same', invoiceId: 'PPX2' })).rejects.toThrow('DUPLICATE_REQUEST_ID')
  })

  it('captures only an approved order, and refuses an invoice id that was paid before', async () => {
    const id = await newOrder({ invoiceId: 'PPX-TWICE' })
    expect(await issueOf(await ask(`/v2/checkout/orders/${id}/capture`, {}))).toBe('422 ORDER_NOT_APPROVED')
    await openWindow(id, { action: 'approve' })
    expect((await ask(`/v2/checkout/orders/${id}/capture`, {})).status).toBe(201)
    expect(await issueOf(await ask(`/v2/checkout/orders/${id}/capture`, {}))).toBe('422 ORDER_ALREADY_CAPTURED')
    const other = await newOrder({ invoiceId: 'PPX-TWICE' })
    await openWindow(other, { action: 'approve' })
    expect(await issueOf(await ask(`/v2/checkout/orders/${other}/capture`, {}))).toBe('422 DUPLICATE_INVOICE_ID')
  })

  it.each([
    [
      'an unknown field',
      [{ op: 'replace', path: "/purchase_units/@reference_id=='default'/payee", value: {} }],
      '422 REFERENCE_ID_NOT_FOUND',
    ],
    [
      'another purchase unit',
      [{ op: 'replace', path: "/purchase_units/@reference_id=='x'/amount", value: {} }],
      '422 REFERENCE_ID_NOT_FOUND',
    ],
    ['an unknown operation', [{ op: 'increase', path: '/x' }], '400 INVALID_PARAMETER_SYNTAX'],
  ])('rejects a patch of %s', async (_name, body, issue) => {
    expect(await issueOf(await ask(`/v2/checkout/orders/${await newOrder()}`, body, 'PATCH'))).toBe(issue)
  })
})

describe("PayPal's window", () => {
  it('shows the amount, and gives the shop the address that the buyer chose', async () => {
    const id = await newOrder()
    const page = await (await openWindow(id)).text()
    expect(page).toContain('89,50')
    const answer = await openWindow(id, { action: 'approve', countryCode: 'AT', email: 'ayse@paypal.example' })
    expect(await answer.text()).toContain('data-result="approved"')
    const approved = await findPayPalOrder(settings, id)
    expect(approved).toMatchObject({
      status: 'APPROVED',
      purchase_units: [{ shipping: { address: { country_code: 'AT' } } }],
      payment_source: { paypal: { email_address: 'ayse@paypal.example' } },
    })
    expect(await (await openWindow(id, { action: 'cancel' })).text()).toContain('data-result="cancelled"')
  })

  it('asks for no address if the shop does not, and leaves a cancelled order open', async () => {
    const id = await newOrder({ asksAddress: false })
    expect(await (await openWindow(id)).text()).not.toContain('name="street"')
    await openWindow(id, { action: 'cancel' })
    expect(await findPayPalOrder(settings, id)).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
    await openWindow(id, { action: 'approve' })
    expect((await findPayPalOrder(settings, id))?.purchase_units?.[0]?.shipping).toBeUndefined()
  })

  it('serves its scripts as JavaScript without types', async () => {
    for (const path of ['/paypal/web-sdk/v6/core', '/paypal/window.js']) {
      const script = await fetch(`${sandbox.url}${path}`)
      expect(script.headers.get('content-type')).toContain('text/javascript')
      expect(await script.text()).not.toContain('import type')
    }
  })
})

describe("PayPal's webhooks", () => {
  it('are sent to the endpoint beside that of Stripe, twice if the buyer asks for it, with a signature that PayPal confirms', async () => {
    const id = await newOrder()
    await openWindow(id, { action: 'twice' })
    const mine = (payload: string) => payload.includes(id)
    await shop.receives((received) => received.filter(({ payload }) => mine(payload)).length === 2)
    const notice = shop.received.find(({ payload }) => mine(payload))
    const header = (name: string) => String(notice?.headers[`paypal-${name}`])
    const question = {
      auth_algo: header('auth-algo'),
      cert_url: header('cert-url'),
      transmission_id: header('transmission-id'),
      transmission_sig: header('transmission-sig'),
      transmission_time: header('transmission-time'),
      webhook_id: 'WH0SANDBOX0STAGEDOOR',
      webhook_event: JSON.parse(notice?.payload ?? '{}') as object,
    }
    const path = '/v1/notifications/verify-webhook-signature'
    expect(await (await ask(path, question)).json()).toEqual({ verification_status: 'SUCCESS' })
    const changed = { ...question, webhook_event: { id: 'other' } }
    expect(await (await ask(path, changed)).json()).toEqual({ verification_status: 'FAILURE' })
  })

  it('are never sent if the buyer asks for it', async () => {
    const id = await newOrder()
    await openWindow(id, { action: 'silent' })
    const answer = await fetch(`${sandbox.url}/control/deliveries`)
    const { data } = (await answer.json()) as { data: { objectId: string }[] }
    expect(data.filter(({ objectId }) => objectId === id)).toEqual([])
  })

  it('refuse wrong input of the control', async () => {
    expect((await post(`${sandbox.url}/control/paypal/orders/NONE/approve`)).status).toBe(404)
    expect((await post(`${sandbox.url}/control/paypal/failures`, { failNext: -1 })).status).toBe(400)
  })
})
