import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { ROUTES, routeOfPath } from '../../schema/routes.ts'
import { products } from '../../schema/tables/catalogue.ts'
import { events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { redirects, shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { both, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const fan = new Browser()
let world: World

beforeAll(async () => {
  world = await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  await db
    .update(events)
    .set({ meta: { only_online_tickets: true } })
    .where(eq(events.id, world.seatedEvent))
  const [concert] = await db.select().from(events).where(eq(events.id, world.seatedEvent))
  const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  if (!concert || !shirt) throw new Error('the world lacks a concert or a shirt')
  const id = newId('tour', Date.now())
  await db.insert(tours).values({
    ...{ id, slug: 'winter', name: both('Wintertour'), subtitle: both('Mit Schlitten'), artistNames: 'Nachtfalter' },
    ...{ description: both('<p>Zehn Abende im Schnee.</p>'), startAt: Date.now() },
    ticketImage: { key: 'plakat', width: 1500, height: 844, widths: [1000, 1500], thumbhash: '', alt: both('Plakat') },
  })
  await db.insert(tourArtists).values({ tourId: id, artistId: concert.artistId, sortOrder: 0 })
  await db.insert(tourEvents).values({ tourId: id, eventId: concert.id })
  await db.insert(products).values({
    ...{ ...shirt, id: newId('product', Date.now()), slug: 'abend', type: 'bundle', meta: { root: true } },
    bundle: { common_items: [], combinations: [], additional_products: [], additional_product_group: [] },
  })
  await db.insert(redirects).values([
    { id: 'red_1', fromPath: '/tour/17', toPath: '/tours/winter' },
    { id: 'red_2', fromPath: '/merch/leer', toPath: '' },
  ])
  await db
    .update(shops)
    .set({ meta: { redirect: 'https://band.example/shop' } })
    .where(eq(shops.slug, 'eisenwald'))
  await db
    .update(shops)
    .set({
      meta: {
        account_link: 'https://konto.example/tickets',
        merch_tab_title: { de: 'Alle Artikel', en: 'All articles' },
      },
    })
    .where(eq(shops.slug, 'stagedoor'))
})

const PAGES = [
  '',
  '/categories',
  '/categories/shirts',
  '/artists',
  '/artists/nachtfalter',
  '/events',
  '/events/seated',
  '/events/seated/parkett',
  '/tours/winter',
  '/products/shirt',
  '/bundle/abend',
  '/search/nacht',
  '/checkout',
  '/checkout/details',
  '/checkout/payment',
  '/checkout/payment/ord_1/1234567890',
  '/checkout/confirm',
  '/checkout/done/ord_1/1234567890',
  '/checkout/resume',
  '/checkout/add-to-order',
  '/order',
  '/order/ord_1',
  '/order/ord_1/names',
  '/trace',
  '/checkin',
  '/refund/request',
  '/request',
  '/withdrawal',
  '/reminder',
  '/ticketservice/cancel',
  '/ticketservice/change',
  '/contact',
  '/imprint',
  '/jobs',
  '/gamepolicy',
  '/terms',
  '/terms/advent',
  '/datapolicy',
  '/kulturpass',
  '/nofrills',
  '/facebookintegration',
  '/faq',
  '/faq/3',
  ...Array.from({ length: 10 }, (_, id) => `/faq-kiox/${id}`),
  '/faq-package',
  '/faq-pick-up/2',
]

const OLD_URLS: [from: string, to: string][] = [
  ['/merch', '/categories'],
  ['/merch/shirts', '/categories/shirts'],
  ['/item/shirt', '/products/shirt'],
  ['/ticket/seated', '/events/seated'],
  ['/event/seated', '/events/seated'],
  ['/tickets', '/events'],
  ['/artist/nachtfalter', '/artists/nachtfalter'],
  ['/artist', '/artists'],
  ['/tour/17', '/tours/winter'],
  ['/tour/18', '/events'],
  ['/contact/', '/contact'],
]

it('SHOP-13 has a page for each route', () => {
  const opened = new Set(PAGES.map((path) => routeOfPath(path || '/').route.name))
  expect(ROUTES.map(({ name }) => name).filter((name) => !opened.has(name))).toEqual([])
})

it('TOUR-01 the page of a tour contains its name, subtitle, description, artists and concerts, and its share preview', async () => {
  const html = (await fan.open('/tours/winter')).body
  for (const text of ['Wintertour', 'Mit Schlitten', 'Zehn Abende im Schnee.', 'href="/artists/nachtfalter"'])
    expect(html).toContain(text)
  expect(html).toContain('href="/events/seated"')
  expect(html).toMatch(
    /<meta name="description" content="[^"]*Wintertour|<meta name="description" content="[^"]*Schnee/,
  )
  expect(html).toMatch(/<meta property="og:image" content="[^"]*\/images\/plakat\//)
})

describe.each([
  ['the main shop', ''],
  ['a band’s shop', '/nachtfalter'],
])('%s', (_name, base) => {
  it('SHOP-13 serves its pages', async () => {
    // Each category belongs to one shop, and `shirts` belongs to the main shop.
    const paths = base === '' ? PAGES : PAGES.filter((path) => path !== '/categories/shirts')
    const answers: [string, number][] = []
    for (const path of paths) answers.push([path, (await fan.open(base + path || '/')).status])
    expect(answers).toEqual(paths.map((path) => [path, 200]))
  })

  it('SHOP-11, SHOP-12, SHOP-13 redirects old URLs permanently and keeps the query', async () => {
    for (const [from, to] of OLD_URLS) {
      const { status, headers } = await fan.open(`${base}${from}?utm=x&lang=en`)
      expect([from, status, headers.get('location')]).toEqual([from, 301, `${base}${to}?utm=x&lang=en`])
    }
    // The redirect of `/merch/leer` has an empty target. The path therefore counts as unknown.
    expect((await fan.open(`${base}/merch/leer`)).status).toBe(404)
    const searched = await fan.open(`${base}/search?key=nacht%20falter`)
    expect([searched.status, searched.headers.get('location')]).toEqual([301, `${base}/search/nacht%20falter`])
    expect((await fan.open(`${base}/search`)).headers.get('location')).toBe(`${base}/`)
    const inEnglish = await fan.open(`${base}/search?utm=x&key=lp&lang=en`)
    expect(inEnglish.headers.get('location')).toBe(`${base}/search/lp?utm=x&lang=en`)
  })

  it('SHOP-11, PAGE-03 answers 404 with the designed page and a status tag for a missing subject and an unknown path', async () => {
    for (const path of [
      '/gibt/es/nicht',
      '/nix-da',
      '/404',
      '/faq/3/4',
      '/faq/xyz',
      '/faq/9',
      '/faq-kiox/10',
      '/%ff',
      '/events/nie',
      '/products/nie',
      '/tours/nie',
      '/artists/nie',
      '/categories/nie',
      '/bundle/nie',
    ]) {
      const { status, body } = await fan.open(base + path)
      expect([path, status]).toEqual([path, 404])
      expect(body).toContain('<meta name="prerender-status-code" content="404">')
      expect(body).toContain('<meta name="robots" content="noindex">')
      expect(body).not.toContain('rel="canonical"')
      expect(body).toContain('<title>Nicht gefunden – ')
    }
  })

  it('SHOP-11 answers 404 for a missing file, with the page only if a browser opens it', async () => {
    const asFile = await fan.open(`${base}/impressum.html`)
    expect([asFile.status, asFile.body]).toEqual([404, 'Not found'])
    const asPage = await fan.open(`${base}/impressum.html`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(asPage.status).toBe(404)
    expect(asPage.body).toContain('<title>Nicht gefunden – ')
  })
})

describe('a path with empty segments', () => {
  it('SHOP-13 redirects to the normalized path, and never to another host', async () => {
    const cases: [origin: string, path: string, location: string][] = [
      ['http://localhost:8787', '//evil.example/', '/evil.example/'],
      ['http://localhost:8787', '//evil.example/item/x?a=//b', '/evil.example/item/x?a=//b'],
      ['http://localhost:8787', '/nachtfalter//evil.example/', '/nachtfalter/evil.example/'],
      ['http://nachtfalter.localhost:8787', '/nachtfalter//evil.example', '/nachtfalter/evil.example'],
      ['http://localhost:8787', '/\\\\evil.example', '/evil.example'],
    ]
    for (const [origin, path, location] of cases) {
      const { status, headers } = await new Browser(origin).open(path)
      expect([path, status, headers.get('location')]).toEqual([path, 301, location])
    }
  })
})

describe('an event with one type of ticket', () => {
  it('EVT-04 marks the other type as not on sale, and the cart rejects it', async () => {
    const stranger = new Visitor('nachtfalter')
    type Variants = { id: string; active: boolean }[]
    const { data } = await stranger.run<{ event: { pricingCategories: { variants: Variants }[] } }>('EventPage', {
      slug: 'seated',
    })
    const variants = data?.event.pricingCategories[0]?.variants ?? []
    expect(Object.fromEntries(variants.map(({ id, active }) => [id, active]))).toEqual({
      [world.seatVariant]: true,
      [world.hardVariant]: false,
    })
    const refused = await stranger.add([{ productVariantId: world.hardVariant, amount: 1, seatIds: ['A-1-1'] }])
    expect(refused.code).toBe('ITEM_NOT_AVAILABLE')
  })
})

describe('redirects to other sites', () => {
  it('SHOP-05 lead from a page of a shop to the site that is configured for the shop', async () => {
    const moved = await new Browser('http://merch.eisenwald.example').open('/events')
    expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://band.example/shop'])
  })

  it('SHOP-13 lead from the account page to the configured site, and answer 404 if no site is configured', async () => {
    const account = await fan.open('/account')
    expect([account.status, account.headers.get('location')]).toEqual([302, 'https://konto.example/tickets'])
    expect((await fan.open('/nachtfalter/account')).status).toBe(404)
  })
})

describe('private pages', () => {
  it('L10N-01 contain the shop’s texts in the language of the request', async () => {
    const bodyIn = async (language: string) => (await new Browser().open(`/checkout?lang=${language}`)).body
    for (const language of ['de', 'en', 'de']) {
      const body = await bodyIn(language)
      expect([body.includes('Alle Artikel'), body.includes('All articles')]).toEqual([
        language === 'de',
        language === 'en',
      ])
    }
  })

  it('SHOP-13 contain the base path of the requested URL', async () => {
    const below = await fan.open('/nachtfalter/checkout')
    const own = await new Browser('http://nachtfalter.localhost:8787').open('/checkout')
    expect(below.body).toContain('"basePath":"/nachtfalter"')
    expect(own.body).toContain('"basePath":""')
  })
})
