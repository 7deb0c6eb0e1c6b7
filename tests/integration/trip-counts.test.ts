/**
 * What the operations and pages of a presale cost past the caches of answers, in an isolate that knows the shops: trips to D1, the
 * statements in them, and calls from the edge to objects. A change that adds one changes a row here. The simulation of a
 * presale counts with the same numbers.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Env } from '../../worker/env.ts'
import { ASSETS } from '../support/edge.ts'
import { STATEMENTS } from '../support/edge-simulation.ts'
import { costOf } from '../support/query-plans.ts'
import { buildWorld, type Cart, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Cost = [trips: number, statements: number, objectCalls: number]

const COSTS: Record<string, Cost> = {
  Shop: [0, 0, 0],
  Home: [1, STATEMENTS.Home, 0],
  Categories: [1, 1, 0],
  Artists: [1, 1, 0],
  TicketsPage: [1, 2, 0],
  SuggestionIndex: [1, 4, 0],
  ShippingCountries: [1, 1, 0],
  CategoryPage: [1, STATEMENTS.CategoryPage, 0],
  EventList: [1, STATEMENTS.EventList, 0],
  Search: [1, STATEMENTS.Search, 0],
  ArtistPage: [2, 4, 0],
  ProductPage: [2, 4, 0],
  EventPage: [1, STATEMENTS.EventPage, 0],
  AvailableSeatIds: [1, 1, 1],
  // Listed categories and the category are known from the queries above.
  '/': [1, 4, 0],
  '/events/seated': [1, 7, 0],
  '/products/shirt': [2, 4, 0],
  '/categories/shirts': [1, 1, 0],
  '/artists/nachtfalter': [2, 4, 0],
  // The seat plan's source through the shield: asked, read, given.
  '/availability': [1, STATEMENTS.source, 2],
  AddItems: [2, 3, 1],
  Cart: [0, 0, 1],
  Session: [0, 0, 1],
  CheckoutOptions: [0, 0, 2],
  RemoveItem: [0, 0, 1],
  Heartbeat: [0, 0, 1],
  // What is sold is known from the first time.
  'AddItems again': [0, 0, 1],
  PlaceOrder: [1, 3, 1],
}

const OBJECTS = ['CART', 'EVENT_SEATS', 'WAITING_ROOM', 'WAITING_COUNTER', 'ORIGIN_SHIELD'] as const

let world: World
let objectCalls = 0

/** Counts every call of an object's method. */
function counted<Namespace extends object>(namespace: Namespace): Namespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const made: unknown = Reflect.apply(member, target, args)
        return name === 'getByName' && typeof made === 'object' && made !== null ? countedStub(made) : made
      }
    },
  })
}

function countedStub<Stub extends object>(stub: Stub): Stub {
  return new Proxy(stub, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        objectCalls++
        return Reflect.apply(method, target, args)
      }
    },
  })
}

const env = (): Env => ({
  ...testEnv,
  ASSETS,
  ANSWER_CACHE: 'off',
  ...Object.fromEntries(OBJECTS.map((name) => [name, counted(testEnv[name])])),
})

beforeAll(async () => {
  // The catalogue's state is renewed by time; here it stays as fresh as it is.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  world = await buildWorld(Date.now())
})
afterAll(() => {
  vi.useRealTimers()
})

async function measured(work: () => Promise<unknown>): Promise<Cost> {
  objectCalls = 0
  const { trips, statements } = await costOf(work)
  return [trips, statements, objectCalls]
}

it('the operations and pages of a presale take as many trips to D1 and calls to objects as the table says', async () => {
  const fan = Object.assign(new Visitor(), { env: env() })
  const found: Record<string, Cost> = {}
  const query = async (name: string, variables: object = {}) => {
    found[name] = await measured(async () => expect((await fan.run(name, { ...variables })).code, name).toBeNull())
  }
  const page = async (path: string, name = path) => {
    found[name] = await measured(async () => expect((await fan.fetch(path)).status, path).toBe(200))
  }
  const command = async (name: string, work: () => Promise<{ code: string | null }>) => {
    found[name] = await measured(async () => expect((await work()).code, name).toBeNull())
  }
  // The shops and the catalogue's state are at hand.
  await fan.run('Shop')
  for (const name of ['Shop', 'Home', 'Categories', 'Artists', 'TicketsPage', 'SuggestionIndex', 'ShippingCountries'])
    await query(name)
  await query('CategoryPage', { slug: 'shirts', first: 6 })
  await query('EventList', { first: 2 })
  await query('Search', { terms: 'nachtfalter shirt' })
  await query('ArtistPage', { slug: 'nachtfalter' })
  await query('ProductPage', { slug: 'shirt' })
  await query('EventPage', { slug: 'seated' })
  await query('AvailableSeatIds', { eventId: world.seatedEvent })
  for (const path of ['/', '/events/seated', '/products/shirt', '/categories/shirts', '/artists/nachtfalter'])
    await page(path)
  await page(`/availability/${world.seatedEvent}`, '/availability')

  await command('AddItems', () => fan.add([{ productVariantId: world.standingVariant, amount: 1 }]))
  await query('Cart')
  await query('Session')
  await query('CheckoutOptions', { countryCode: 'DE' })
  const { items } = (await fan.run<{ cart: Cart }>('Cart')).data?.cart ?? { items: [] }
  await command('RemoveItem', () =>
    fan.run('RemoveItem', { itemId: items[0]?.id, clientMutationId: crypto.randomUUID() }),
  )
  await command('Heartbeat', () => fan.run('Heartbeat'))
  await command('AddItems again', () => fan.add([{ productVariantId: world.standingVariant, amount: 1 }]))
  await command('PlaceOrder', () => fan.placeOrder(4500))
  expect(found).toEqual(COSTS)
})
