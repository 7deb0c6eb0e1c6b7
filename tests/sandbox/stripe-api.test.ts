/**
 * Tests the Stripe sandbox with Stripe's own SDK and with raw requests: what it accepts and rejects, its messages, and the
 * shapes of its answers.
 */
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveStripeRequests } from './derive-stripe-requests.ts'
import { post, press, sessionParams, startTestSandbox, stripeClient, type TestSandbox } from './sandbox-fixture.ts'
import { published, shapeErrors } from './stripe-published.ts'
import requests from './stripe-requests.json' with { type: 'json' }

let sandbox: TestSandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await startTestSandbox()
  stripe = stripeClient(sandbox.port)
})

afterAll(() => sandbox.remove())

type Refusal = { status: number; body: { error: Record<string, string> } }

/** Sends a raw form, because the SDK's types forbid some of these requests. */
const send = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${sandbox.url}/stripe/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', ...headers },
    body: new URLSearchParams(form),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Refusal['body'] }
}

/** Reads the raw JSON, because the SDK turns some strings into objects. */
const read = async <T extends object>(path: string): Promise<T> => {
  const response = await fetch(`${sandbox.url}/v1/${path}`, { headers: { authorization: 'Bearer sk_test_sandbox' } })
  return (await response.json()) as T
}

const line = {
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '1200',
  'line_items[0][price_data][product_data][name]': 'Poster',
}
const form = { mode: 'payment', success_url: 'http://localhost:8787/done', ...line }

describe('a session through the SDK', () => {
  it('PAY-02 is created, paid on the card page, and read back with its intent and lines', async () => {
    const created = await stripe.checkout.sessions.create(sessionParams())
    expect(created).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 8950,
      currency: 'eur',
      url: `http://localhost:${sandbox.port}/pay/${created.id}`,
    })
    const answer = await press(sandbox, created.id, 'approve')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `http://localhost:8787/checkout/done/1/A?payment_received&session=${created.id}`,
    )
    const paid = await stripe.checkout.sessions.retrieve(created.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(paid.line_items?.data.map((item) => item.amount_total)).toEqual([6400, 2550])
    expect(paid.payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 8950,
      metadata: { order_id: 'order_1' },
      statement_descriptor_suffix: 'ORDER A1',
      latest_charge: { paid: true, amount_captured: 8950 },
    })
    const listed = await stripe.checkout.sessions.list({
      payment_intent: typeof paid.payment_intent === 'object' ? (paid.payment_intent?.id ?? '') : '',
    })
    expect(listed.data.map((session) => session.id)).toEqual([created.id])
  })

  it('PAY-02 stays open after a declined card, and can then be paid', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    const declined = await press(sandbox, id, 'decline')
    expect(declined.status).toBe(200)
    expect(await declined.text()).toContain('Deine Karte wurde abgelehnt')
    const tried = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(tried.status).toBe('open')
    expect(tried.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
    await press(sandbox, id, 'approve')
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
  })

  it('expires once and cannot be paid afterwards', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow('This Checkout Session has a status of `expired`')
    expect(await (await press(sandbox, id, 'approve')).text()).toContain('Diese Zahlungsseite ist abgelaufen')
    expect((await post(`${sandbox.url}/control/sessions/${id}/approve`)).status).toBe(409)
  })

  it('is refunded in parts up to the total, and no further', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    await post(`${sandbox.url}/control/sessions/${id}/approve`)
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id)
    const payment_intent = String(intent)
    const part = await stripe.refunds.create({ payment_intent, amount: 3200, reason: 'requested_by_customer' })
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ amount: 3200, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent, amount: 5751 })).rejects.toThrow(
      'Refund amount (€57.51) is greater than unrefunded amount on charge (€57.50)',
    )
    const rest = await stripe.refunds.create({ payment_intent })
    expect(part.amount + rest.amount).toBe(8950)
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
  })
})

describe('a payment intent', () => {
  const params = { amount: 4200, currency: 'eur', allowed_payment_method_types: ['card', 'klarna'] }

  it('PAY-03 is paid, declined or requires an action, depending on the payment method', async () => {
    const paid = await stripe.paymentIntents.create(params)
    expect(await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
    })
    const declined = await stripe.paymentIntents.create(params)
    await expect(
      stripe.paymentIntents.confirm(declined.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 })
    expect((await stripe.paymentIntents.retrieve(declined.id)).status).toBe('requires_payment_method')
    const waiting = await stripe.paymentIntents.create({
      ...params,
      confirm: true,
      payment_method_data: {
        type: 'klarna',
        billing_details: { email: 'ida@example.org', address: { country: 'DE' } },
      },
      return_url: 'http://localhost:8787/done',
    })
    expect(waiting.next_action?.redirect_to_url?.url).toBe(`http://localhost:${sandbox.port}/pay/${waiting.id}`)
    const answer = await press(sandbox, waiting.id, 'approve')
    expect(answer.headers.get('location')).toContain('redirect_status=succeeded')
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded')
  })

  it('can be cancelled once', async () => {
    const intent = await stripe.paymentIntents.create(params)
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })
})

