/**
 * Runs every operation and the main jobs, and reads the query plan of each statement. No statement may scan a table that
 * grows, except the statements in `INDEX_SCANS`.
 */
import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { newId } from '../../schema/ids.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { tourArtists, tours } from '../../schema/tables/event.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  actOnPaymentPage,
  allowNextCheck,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  isolatedEnv,
  makeOverdue,
  noticeOf,
  openPaymentPage,
  placeOrder,
  returnUrlsOf,
} from '../support/payment-helpers.ts'
import { recordStatements, scansOf } from '../support/query-plans.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

/** Small tables that may be scanned, each with its reason. */
const SMALL_TABLES: Record<string, string> = {
  shops: 'about eighty, and each isolate reads them once per catalogue version',
  redirects: 'a hand-written list, and each isolate reads it once per catalogue version',
  carriers: 'a handful, and each isolate reads them once per catalogue version',
  waiting_rooms: 'one row per waiting room ever configured',
  catalogue_state: 'one row',
  tours: 'the tickets page lists all tours',
}
/** Names that SQLite's plans give to subqueries, common table expressions, `json_each` and constant rows. */
const DERIVED_TABLES = /^(?:\(|json_each$|given$|returned$|found$|hits$|owners$|ranked$|shown$|CONSTANT$)/
/** Statements that may read a table in the order of an index, each with its reason. */
const INDEX_SCANS: [RegExp, string][] = [
  [
    /^select "slug"(?:, "type")? from "(?:events|products)" /,
    'the sitemap lists everything, once per catalogue version',
  ],
  [/ from "orders" order by "orders"."id" desc limit \?$/, 'the newest few, in descending key order'],
]

let world: World
const now = Date.now()

beforeAll(async () => {
  world = await buildPaymentWorld(now)
  const [artist] = await db.select().from(categories).where(eq(categories.slug, 'nachtfalter'))
  const both = (text: string) => ({ de: text, en: text })
  const tour = newId('tour', now)
  await db.insert(tours).values({
    id: tour,
    slug: 'nachtflug',
    name: both('Nachtflug'),
    description: both(''),
    artistNames: 'Nachtfalter',
    startAt: now,
  })
  await db.insert(tourArtists).values({ tourId: tour, artistId: artist?.id ?? '' })
  const [mug] = await db.select().from(products).where(eq(products.slug, 'mug'))
  if (!mug) throw new Error('no mug')
  const bundle = {
    common_items: [{ productId: mug.id }, { eventId: world.standingEvent }],
    combinations: [],
    additional_products: [],
    additional_product_group: [],
  }
  const box = newId('product', now)
  await db.insert(products).values({ ...mug, id: box, slug: 'box', type: 'bundle', bundle })
  const [inShirts] = await db.select().from(productCategories).where(eq(productCategories.productId, mug.id))
  await db.insert(productCategories).values({ productId: box, categoryId: inShirts?.categoryId ?? '' })
})

const ran = new Set<string>()

async function runQuery(visitor: Visitor, name: string, variables: object = {}) {
  ran.add(name)
  return visitor.run<Record<string, unknown>>(name, { ...variables, turn: ran.size })
}

async function browse(visitor: Visitor): Promise<void> {
  for (const name of [
    'Shop',
    'Home',
    'Categories',
    'Artists',
    'TicketsPage',
    'SuggestionIndex',
    'ShippingCountries',
    'DiscountsOpen',
    'Heartbeat',
    'Session',
  ])
    expect((await runQuery(visitor, name)).code, name).toBeNull()
  for (const after of [undefined, btoa(JSON.stringify([0, 'a']))]) {
    await runQuery(visitor, 'CategoryPage', { slug: 'shirts', first: 6, after })
    for (const filter of [{}, { terms: 'nacht falter' }, { city: 'Berlin' }, { from: now, to: now + 1e10 }])
      await runQuery(visitor, 'EventList', { first: 2, after, ...filter })
    for (const terms of ['nachtfalter shirt', 'xl', 'nachtflater'])
      await runQuery(visitor, 'Search', { terms, productsAfter: after, eventsAfter: after })
  }
  await runQuery(visitor, 'ArtistPage', { slug: 'nachtfalter' })
  for (const name of ['ArtistProducts', 'ArtistEvents'])
    for (const category of [undefined, 'shirts']) await runQuery(visitor, name, { slug: 'nachtfalter', category })
  await runQuery(visitor, 'ProductPage', { slug: 'shirt' })
  await runQuery(visitor, 'ProductsBySlugs', { slugs: ['shirt', 'mug'] })
  await runQuery(visitor, 'BundlePage', { slug: 'box' })
  await runQuery(visitor, 'TourPage', { slug: 'nachtflug' })
  await runQuery(visitor, 'EventPage', { slug: 'seated' })
  await runQuery(visitor, 'AvailableSeatIds', { eventId: world.seatedEvent })
  await runQuery(visitor, 'PresaleCode', { eventId: world.seatedEvent, code: 'MORGEN2026' })
  await runQuery(visitor, 'OpenDiscounts', { code: 'nein' })
  await runQuery(visitor, 'LogActivity', { action: 'cart_opened', details: {} })
  await runQuery(visitor, 'ResumeSession', { id: 'crt_none' })
  await runQuery(visitor, 'SubscribeNewsletter', { email: 'ida@example.org', acceptsTerms: true, lists: ['main'] })
  for (const path of ['/sitemap.xml', '/robots.txt', `/availability/${world.seatedEvent}`]) await visitor.fetch(path)
}

async function fillCart(visitor: Visitor): Promise<void> {
  ran.add('AddItems')
  const added = await visitor.add([
    { productVariantId: world.shirt, amount: 1 },
    { productVariantId: world.mug, amount: 1, personalIdentifier: 'Ida' },
    { productVariantId: world.seatVariant, amount: 1, seatIds: ['A-3-1'] },
  ])
  expect(added.code).toBeNull()
  const items = added.data?.addItems.cart.items ?? []
  const of = (variantId: string) => items.find(({ productVariantId }) => productVariantId === variantId)?.id ?? ''
  const key = () => ({ clientMutationId: crypto.randomUUID() })
  await runQuery(visitor, 'Cart')
  await runQuery(visitor, 'CheckoutOptions', { countryCode: 'de' })
  await runQuery(visitor, 'ChangeAmount', { itemId: of(world.shirt), amount: 2, ...key() })
  await runQuery(visitor, 'ChangeVariant', {
    itemId: of(world.seatVariant),
    productVariantId: world.hardVariant,
    ...key(),
  })
  await runQuery(visitor, 'UpdatePersonalIdentifier', { itemId: of(world.mug), personalIdentifier: 'Ida B.', ...key() })
  await runQuery(visitor, 'ChangeCountry', { countryCode: 'at', ...key() })
  await runQuery(visitor, 'ExtendHolds', key())
  const { id: cartId } = await visitor.cart()
  await runQuery(visitor, 'SaveDetails', { cartId, input: { email: 'ida@example.org' }, ...key() })
  await runQuery(visitor, 'CartDetails')
  await runQuery(visitor, 'CreateResumeLink')
  await runQuery(visitor, 'RemoveItem', { itemId: of(world.mug), ...key() })
}

async function buy(): Promise<void> {
  for (const name of [
    'PlaceOrder',
    'CreateStripePayment',
    'ConfirmOrderPayment',
    'Order',
    'UpdatePreferredPaymentMethod',
  ])
    ran.add(name)
  const { env } = isolatedEnv()
  const paid = await placeOrder(world, { seatIds: ['A-1-1', 'A-1-2'], scarce: 1 })
  const session = await openPaymentPage(paid)
  await actOnPaymentPage(session, 'approve')
  await deliverNotice(await noticeOf(session, 'checkout.session.completed'))
  await confirmPayment(paid)
  await runQuery(paid.visitor, 'Order', { orderId: paid.id, reference: paid.reference })

  const byBank = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
  const identity = { orderId: byBank.id, reference: byBank.reference }
  await runQuery(byBank.visitor, 'UpdatePreferredPaymentMethod', {
    ...identity,
    preferredPaymentMethod: 'stripe_checkout',
  })
  await runQuery(byBank.visitor, 'CreateStripePayment', { ...identity, ...returnUrlsOf(byBank) })
  await operator('GET', '/orders')
  await operator('GET', `/orders/${byBank.reference}`)
  await operator('GET', '/unsettled')
  await operator('GET', '/events/standing/seats')
  await operator('GET', '/queue')
  await operator('POST', '/queue', { scope: 'event', slug: 'later', mode: 'off' })
  await operator('GET', '/orders/open')
  await operator('GET', '/events/standing/cancellation')
  await operator('POST', '/orders/mark-paid', {
    reference: byBank.reference,
    amountCents: byBank.totalCents,
    bookingId: 'booking-1',
  })

  const late = await placeOrder(world, { seatIds: ['A-2-1', 'A-2-2'], scarce: 1 })
  const page = await openPaymentPage(late)
  await makeOverdue(late.id)
  await sweepOrders(testEnv, Date.now())
  await actOnPaymentPage(page, 'approve').catch(() => undefined)
  await allowNextCheck(late.id)
  await reconcilePayments(env, Date.now())
  await drainOutbox(env, Date.now() + 120_000)
  await purgeContactData(env, Date.now())
  await auditBooks(env, '', Date.now(), () => true)
}

function operator(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(
    new Request(`http://localhost:8787/operator${path}`, {
      method,
      headers: { authorization: 'Bearer only-for-tests', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
}

it('no statement scans a growing table', async () => {
  const noted = recordStatements()
  await browse(new Visitor())
  await browse(new Visitor('nachtfalter'))
  await fillCart(new Visitor())
  await buy()
  // The remaining operations run with variables that most of them accept.
  const variables = {
    slug: 'shirt',
    slugs: ['shirt'],
    variantIds: [world.shirt],
    eventId: world.seatedEvent,
    terms: 'shirt',
    id: world.shirt,
  }
  const visitor = new Visitor()
  await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
  for (const { name } of operations) if (!ran.has(name)) await runQuery(visitor, name, variables)
  noted.stop()
  expect(noted.texts.size).toBeGreaterThan(80)
  const faults: string[] = []
  for (const text of noted.texts)
    for (const { table, line } of await scansOf(text)) {
      const isOrdered = line.includes('USING') && INDEX_SCANS.some(([statement]) => statement.test(text))
      if (!(table in SMALL_TABLES) && !DERIVED_TABLES.test(table) && !isOrdered)
        faults.push(`${line} IN ${text.slice(0, 400)}`)
    }
  expect(faults).toEqual([])
})

it('scansOf reports full scans, and no searches by key or range', async () => {
  expect(await scansOf('select * from orders where paid_cents = ?')).toEqual([{ table: 'orders', line: 'SCAN orders' }])
  expect(await scansOf('select term from search_vocabulary')).toHaveLength(1)
  expect(await scansOf('select term from search_vocabulary where term >= ?')).toEqual([])
  expect(await scansOf('select * from orders where id = ?')).toEqual([])
})
