/** A fan without a browser: a cookie, the persisted operations, and the steps of a purchase. Talks to loopback only. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type {
  AddItemsMutation,
  AvailableSeatIdsQuery,
  CartQuery,
  CreateStripePaymentMutation,
  EventPageQuery,
  OrderQuery,
  PlaceOrderMutation,
  ProductPageQuery,
  RemoveItemMutation,
} from '../../schema/generated/operations.ts'

type Known = { name: string; kind: 'query' | 'mutation'; hash: string }
const operations = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schema/generated/operations.json'), 'utf8'),
) as Known[]

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type HttpAnswer = { status: number; body: string; cookies: string[] }

export function http(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; timeoutMs?: number } = {},
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
    sent.end(options.body)
  })
}

const ADDRESS = {
  firstName: 'Ida',
  lastName: 'Brandt',
  address: 'Hafenstraße 12',
  postCode: '20457',
  city: 'Hamburg',
  countryCode: 'de',
}

export class Buyer {
  private readonly base: string
  private readonly shop: string
  private cookie = ''

  constructor(base: string, shop = 'stagedoor') {
    this.base = base
    this.shop = shop
  }

  /** Throws Refused for an error the shop tells, and whatever the socket throws. */
  async run<Answer>(name: string, variables: Record<string, unknown>): Promise<Answer> {
    const operation = operations.find((known) => known.name === name)
    if (!operation) throw new Error(`no operation ${name}`)
    const path = `${this.base}/api/v2/shops/${this.shop}/graphql`
    const headers: Record<string, string> = this.cookie ? { cookie: this.cookie } : {}
    const answer =
      operation.kind === 'query'
        ? await http(
            `${path}?hash=${operation.hash}&locale=de&variables=${encodeURIComponent(JSON.stringify(variables))}`,
            { headers },
          )
        : await http(`${path}?locale=de`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ hash: operation.hash, variables }),
          })
    for (const cookie of answer.cookies) if (cookie.startsWith('cart=')) this.cookie = cookie.split(';')[0] ?? ''
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

  remove(itemId: string): Promise<RemoveItemMutation> {
    return this.run('RemoveItem', { itemId, clientMutationId: crypto.randomUUID() })
  }

  cart(): Promise<CartQuery> {
    return this.run('Cart', {})
  }

  /** `totalCents` is the cart's; shipping is added for what is physical. */
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

  async shipping(): Promise<{ id: string; priceCents: number } | null> {
    const answer = await this.run<{ shippingMethods: { id: string; priceCents: number }[] }>('CheckoutOptions', {
      countryCode: 'de',
    })
    return answer.shippingMethods[0] ?? null
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
