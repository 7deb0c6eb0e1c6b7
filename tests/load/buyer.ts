/** Simulates a fan's browser: stores cookies, sends persisted operations and takes the steps of a purchase. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  AddItemsMutation,
  AvailableSeatIdsQuery,
  CaptureOrderPaymentMutation,
  CartQuery,
  CheckoutOptionsQuery,
  ConfirmMergedOrderMutation,
  CreatePayPalPaymentMutation,
  CreateStripeIntentPaymentMutation,
  CreateStripePaymentMutation,
  EventPageQuery,
  ExtendHoldsMutation,
  MergePlaceOrderMutation,
  OrderQuery,
  PlaceOrderMutation,
  ProductPageQuery,
  RemoveItemMutation,
  SaveDetailsMutation,
  SessionQuery,
  UndoMergedOrderMutation,
} from '../../schema/generated/operations.ts'
import { policyOf } from '../../schema/operation-policy.ts'
import { ADDRESS } from '../support/address.ts'

type Operation = { name: string; kind: 'query' | 'mutation'; hash: string }
const operations = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schema/generated/operations.json'), 'utf8'),
) as Operation[]

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * Repeats `work` until the shop answers. A rejection by the shop counts as an answer. An internal error, a busy cart, an
 * answer without an error code and a lost connection do not. The first such failure after `deadline` (epoch milliseconds) is
 * thrown.
 */
export async function retryUntilAnswered<Answer>(
  work: () => Promise<Answer>,
  deadline: number,
  onBroken: (error: unknown) => void,
): Promise<Answer> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isAnswer =
        error instanceof Refused &&
        !['INTERNAL', 'ADD_TO_CART_FAILED', 'CART_BUSY'].includes(error.code) &&
        !error.code.startsWith('HTTP_')
      if (isAnswer || Date.now() > deadline) throw error
      onBroken(error)
      await wait(100)
    }
  }
}

export type HttpAnswer = { status: number; body: string; cookies: string[] }

export function http(
  url: string,
  options: {
    method?: string
    headers?: Record<string, string>
    body?: string
    timeoutMs?: number
    pauseMs?: number
  } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {}, agent, timeout: options.timeoutMs ?? 15_000 },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString('utf8'),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        )
        response.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', reject)
    const { body = '', pauseMs } = options
    if (pauseMs === undefined) {
      sent.end(options.body)
      return
    }
    // Sends half of the body now, and the rest after a pause.
    sent.write(body.slice(0, body.length >> 1))
    setTimeout(() => sent.end(body.slice(body.length >> 1)), pauseMs)
  })
}