describe('the sandbox', () => {
  it.each([
    ['an unknown parameter', { ...form, foo: 'bar' }, 'parameter_unknown', 'foo', 'Received unknown parameter: foo'],
    [
      'an unknown nested parameter',
      { ...form, 'line_items[0][price_data][colour]': 'red' },
      'parameter_unknown',
      'line_items[0][price_data][colour]',
      'Received unknown parameter: line_items[0][price_data][colour]',
    ],
    [
      'a missing parameter',
      { mode: 'payment', ...line },
      'parameter_missing',
      'success_url',
      'Missing required param: success_url.',
    ],
    [
      'missing lines',
      { mode: 'payment', success_url: form.success_url },
      'parameter_missing',
      'line_items',
      'Missing required param: line_items.',
    ],
    [
      'text for an integer',
      { ...form, 'line_items[0][quantity]': 'two' },
      'parameter_invalid_integer',
      'line_items[0][quantity]',
      'Invalid integer: two',
    ],
    [
      'an empty value',
      { ...form, cancel_url: '' },
      'parameter_invalid_empty',
      'cancel_url',
      "You passed an empty string for 'cancel_url'. We assume empty values are an attempt to unset a parameter; however 'cancel_url' cannot be unset. You should remove 'cancel_url' from your request or supply a non-empty value.",
    ],
    [
      'a value that is not in the enumeration',
      { ...form, submit_type: 'buy' },
      undefined,
      'submit_type',
      'Invalid submit_type: must be one of auto, book, donate, or pay',
    ],
    ['an invalid URL', { ...form, success_url: 'done' }, 'url_invalid', 'success_url', 'Not a valid URL'],
    [
      'a total below the minimum',
      { ...form, 'line_items[0][price_data][unit_amount]': '49' },
      'amount_too_small',
      undefined,
      "The Checkout Session's total amount due must add up to at least 0.50 eur",
    ],
    [
      'an expiry in less than 30 minutes',
      { ...form, expires_at: String(Math.floor(Date.now() / 1000) + 1700) },
      undefined,
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    ],
    [
      'an expiry in more than 24 hours',
      { ...form, expires_at: String(Math.floor(Date.now() / 1000) + 86_500) },
      undefined,
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    ],
    [
      'an invalid email address',
      { ...form, customer_email: 'fan' },
      'email_invalid',
      'customer_email',
      'Invalid email address: fan',
    ],
    [
      'two currencies',
      {
        ...form,
        'line_items[1][quantity]': '1',
        'line_items[1][price_data][currency]': 'usd',
        'line_items[1][price_data][unit_amount]': '500',
        'line_items[1][price_data][product_data][name]': 'Pin',
      },
      undefined,
      'line_items',
      'The `line_items` parameter contains prices in more than one currency (eur, usd). All prices on a Checkout Session must use the same currency.',
    ],
  ])("rejects %s in Stripe's format", async (_case, sent, code, param, message) => {
    const { status, body } = await send('checkout/sessions', sent)
    expect(status).toBe(400)
    expect(body.error).toEqual({
      type: 'invalid_request_error',
      message,
      ...(param ? { param } : {}),
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
    })
  })

  it('rejects an unknown id, a wrong or missing key, and an unknown URL', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    })
    await expect(stripeClient(sandbox.port, 'sk_test_wrong').events.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await fetch(`${sandbox.url}/v1/events`)).status).toBe(401)
    expect((await send('customers', {})).body.error.message).toContain('Unrecognized request URL')
  })

  it("fails the next request as /control/stripe demands, and answers the SDK's retry", async () => {
    await post(`${sandbox.url}/control/stripe`, { failNext: 1, status: 429 })
    await expect(stripe.events.list()).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
    await post(`${sandbox.url}/control/stripe`, { failNext: 1, status: 500 })
    const retried = await stripe.checkout.sessions.create(sessionParams(), { maxNetworkRetries: 1 })
    expect(retried.status).toBe('open')
  })
})

