/**
 * Measures the cost of a presale's operations and pages without the answer cache, in an isolate that has loaded the shops.
 * A cost consists of round trips to D1, statements, and calls to Durable Objects. `EdgeSimulation` calculates with the
 * numbers in `STATEMENTS`, so the table below takes them from there.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
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
  // This query caches the listed categories, which the main shop's home page does not need.
  Categories: [2, 2, 0],
  Artists: [1, 1, 0],
  // The tours are read twice, the second time to leave out TOUR categories of the same name. Answers for the cache read them once.
  TicketsPage: [1, 4, 0],
  // The index contains bundles, whose parts cost one more round trip, as in the search.
  SuggestionIndex: [2, 8, 0],
  ShippingCountries: [1, 1, 0],
  CategoryPage: [1, STATEMENTS.CategoryPage, 0],
  EventList: [1, STATEMENTS.EventList, 0],
  // These lists contain bundles. The parts of all of them cost one more round trip with four statements.
  Search: [2, STATEMENTS.Search + 4, 0],
  ArtistPage: [3, 8, 0],
  ProductPage: [3, 8, 0],
  EventPage: [1, STATEMENTS.EventPage, 0],
  AvailableSeatIds: [1, 1, 1],
  // A bundle page reads the bundle, its parts and their data. Its cost does not grow with the number of parts.
  'BundlePage of one event': [3, 10, 0],
  'BundlePage of three events': [3, 10, 0],
  'TourPage of one event': [2, 3, 0],
  'TourPage of three events': [2, 3, 0],
  'MinicartRelated to one product': [2, 10, 0],
  'MinicartRelated to two products': [2, 10, 0],
  // The queries above have already cached the listed categories and the category `shirts`.
  '/': [1, 5, 0],
  '/events/seated': [1, 9, 0],
  '/products/shirt': [3, 8, 0],
  '/categories/shirts': [1, 1, 0],
  '/artists/nachtfalter': [3, 8, 0],
  // Both object calls go to the origin shield. The first asks for the event's seat plan and number of seat objects, and the
  // second stores them. The free seats are still cached from `AvailableSeatIds`.
  '/availability': [1, STATEMENTS.source, 2],
  AddItems: [2, 3, 1],
  Cart: [0, 0, 1],
  Session: [0, 0, 1],
  CheckoutOptions: [0, 0, 2],
  RemoveItem: [0, 0, 1],
  Heartbeat: [0, 0, 1],
  // The first AddItems has cached the variant.
  'AddItems again': [0, 0, 1],
  PlaceOrder: [1, 3, 1],
  // The last round trip reads the key of the order's page, or creates it.
  Order: [5, 8, 0],
}

const OBJECTS = ['CART', 'EVENT_SEATS', 'WAITING_ROOM', 'WAITING_COUNTER', 'ORIGIN_SHIELD'] as const

let world: World
let objectCalls = 0

/** Wraps a namespace so that every method call on its objects is counted. */
function countingNamespace<Namespace extends object>(namespace: Namespace): Namespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const made: unknown = Reflect.apply(member, target, args)
        return name === 'getByName' && typeof made === 'object' && made !== null ? countingStub(made) : made
      }
    },
  })
}

function countingStub<Stub extends object>(stub: Stub): Stub {
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
  ...Object.fromEntries(OBJECTS.map((name) => [name, countingNamespace(testEnv[name])])),
})

beforeAll(async () => {
  // The cached catalogue state expires with time, so the clock is stopped.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  world = await buildWorld(Date.now())
  await addRows(1)
  await addRows(3)
})
afterAll(() => {
  vi.useRealTimers()
})

const both = (text: string) => ({ de: text, en: text })

/**
 * Inserts a bundle of `count` events and `count` products, and a tour with `count` events and `count` artists. Relates up
 * to two products to an event.
 */