/** Throws unless the status is 200 and the body contains no GraphQL errors. */
export async function expectOk(url: string): Promise<void> {
  const answer = await http(url)
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 200)}`)
  if (answer.body.includes('"errors":[')) throw new Error(answer.body.slice(0, 300))
}

let buyerCount = 0

/** Returns an IP address for a number. Each number has its own /24 network, so that no two share a rate limit. */
function addressOf(number: number): string {
  return [10 + (number >> 16), (number >> 8) & 255, number & 255, 7].join('.')
}

export class Buyer {
  private readonly base: string
  private readonly shop: string
  /** Cookies by name, without the prefix `__Host-`. */
  private readonly cookies = new Map<string, string>()

  /** The IP address for the shop's rate limits, sent as `cf-connecting-ip`. In production, only Cloudflare sets this header. */
  private readonly address: string

  constructor(base: string, shop = 'stagedoor', address = addressOf(buyerCount++)) {
    this.base = base
    this.shop = shop
    this.address = address
  }

  /** Returns the decoded value of a cookie, or null. */
  cookie(name: string): string | null {
    const value = this.cookies.get(name)
    return value === undefined ? null : decodeURIComponent(value)
  }

  private headers(): Record<string, string> {
    const from = { 'cf-connecting-ip': this.address }
    if (this.cookies.size === 0) return from
    return { ...from, cookie: [...this.cookies].map(([name, value]) => `__Host-${name}=${value}`).join('; ') }
  }

  private storeCookies({ cookies }: HttpAnswer): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^(?:__Host-)?([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
  }

  /** Throws `Refused` if the answer contains an error or no data. Throws other errors if the connection fails. */
  async run<Answer>(name: string, variables: Record<string, unknown>, pauseMs?: number): Promise<Answer> {
    const operation = operations.find((known) => known.name === name)
    if (!operation) throw new Error(`no operation ${name}`)
    const path = `${this.base}/api/v2/shops/${this.shop}/graphql`
    const headers = this.headers()
    const answer =
      operation.kind === 'query' && !policyOf(name).isSecret
        ? await http(
            `${path}?hash=${operation.hash}&locale=de&variables=${encodeURIComponent(JSON.stringify(variables))}`,
            { headers },
          )
        : await http(`${path}?locale=de`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ hash: operation.hash, variables }),
            ...(pauseMs !== undefined && { pauseMs }),
          })
    this.storeCookies(answer)
    const parsed = JSON.parse(answer.body) as { data?: Answer; errors?: { extensions?: { code?: string } }[] }
    if (parsed.errors?.length || !parsed.data)
      throw new Refused(parsed.errors?.[0]?.extensions?.code ?? `HTTP_${answer.status}`)
    return parsed.data
  }

  event(slug: string): Promise<EventPageQuery> {
    return this.run('EventPage', { slug })
  }

  product(slug: string): Promise<ProductPageQuery> {
    return this.run('ProductPage', { slug })
  }

  free(eventId: string): Promise<AvailableSeatIdsQuery> {
    return this.run('AvailableSeatIds', { eventId })
  }

  add(
    requests: { productVariantId: string; amount: number; seatIds?: string[] }[],
    key = crypto.randomUUID(),
  ): Promise<AddItemsMutation> {
    return this.run('AddItems', { input: { requests, clientMutationId: key } })
  }

  /** Adds items like `add`, but pauses in the middle of the body. */
  addSlowly(requests: { productVariantId: string; amount: number }[], pauseMs: number): Promise<AddItemsMutation> {
    return this.run('AddItems', { input: { requests, clientMutationId: crypto.randomUUID() } }, pauseMs)
  }

  remove(itemId: string, key = crypto.randomUUID()): Promise<RemoveItemMutation> {
    return this.run('RemoveItem', { itemId, clientMutationId: key })
  }

  /** Requests the visitor's state in a waiting room. The answer may set a cookie with a queue entry or a pass. */
  session(room: string): Promise<SessionQuery> {
    return this.run('Session', { room })
  }

  /** Requests the free seats of the map, as every browser does. */
  async availability(eventId: string): Promise<void> {
    const answer = await http(`${this.base}/availability/${eventId}`, { headers: this.headers() })
    if (answer.status !== 200) throw new Refused(`HTTP_${answer.status}`)
  }

  cart(): Promise<CartQuery> {
    return this.run('Cart', {})
  }

  /** Places the order. `totalCents` is the cart's total without shipping. This function adds the price of `shipping`. */
  placeOrder(
    order: {
      totalCents: number
      shipping: { id: string; priceCents: number } | null
      paymentMethod: string
      email?: string
    },
    key = crypto.randomUUID(),
  ): Promise<PlaceOrderMutation> {
    return this.run('PlaceOrder', {
      input: {
        clientMutationId: key,
        email: order.email ?? `fan-${randomUUID()}@example.org`,
        shippingAddress: ADDRESS,
        shippingMethod: order.shipping?.id ?? '-1',
        paymentMethod: order.paymentMethod,
        termsAccepted: true,
        expectedTotalCents: order.totalCents + (order.shipping?.priceCents ?? 0),
      },
    })
  }

  order(orderId: string, reference: string): Promise<OrderQuery> {
    return this.run('Order', { orderId, reference })
  }

  checkoutOptions(): Promise<CheckoutOptionsQuery> {
    return this.run('CheckoutOptions', { countryCode: 'de' })
  }

  saveDetails(cartId: string, email: string): Promise<SaveDetailsMutation> {
    const input = { email, shippingAddress: ADDRESS, paymentMethod: 'bank_transfer' }
    return this.run('SaveDetails', { cartId, input, clientMutationId: randomUUID() })
  }

  extendHolds(): Promise<ExtendHoldsMutation> {
    return this.run('ExtendHolds', { clientMutationId: randomUUID() })
  }

  async shipping(): Promise<{ id: string; priceCents: number } | null> {
    return (await this.checkoutOptions()).shippingMethods[0] ?? null
  }

  /** Adds the cart to an earlier order of the buyer. */
  mergeInto(orderReference: string, email: string, clientMutationId: string): Promise<MergePlaceOrderMutation> {
    return this.run('MergePlaceOrder', { input: { orderReference, email, clientMutationId } })
  }

  /** Presses the order button of an add-on on the page to pay later. */
  orderAddOn(orderId: string, reference: string, paymentMethod: string): Promise<ConfirmMergedOrderMutation> {
    return this.run('ConfirmMergedOrder', { input: { orderId, reference, paymentMethod, termsAccepted: true } })
  }

  undoAddOn(orderId: string, reference: string): Promise<UndoMergedOrderMutation> {
    return this.run('UndoMergedOrder', { orderId, reference })
  }

  startPayPal(orderId: string, reference: string): Promise<CreatePayPalPaymentMutation> {
    return this.run('CreatePayPalPayment', { orderId, reference })
  }

  /** Tells the shop that the buyer has approved the order at PayPal. */
  capturePayment(orderId: string, reference: string): Promise<CaptureOrderPaymentMutation> {
    return this.run('CaptureOrderPayment', { orderId, reference })
  }

  startPaymentInPage(orderId: string, reference: string): Promise<CreateStripeIntentPaymentMutation> {
    return this.run('CreateStripeIntentPayment', { orderId, reference })
  }

  startCardPayment(orderId: string, reference: string): Promise<CreateStripePaymentMutation> {
    return this.run('CreateStripePayment', {
      orderId,
      reference,
      successUrl: `${this.base}/checkout/done/${orderId}/${reference}?payment_received=1`,
      cancelUrl: `${this.base}/checkout/payment/${orderId}/${reference}?payment_error=1`,
    })
  }
}
