/** Gives the sandbox's tests a running sandbox, a shop's webhook endpoint, and the parameters of a valid session. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { bodyOf } from './http.ts'
import { type Sandbox, startSandbox } from './server.ts'

export type Received = { payload: string; headers: IncomingHttpHeaders; event: { id: string; type: string } }

/** A shop's webhook endpoint, which stores the received webhooks and answers with the given statuses. */
export class WebhookListener {
  readonly received: Received[] = []
  private statuses: number[] = []
  private waiting: { until: (received: Received[]) => boolean; resolve: () => void }[] = []
  private readonly server = createServer(async (request, response) => {
    const payload = await bodyOf(request)
    this.received.push({ payload, headers: request.headers, event: JSON.parse(payload) })
    response.writeHead(this.statuses.shift() ?? 200).end('ok')
    for (const { until, resolve } of this.waiting) if (until(this.received)) resolve()
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/webhooks/stripe`
  }

  /** Sets the statuses of the next answers. Afterwards, the endpoint answers 200. */
  answerNext(...statuses: number[]): void {
    this.statuses = statuses
  }

  async receives(until: (received: Received[]) => boolean): Promise<void> {
    if (until(this.received)) return
    await new Promise<void>((resolve) => this.waiting.push({ until, resolve }))
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

export type TestSandbox = Sandbox & { stateDir: string; remove(): Promise<void> }

export const startTestSandbox = async (webhookTarget: string | (() => string) = ''): Promise<TestSandbox> => {
  const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const sandbox = await startSandbox({ port: 0, stateDir, webhookTarget })
  const remove = async (): Promise<void> => {
    await sandbox.close()
    rmSync(stateDir, { recursive: true })
  }
  return { ...sandbox, stateDir, remove }
}

export const stripeClient = (port: number, key = 'sk_test_sandbox'): Stripe =>
  new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  })

/** Returns the parameters of a session as the shop requests it: two tickets and a shirt for 89.50 euros. */
export const sessionParams = (change: Partial<Stripe.Checkout.SessionCreateParams> = {}) => ({
  mode: 'payment' as const,
  client_reference_id: 'order_1',
  locale: 'de' as const,
  submit_type: 'pay' as const,
  customer_email: 'fan@example.com',
  expires_at: Math.floor(Date.now() / 1000) + 45 * 60,
  success_url: 'http://localhost:8787/checkout/done/1/A?payment_received&session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8787/checkout/payment/1/A?payment_error',
  metadata: { order_id: 'order_1' },
  payment_intent_data: { metadata: { order_id: 'order_1' }, statement_descriptor_suffix: 'ORDER A1' },
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'eur', unit_amount: 3200, product_data: { name: 'Nachtschicht, Parkett C 12' } },
    },
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 2550, product_data: { name: 'T-Shirt "Neon", M' } } },
  ],
  ...change,
})

export const post = async (url: string, body: object = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Presses a button of the card page without following the redirect. */
export const press = async (sandbox: Sandbox, id: string, action: string): Promise<Response> =>
  fetch(`${sandbox.url}/pay/${id}`, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
