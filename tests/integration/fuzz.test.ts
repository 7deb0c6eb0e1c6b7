/**
 * Sends 20,000 generated inputs to operations and routes. No input may make the shop fail or change another visitor's
 * data. The seeds are fixed, and a failure names the seed and the number of the input, so that it can be repeated.
 */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { policyOf } from '../../schema/operation-policy.ts'
import { serve } from '../../worker/http/app.ts'
import { ASSETS } from '../support/edge.ts'
import { fuzzInput, fuzzRequest, type Pool } from '../support/fuzz-input.ts'
import { Random } from '../support/random.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv, withoutRateLimits } from '../support/test-env.ts'

const SEEDS = [1, 2, 3, 4]
const INPUTS_PER_SEED = 4_000
const REQUESTS_PER_SEED = 1_000
const SHOPS = ['stagedoor', 'nachtfalter', 'geheim']

let world: World
let bystander: Visitor
let order: { id: string; reference: string }
let pool: Pool

beforeAll(async () => {
  world = await buildWorld(Date.now())
  bystander = new Visitor()
  bystander.address = '203.0.113.9'
  await bystander.add([{ productVariantId: world.seatVariant, amount: 2, seatIds: ['A-1-1', 'A-1-2'] }])
  const { totalCents } = await bystander.cart()
  const placed = await bystander.placeOrder(totalCents)
  if (!placed.data) throw new Error(`the bystander's order was rejected: ${placed.code}`)
  order = placed.data.placeOrder.cart
  await bystander.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-2-1'] }])
  const { items } = await bystander.cart()
  pool = {
    slug: ['seated', 'standing', 'shirt', 'nachtfalter', 'shirts', 'secret'],
    eventId: [world.seatedEvent, world.standingEvent],
    productVariantId: [world.seatVariant, world.standingVariant, world.secret, world.shirt],
    seatId: ['A-1-1', 'A-2-1', 'A-3-1', 'B-9-9'],
    sectionId: ['A', 'floor'],
    itemId: items.map(({ id }) => id),
    orderId: [order.id],
    countryCode: ['de', 'at', 'ch', 'us'],
    paymentMethod: ['bank_transfer', 'stripe_checkout', 'paypal'],
    shippingMethod: [world.parcel, '-1'],
    email: ['ida@example.org', 'no address'],
    clientMutationId: ['same', crypto.randomUUID()],
    terms: ['shirt', 'konzert'],
  }
})

// The worker logs rejections by design, so the console is muted. A fault shows as a status of 500 or more.
beforeEach(() => {
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns all rows that a generated input must not change. */
async function readRows() {
  const tables = [
    'shops',
    'events',
    'products',
    'variants',
    'variant_stock',
    'orders',
    'order_items',
    'tickets',
    'payments',
    'refunds',
  ]
  const rows = await testEnv.DB.batch(
    tables.map((table) => testEnv.DB.prepare(`SELECT * FROM ${table} ORDER BY rowid`)),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.results]))
}

async function send(path: string, init: RequestInit & { headers: Headers }): Promise<Response> {
  const context = createExecutionContext()
  const response = await serve(
    new Request(`http://localhost:8787${path}`, { redirect: 'manual', ...init }),
    { ...withoutRateLimits(), ASSETS },
    context,
  )
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return response
}

/** Returns a random address. No rate limit rejects the inputs. */
function addressOf(random: Random): string {
  return `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
}

describe('generated inputs', () => {
  it.each(SEEDS)("never make an operation fail or change another visitor's data (seed %i)", async (seed) => {
    const random = new Random(seed)
    const before = await readRows()
    const { version } = await bystander.cart()
    const names = new Set<string>()
    for (let index = 0; index < INPUTS_PER_SEED; index++) {
      const { name, kind, hash, variables } = fuzzInput(random, pool)
      names.add(name)
      const text = JSON.stringify(variables)
      const path = `/api/v2/shops/${random.one(SHOPS)}/graphql?locale=${random.one(['de', 'en', 'xx'])}`
      const headers = new Headers({ 'cf-connecting-ip': addressOf(random) })
      if (random.chance(0.3)) headers.set('x-visit', random.one(['0'.repeat(32), 'f'.repeat(32), 'x']))
      const usesGet = kind === 'query' && !policyOf(name).isSecret
      if (!usesGet) headers.set('content-type', 'application/json')
      const response = usesGet
        ? await send(`${path}&hash=${hash}&variables=${encodeURIComponent(text.isWellFormed() ? text : '{}')}`, {
            headers,
          })
        : await send(path, { method: 'POST', headers, body: `{"hash":"${hash}","variables":${text}}` })
      if (response.status >= 500)
        expect.fail(`seed ${seed}, input ${index}: ${name} ${text} answered ${response.status}`)
    }
    expect(names.size).toBe(operations.length)
    expect(await readRows()).toEqual(before)
    expect((await bystander.cart()).version).toBe(version)
  })

  it.each(SEEDS)('never make a route fail or change stored data (seed %i)', async (seed) => {
    const random = new Random(seed + 1_000)
    const before = await readRows()
    for (let index = 0; index < REQUESTS_PER_SEED; index++) {
      const { path, method, headers, body } = fuzzRequest(random)
      const init = { method, headers: new Headers(headers), ...(body === null ? {} : { body }) }
      const response = await send(path, init)
      if (response.status >= 500) {
        expect.fail(
          `seed ${seed}, request ${index}: ${method} ${path} ${JSON.stringify(headers)} answered ${response.status}`,
        )
      }
    }
    expect(await readRows()).toEqual(before)
  })
})