async function addRows(count: number): Promise<void> {
  const db = openDatabase(testEnv.DB)
  const now = Date.now()
  const [shown, evenings] = await Promise.all([db.select().from(products), db.select().from(events)])
  const eventIds = evenings.map(({ id }) => id).slice(0, count)
  const merch = shown.filter(({ slug }) => ['shirt', 'mug', 'scarce'].includes(slug)).slice(0, count)
  const [first] = merch
  if (!first) throw new Error('the world has no shirt, mug or scarce product')
  const [common = {}, ...more] = eventIds.map((eventId) => ({ eventId }))
  const bundle = {
    common_items: [common, ...merch.map(({ id: productId }) => ({ productId }))],
    combinations: more.map((part) => ({ option_name: both('Abend'), additional_price: 0, parts: [common, part] })),
    additional_products: [],
    additional_product_group: more,
  }
  const slug = `bundle-${count}`
  await db.insert(products).values({ ...first, id: newId('product', now), slug, type: 'bundle', bundle })
  const tour = { id: newId('tour', now), slug: `tour-${count}`, name: both('Tour'), startAt: now }
  await db.insert(tours).values({ ...tour, description: both(''), artistNames: '' })
  await db.insert(tourEvents).values(eventIds.map((eventId) => ({ tourId: tour.id, eventId })))
  const artists = await db.select().from(categories).where(eq(categories.type, 'ARTIST')).limit(count)
  await db.insert(tourArtists).values(artists.map(({ id: artistId }) => ({ tourId: tour.id, artistId })))
  const related = { minicart_related_item_slugs: ['shirt', 'mug'].slice(0, count) }
  await db
    .update(events)
    .set({ meta: related })
    .where(eq(events.slug, count === 1 ? 'later' : 'standing'))
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  objectCalls = 0
  const { trips, statements } = await costOf(work)
  return [trips, statements, objectCalls]
}

it('the operations and pages of a presale cost exactly the round trips, statements and object calls in the table', async () => {
  const fan = Object.assign(new Visitor(), { env: env() })
  const found: Record<string, Cost> = {}
  const query = async (name: string, variables: object = {}, row = name) => {
    found[row] = await measure(async () => {
      const { code, data } = await fan.run<Record<string, unknown>>(name, { ...variables })
      expect([code, Object.values(data ?? {})], row).toEqual([null, expect.not.arrayContaining([null])])
    })
  }
  const page = async (path: string, name = path) => {
    found[name] = await measure(async () => expect((await fan.fetch(path)).status, path).toBe(200))
  }
  const command = async <Answered extends { code: string | null }>(name: string, work: () => Promise<Answered>) => {
    let answered: Answered | null = null
    found[name] = await measure(async () => {
      answered = await work()
      expect(answered.code, name).toBeNull()
    })
    return answered as Answered | null
  }
  // This query loads the shops and the catalogue state.
  await fan.run('Shop')
  for (const name of ['Shop', 'Home', 'Categories', 'Artists', 'TicketsPage', 'SuggestionIndex', 'ShippingCountries'])
    await query(name)
  await query('CategoryPage', { slug: 'shirts', first: 6 })
  await query('EventList', { first: 2 })
  await query('Search', { terms: 'nachtfalter shirt' })
  await query('ArtistPage', { slug: 'nachtfalter' })
  await query('ProductPage', { slug: 'shirt' })
  await query('EventPage', { slug: 'seated' })
  await query('BundlePage', { slug: 'bundle-1' }, 'BundlePage of one event')
  await query('BundlePage', { slug: 'bundle-3' }, 'BundlePage of three events')
  await query('TourPage', { slug: 'tour-1' }, 'TourPage of one event')
  await query('TourPage', { slug: 'tour-3' }, 'TourPage of three events')
  await query('MinicartRelated', { slug: 'later' }, 'MinicartRelated to one product')
  await query('MinicartRelated', { slug: 'standing' }, 'MinicartRelated to two products')
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
  const placed = await command('PlaceOrder', () => fan.placeOrder(4500))
  const { id: orderId, reference } = placed?.data?.placeOrder.cart ?? {}
  await query('Order', { orderId, reference })
  expect(found).toEqual(COSTS)
})
