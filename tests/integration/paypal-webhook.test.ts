/** The webhooks, refunds and disputes of PayPal. */

import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { refunds } from '../../schema/tables/payment.ts'
import { serve } from '../../worker/http/app.ts'
import { readPayPalNotice } from '../../worker/integrations/paypal-webhook.ts'
import { reconcileRefunds } from '../../worker/jobs/reconcile-payments.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  type Placed,
  placeOrder,
  recordsOf,
  setNextRefundOutcome,
} from '../support/payment-helpers.ts'
import {
  approveAtPayPal,
  captureOrder,
  closePayPalDispute,
  deliverPayPalNotice,
  failNextPayPalRequests,
  finishPayPalRefund,
  openPayPal,
  openPayPalDispute,
  payPalCapture,
  payPalNotice,
  payPalOrder,
  postToPayPalWebhook,
  signedByPayPal,
} from '../support/paypal-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
const { env } = isolatedEnv()

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

/** Sends a request with the account's own credentials, as PayPal's website does. */
async function askPayPalAs(path: string, body: object): Promise<Response> {
  const base = testEnv.PAYPAL_API_BASE ?? ''
  const grant = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${testEnv.PAYPAL_CLIENT_ID}:${testEnv.PAYPAL_CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = await grant.json<{ access_token: string }>()
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function paidOrder(): Promise<{ order: Placed; payPalId: string; captureId: string }> {
  const order = await placeOrder(world, { standing: 1, method: 'paypal' })
  const payPalId = await openPayPal(order)
  await approveAtPayPal(payPalId)
  await captureOrder(order)
  const capture = await payPalCapture(payPalId)
  if (!capture) throw new Error('not captured')
  return { order, payPalId, captureId: capture.id }
}

describe('a webhook of PayPal', () => {
  const forged = (id: string) => ({
    id: `WH-${crypto.randomUUID()}`,
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id },
  })

  async function approvedOrder() {
    const order = await placeOrder(world, { standing: 1, method: 'paypal' })
    const id = await openPayPal(order)
    await approveAtPayPal(id)
    return { order, id, body: JSON.stringify(forged(id)) }
  }

  it.each<[string, (headers: Record<string, string>, body: string) => Promise<Response>]>([
    ['without a signature', (_headers, body) => postToPayPalWebhook(body, {})],
    ['for another body', (headers, body) => postToPayPalWebhook(`${body} `, headers)],
    [
      'with another transmission id',
      (headers, body) => postToPayPalWebhook(body, { ...headers, 'paypal-transmission-id': crypto.randomUUID() }),
    ],
    [
      'with a certificate that PayPal does not have',
      (headers, body) =>
        postToPayPalWebhook(body, {
          ...headers,
          'paypal-cert-url': `${testEnv.PAYPAL_API_BASE}/v1/notifications/certs/CERT-other`,
        }),
    ],
    [
      'with a certificate of a foreign server',
      (headers, body) =>
        postToPayPalWebhook(body, { ...headers, 'paypal-cert-url': 'https://paypal.com.evil.example/cert' }),
    ],
    [
      'with a query after the address of PayPal’s certificate',
      (headers, body) =>
        postToPayPalWebhook(body, { ...headers, 'paypal-cert-url': `${headers['paypal-cert-url']}?other=1` }),
    ],
    ['for another webhook', async (_headers, body) => postToPayPalWebhook(body, await signedByPayPal(body, 'WHOTHER'))],
  ])('PAY-05 is refused %s, and captures nothing', async (_name, post) => {
    const { order, id, body } = await approvedOrder()
    const response = await post(await signedByPayPal(body), body)
    expect(response.status).toBe(400)
    expect(await payPalCapture(id)).toBeNull()
    expect((await recordsOf(order.id)).order.status).toBe('payment_pending')
  })

  it('PAY-05 is verified by PayPal itself if the shop does not know the algorithm', async () => {
    const { order, body } = await approvedOrder()
    const headers = await signedByPayPal(body)
    const unread = { ...headers, 'paypal-auth-algo': 'SHA512withRSA' }
    expect((await postToPayPalWebhook(body, unread)).status).toBe(200)
    expect((await recordsOf(order.id)).order.status).toBe('done')
    const wrong = { ...unread, 'paypal-transmission-time': new Date(0).toISOString() }
    expect((await postToPayPalWebhook(JSON.stringify(forged('X')), wrong)).status).toBe(400)
  })

  it('PAY-05 is refused without asking PayPal if its network has sent too many that the shop cannot verify alone', async () => {
    const { order, body } = await approvedOrder()
    const headers = await signedByPayPal(body)
    // The isolate learns PayPal's certificate.
    const first = await signedByPayPal('{}')
    expect((await postToPayPalWebhook('{}', first)).status).toBe(400)
    const counted: string[] = []
    const limit = async ({ key }: { key: string }) => ({ success: counted.push(key) <= 4 })
    const limited = { ...testEnv, NOTICE_CHECKS: { limit }, NOTICE_CHECKS_WIDE: { limit } }
    const send = async (more: Record<string, string>, address: string) => {
      const request = new Request('http://localhost:8787/webhooks/paypal', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': address, ...headers, ...more },
        body,
      })
      return (await serve(request, limited, createExecutionContext())).status
    }
    const requested = vi.spyOn(globalThis, 'fetch')
    const verifications = () => requested.mock.calls.filter(([url]) => String(url).includes('verify-webhook')).length
    const flood = { 'paypal-auth-algo': 'SHA512withRSA', 'paypal-transmission-sig': 'Zm9yZ2Vk' }
    const answers = [await send(flood, '203.0.113.80'), await send(flood, '203.0.113.80')]
    expect([...answers, await send(flood, '203.0.113.80'), await send(flood, '203.0.113.80')]).toEqual([
      400, 400, 429, 429,
    ])
    expect(verifications()).toBe(2)
    expect(counted.slice(0, 2)).toEqual(['203.0.113.80', '203.0.113'])
    // PayPal's own notice is verified without a call, so the limit does not concern it, even from that network.
    expect(await send({}, '203.0.113.80')).toBe(200)
    expect(verifications()).toBe(2)
    expect((await recordsOf(order.id)).order.status).toBe('done')
  })

  it('PAY-05 that is forged does not make the shop forget PayPal’s certificate', async () => {
    const { order, body } = await approvedOrder()
    const headers = await signedByPayPal(body)
    const address = headers['paypal-cert-url'] ?? ''
    expect((await postToPayPalWebhook('{}', await signedByPayPal('{}'))).status).toBe(400)
    // These are other spellings of the same address, which no check of its form can list completely.
    for (const letter of ['c', 'e', 'r', 't', 's']) {
      const spelt = address.replace(new RegExp(`${letter}(?=[a-z]*/CERT)`), `%${letter.charCodeAt(0).toString(16)}`)
      const forgery = { ...headers, 'paypal-transmission-id': crypto.randomUUID(), 'paypal-cert-url': spelt }
      expect((await postToPayPalWebhook(body, forgery)).status).toBe(400)
    }
    const requested = vi.spyOn(globalThis, 'fetch')
    expect((await postToPayPalWebhook(body, headers)).status).toBe(200)
    expect(requested.mock.calls.filter(([url]) => String(url).includes('/certs/'))).toEqual([])
    expect((await recordsOf(order.id)).order.status).toBe('done')
  })

  it('PAY-05 is read from its body without trusting it', async () => {
    const body = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { amount: 'much' } })
    const headers = new Headers(await signedByPayPal(body))
    expect(await readPayPalNotice(testEnv, body, headers, async () => true)).toMatchObject({
      subject: 'payment',
      externalId: null,
    })
    const noJson = 'not json'
    expect(
      await readPayPalNotice(testEnv, noJson, new Headers(await signedByPayPal(noJson)), async () => true),
    ).toBeNull()
  })
})

