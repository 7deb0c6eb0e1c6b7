/**
 * Tests that webhooks are signed as Stripe signs them, are repeated until the shop accepts them, can be suppressed or
 * duplicated, and survive a restart.
 */
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  post,
  press,
  sessionParams,
  startTestSandbox,
  stripeClient,
  type TestSandbox,
  WebhookListener,
} from './sandbox-fixture.ts'
import { startSandbox } from './server.ts'
import { retryPause } from './webhook-delivery.ts'

let shop: WebhookListener
let target: string
let sandbox: TestSandbox
let stripe: Stripe

beforeEach(async () => {
  shop = new WebhookListener()
  target = await shop.start()
  sandbox = await startTestSandbox(() => target)
  stripe = stripeClient(sandbox.port)
})

afterEach(async () => {
  vi.useRealTimers()
  await sandbox.remove()
  shop.close()
})

const types = (): string[] => shop.received.map(({ event }) => event.type).sort()
const newSession = async (): Promise<string> => (await stripe.checkout.sessions.create(sessionParams())).id

describe('webhooks', () => {
  it('PAY-07 report a payment, with a signature that the SDK accepts', async () => {
    const id = await newSession()
    await press(sandbox, id, 'approve-stay')
    await shop.receives((received) => received.length === 2)
    expect(types()).toEqual(['checkout.session.completed', 'payment_intent.succeeded'])
    for (const { payload, headers } of shop.received) {
      const event = await stripe.webhooks.constructEventAsync(
        payload,
        String(headers['stripe-signature']),
        'whsec_sandbox',
      )
      expect(event.object).toBe('event')
    }
    await expect(
      stripe.webhooks.constructEventAsync(
        shop.received[0]?.payload ?? '',
        String(shop.received[0]?.headers['stripe-signature']),
        'whsec_other',
      ),
    ).rejects.toThrow(Stripe.errors.StripeSignatureVerificationError)
  })

  it('PAY-07 are repeated after a failure of the shop, with growing pauses', async () => {
    shop.answerNext(500, 503)
    const id = await newSession()
    await post(`${sandbox.url}/control/sessions/${id}/expire`)
    await shop.receives((received) => received.length === 2)
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1)
    expect([1, 2, 3, 4, 5, 6, 11].map(retryPause)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('PAY-07 arrive twice or never, as the fan chose on the card page', async () => {
    const twice = await newSession()
    await press(sandbox, twice, 'approve-twice')
    await shop.receives((received) => received.length === 4)
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(2)
    const silent = await newSession()
    expect((await press(sandbox, silent, 'approve-silent')).status).toBe(303)
    const notified = await newSession()
    await press(sandbox, notified, 'approve')
    await shop.receives((received) => received.length === 6)
    expect(shop.received.some(({ payload }) => payload.includes(silent))).toBe(false)
    const events = await stripe.events.list({ type: 'checkout.session.completed' })
    expect(events.data).toHaveLength(3)
  })

  it('report a declined card, a payment, an expiry and a refund', async () => {
    const paid = await newSession()
    await press(sandbox, paid, 'decline')
    await press(sandbox, paid, 'approve-stay')
    const { payment_intent } = await stripe.checkout.sessions.retrieve(paid)
    await stripe.refunds.create({ payment_intent: String(payment_intent) })
    await stripe.checkout.sessions.expire(await newSession())
    await shop.receives((received) => received.length === 6)
    expect(types()).toEqual([
      'charge.refunded',
      'checkout.session.completed',
      'checkout.session.expired',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'refund.created',
    ])
  })

  it('PAY-07 are never sent for a payment that is made while they are disabled', async () => {
    await post(`${sandbox.url}/control/webhooks`, { enabled: false })
    await press(sandbox, await newSession(), 'approve')
    await post(`${sandbox.url}/control/webhooks`, { enabled: true })
    await press(sandbox, await newSession(), 'approve')
    await shop.receives((received) => received.length === 2)
    const listed = await fetch(`${sandbox.url}/control/deliveries`)
    const { data } = (await listed.json()) as { data: object[] }
    expect(data).toHaveLength(2)
  })
})

describe('a session whose time is over', () => {
  it('PAY-07 expires by itself, and the shop is notified', async () => {
    const { id, expires_at } = await stripe.checkout.sessions.create(sessionParams())
    vi.useFakeTimers({ toFake: ['Date'], now: expires_at * 1000 })
    await shop.receives((received) => received.length === 1)
    expect(types()).toEqual(['checkout.session.expired'])
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
  })
})

describe('a restart of the sandbox', () => {
  it('PAY-07 preserves sessions, payments and pending deliveries', async () => {
    const id = await newSession()
    const shopAddress = target
    target = ''
    await press(sandbox, id, 'approve-stay')
    await sandbox.close()
    const again = await startSandbox({ port: 0, stateDir: sandbox.stateDir, webhookTarget: shopAddress })
    await shop.receives((received) => received.length === 2)
    expect(types()).toEqual(['checkout.session.completed', 'payment_intent.succeeded'])
    expect((await stripeClient(again.port).checkout.sessions.retrieve(id)).payment_status).toBe('paid')
    await again.close()
  })
})