describe('an idempotency key', () => {
  it('returns the same session again, and rejects another body or endpoint', async () => {
    const options = { idempotencyKey: 'order_7' }
    const params = sessionParams({ client_reference_id: 'order_7' })
    const first = await stripe.checkout.sessions.create(params, options)
    const second = await stripe.checkout.sessions.create(params, options)
    expect(second.id).toBe(first.id)
    await expect(
      stripe.checkout.sessions.create({ ...params, client_reference_id: 'order_8' }, options),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    await expect(stripe.paymentIntents.create({ amount: 500, currency: 'eur' }, options)).rejects.toThrow(
      'can only be used for the same endpoint',
    )
  })

  it('is not used up by a rejected request', async () => {
    const key = { 'idempotency-key': 'order_9' }
    expect((await send('checkout/sessions', { ...form, foo: 'bar' }, key)).status).toBe(400)
    expect((await send('checkout/sessions', form, key)).headers.get('idempotent-replayed')).toBe(null)
    expect((await send('checkout/sessions', form, key)).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('a request under /stripe with the API key as basic authentication', () => {
  it('may contain arrays, maps and nested fields', async () => {
    const basic = `Basic ${Buffer.from('sk_test_sandbox:').toString('base64')}`
    const sent = {
      ...form,
      'allowed_payment_method_types[]': 'card',
      'metadata[order]': 'A-1',
      'payment_intent_data[metadata][order]': 'A-1',
      'expand[0]': 'line_items',
      ui_mode: 'hosted_page',
    }
    const { status, body } = await send('checkout/sessions', sent, { authorization: basic })
    expect(status).toBe(200)
    expect(body).toMatchObject({ metadata: { order: 'A-1' }, line_items: { data: [{ description: 'Poster' }] } })
  })
})

if (published) {
  const { spec, fixtures, licence } = published

  describe("Stripe's published document", () => {
    it('yields exactly the schemas in stripe-requests.json', () => {
      expect(requests).toEqual(deriveStripeRequests(spec, fixtures, licence))
    })

    it("has schemas that match the sandbox's sessions, intents, charges, refunds, disputes, line items, events and errors", async () => {
      const errorsOf = shapeErrors(spec)
      type Session = { payment_intent: string; line_items: { data: object[] } }
      type Event = { data: { object: { object: string } } }
      const { id } = await stripe.checkout.sessions.create(sessionParams())
      const open = await read<Session>(`checkout/sessions/${id}?expand[]=line_items`)
      await post(`${sandbox.url}/control/sessions/${id}/decline`)
      const { payment_intent } = await read<Session>(`checkout/sessions/${id}`)
      const failed = await read(`payment_intents/${payment_intent}`)
      await post(`${sandbox.url}/control/sessions/${id}/approve`)
      const session = await read(`checkout/sessions/${id}`)
      const intent = await read<{ latest_charge: string }>(`payment_intents/${payment_intent}`)
      const charge = await read(`charges/${intent.latest_charge}`)
      const { body: refund } = await send('refunds', { payment_intent, amount: '100' })
      await post(`${sandbox.url}/control/refunds`, { next: 'pending' })
      const pending = await stripe.refunds.create({ payment_intent, amount: 100 })
      await post(`${sandbox.url}/control/refunds`, { next: 'succeeded' })
      await post(`${sandbox.url}/control/refunds/${pending.id}`, { status: 'failed' })
      const returned = await read(`refunds/${pending.id}`)
      const opened = await post(`${sandbox.url}/control/intents/${payment_intent}`)
      const { id: disputeId } = (await opened.json()) as { id: string }
      const dispute = await read(`disputes/${disputeId}`)
      await post(`${sandbox.url}/control/disputes/${disputeId}`, { status: 'lost' })
      const { body: waiting } = await send('payment_intents', {
        amount: '900',
        currency: 'eur',
        confirm: 'true',
        payment_method: 'pm_card_authenticationRequired',
        return_url: 'http://localhost:8787/done',
      })
      const events = await read<{ data: Event[] }>('events?limit=100')
      const { body: refusal } = await send('refunds', {})
      const shapes: [string, object][] = [
        ['checkout.session', open],
        ['checkout.session', session],
        ['payment_intent', failed],
        ['payment_intent', intent],
        ['payment_intent', waiting],
        ['charge', charge],
        ['refund', refund],
        ['refund', returned],
        ['dispute', dispute],
        ['dispute', await read(`disputes/${disputeId}`)],
        ['error', refusal],
        ...open.line_items.data.map((item): [string, object] => ['item', item]),
        ...events.data.map((event): [string, object] => ['event', event]),
        ...events.data.map((event): [string, object] => [event.data.object.object, event.data.object]),
      ]
      expect(open.line_items.data).toHaveLength(2)
      expect(events.data.length).toBeGreaterThan(10)
      for (const [resource, value] of shapes) expect([resource, errorsOf(resource, value)]).toEqual([resource, []])
    })
  })
}