describe('a refund at PayPal', () => {
  async function openRefund(begins: 'pending' | 'succeeded' | 'failed' = 'succeeded') {
    const { order, payPalId, captureId } = await paidOrder()
    const [payment] = (await recordsOf(order.id)).payments
    await setNextRefundOutcome(begins, captureId)
    const now = Date.now()
    const id = newId('refund', now)
    const amountCents = order.totalCents
    await db.insert(refunds).values({
      id,
      orderId: order.id,
      paymentId: payment?.id ?? null,
      reason: 'request',
      status: 'open',
      amountCents,
      createdAt: now,
    })
    const refund = async () => (await recordsOf(order.id)).refunds.find((row) => row.id === id)
    const atPayPal = async () => (await payPalOrder(payPalId)).purchase_units[0]?.payments?.refunds ?? []
    return { id, order, captureId, payPalId, refund, atPayPal, send: () => sendRefund(env, id, Date.now()) }
  }

  it('PAY-07 is made once, even if PayPal fails, the answer is lost or two runs overlap', async () => {
    const { id, captureId, refund, atPayPal, send } = await openRefund()
    await failNextPayPalRequests(captureId)
    await expect(send()).rejects.toThrow('PayPal: 503')
    await Promise.all([send(), send()])
    await send()
    expect(await refund()).toMatchObject({ status: 'done' })
    expect(await atPayPal()).toMatchObject([{ custom_id: `${id}.1`, status: 'COMPLETED' }])
  })

  it('PAY-07 that is pending is followed by the webhook, and one that fails is reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { refund, atPayPal, send } = await openRefund('pending')
    await send()
    expect(await refund()).toMatchObject({ status: 'sent' })
    const [made] = await atPayPal()
    await finishPayPalRefund(made?.id ?? '', 'failed')
    await deliverPayPalNotice(await payPalNotice(made?.id ?? '', 'PAYMENT.REFUND.FAILED'))
    expect(await refund()).toMatchObject({ status: 'failed', failure: 'failed', externalId: made?.id })
  })

  it('PAY-07 that is pending is completed by the cron if no webhook arrives', async () => {
    const { id, refund, atPayPal, send } = await openRefund('pending')
    await send()
    await finishPayPalRefund((await atPayPal())[0]?.id ?? '', 'succeeded')
    await db.update(refunds).set({ checkedAt: 0 }).where(eq(refunds.id, id))
    await reconcileRefunds(env, Date.now())
    expect(await refund()).toMatchObject({ status: 'done' })
  })

  it('PAY-07 that PayPal refuses is failed with its reason', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { id, refund, send } = await openRefund()
    await db.update(refunds).set({ amountCents: 9_999_999 }).where(eq(refunds.id, id))
    await send()
    expect(await refund()).toMatchObject({ status: 'failed', failure: 'refund_amount_exceeded' })
  })

  it('PAY-07 that was made on PayPal’s website is recorded, as its webhook reports it', async () => {
    const { order, captureId } = await paidOrder()
    const response = await askPayPalAs(`/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'EUR', value: '1.00' },
    })
    const { id } = await response.json<{ id: string }>()
    await deliverPayPalNotice(await payPalNotice(id, 'PAYMENT.CAPTURE.REFUNDED'))
    const { refunds: rows } = await recordsOf(order.id)
    expect(rows).toMatchObject([{ reason: 'provider', externalId: id, amountCents: 100, status: 'done' }])
  })
})

describe('a dispute at PayPal', () => {
  it('PAY-07 marks the tickets until it is won, and records the money as refunded if it is lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { order, captureId } = await paidOrder()
    const { dispute_id: won } = await openPayPalDispute(captureId)
    await deliverPayPalNotice(await payPalNotice(won, 'CUSTOMER.DISPUTE.CREATED'))
    expect((await recordsOf(order.id)).tickets[0]?.disputedAt).not.toBeNull()
    await closePayPalDispute(won, 'won')
    await deliverPayPalNotice(await payPalNotice(won, 'CUSTOMER.DISPUTE.RESOLVED'))
    expect((await recordsOf(order.id)).tickets[0]?.disputedAt).toBeNull()
    const { dispute_id: lost } = await openPayPalDispute(captureId)
    await closePayPalDispute(lost, 'lost')
    await deliverPayPalNotice(await payPalNotice(lost, 'CUSTOMER.DISPUTE.RESOLVED'))
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ reason: 'dispute', amountCents: order.totalCents }])
  })
})
