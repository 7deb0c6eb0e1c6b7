/** Tests locked shops: the gate, its limit on guesses, the pages that need no code, and other ways to the shop's data. */
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Image, ShopMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { orderFilePath } from '../../schema/order-path.ts'
import { originalImageKey, ownedKey } from '../../schema/owner-mark.ts'
import { matchRoute, ROUTES } from '../../schema/routes.ts'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { payByBank, placeOrder } from '../support/payment-helpers.ts'
import { PRODUCTION } from '../support/production.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const CODE = 'nachtigall'
/** This number of attempts exceeds the limit even if they fall into two minutes. */
const EXCESSIVE_ATTEMPTS = 21

function passwordHash(code: string): string {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}$${scryptSync(code, salt, 32).toString('base64url')}`
}

let world: World
let secretImage: Image
let publicImage: Image
let secretMap: string
let secretEvent: string

beforeAll(async () => {
  const now = Date.now()
  world = await buildWorld(now)
  const db = openDatabase(testEnv.DB)
  const artistOf = async (slug: string) => {
    const [row] = await db.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug))
    return row?.id ?? ''
  }
  const [geheim, nachtfalter, eisenwald] = await Promise.all(['geheim', 'nachtfalter', 'eisenwald'].map(artistOf))
  if (!geheim || !nachtfalter || !eisenwald) throw new Error('the world lacks an artist')
  const both = (text: string) => ({ de: text, en: text })
  const image = (artistId: string): Image => ({
    key: ownedKey('0123456789abcdef', artistId),
    width: 500,
    height: 500,
    widths: [100, 500],
    thumbhash: '',
    alt: both('Bild'),
  })
  ;[secretImage, publicImage] = [image(geheim), image(nachtfalter)]
  secretMap = `seat-maps/${ownedKey('fedcba9876543210', geheim)}.json`
  for (const { key } of [secretImage, publicImage]) await testEnv.BUCKET.put(`images/${key}/500.jpg`, 'a picture')
  await testEnv.BUCKET.put(secretMap, '{}')

  await db
    .update(shops)
    .set({
      meta: {
        password: [passwordHash(CODE)],
        description: both('Flüstertext'),
        header_links: [{ label: both('Flüsterlink'), href: '/products/secret' }],
        related_item_slugs: ['secret'],
        special_terms: both('Abholung nur am Abend'),
      } satisfies ShopMeta,
    })
    .where(eq(shops.slug, 'geheim'))
  await db.insert(shops).values({
    id: newId('shop', now),
    slug: 'probe',
    name: 'Probe',
    isBand: true,
    artistId: eisenwald,
    meta: { password: [] },
  })
  await db
    .update(products)
    .set({ descriptiveName: both('Flüsterhemd') })
    .where(eq(products.slug, 'secret'))

  const [template] = await db.select().from(events).where(eq(events.id, world.standingEvent))
  if (!template) throw new Error('the world lacks an event')
  secretEvent = newId('event', now)
  await db.insert(events).values({
    ...template,
    id: secretEvent,
    slug: 'geheimkonzert',
    artistId: geheim,
    seatMapKey: secretMap,
    descriptiveName: both('Flüsterabend'),
  })
  await db.insert(eventArtists).values([
    // One event is the locked band's concert with another band. The other is a concert that the locked band supports.
    { eventId: secretEvent, artistId: nachtfalter, role: 'featured' as const, sortOrder: 0 },
    { eventId: world.seatedEvent, artistId: geheim, role: 'featured' as const, sortOrder: 0 },
  ])
  const tour = { id: newId('tour', now), slug: 'geheimtour', name: both('Flüstertour'), description: both('') }
  await db.insert(tours).values({ ...tour, artistNames: 'Geheim', startAt: now })
  await db.insert(tourArtists).values({ tourId: tour.id, artistId: geheim, sortOrder: 0 })
  await db.insert(tourEvents).values({ tourId: tour.id, eventId: world.seatedEvent })
  const shared = { ...tour, name: both('Doppelspitze'), startAt: now, sortOrderHomepage: 1 }
  for (const [slug, artistNames, second] of [
    ['doppelt', '', geheim],
    ['beworben', 'Nachtfalter und Geheim', geheim],
    ['offen', 'Die Falter', null],
  ] as const) {
    const id = newId('tour', now)
    await db.insert(tours).values({ ...shared, id, slug, artistNames })
    await db
      .insert(tourArtists)
      .values(
        [nachtfalter, ...(second ? [second] : [])].map((artistId, sortOrder) => ({ tourId: id, artistId, sortOrder })),
      )
  }
  const [secret] = await db.select().from(products).where(eq(products.slug, 'secret'))
  const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  if (!secret || !shirt) throw new Error('the world lacks a product')
  await db.insert(products).values({
    ...shirt,
    id: newId('product', now),
    slug: 'paket',
    type: 'bundle',
    bundle: {
      common_items: [{ productId: secret.id }, { eventId: secretEvent }],
      combinations: [],
      additional_products: [],
      additional_product_group: [],
    },
  })
})

describe('a password-protected shop', () => {
  it('SHOP-07 admits a fan with a code from the form or the URL, redirects to the requested page, and then ignores wrong codes', async () => {
    const fan = new Browser()
    const gate = await fan.open('/geheim/products/secret')
    expect(gate.status).toBe(401)
    expect(gate.body).not.toContain('Flüsterhemd')
    // The tab and the browser's bar have the look of the band.
    expect(gate.body).toMatch(/<link rel="icon" href="data:image\/svg\+xml,[^"]+" type="image\/svg\+xml">/)
    expect(gate.body).toMatch(
      /<body class="locked has-artwork"><svg [^>]*aria-hidden="true"[^>]*>.*>G<\/text><\/svg><main>/,
    )
    expect(gate.body).toMatch(/<meta name="theme-color" content="#[0-9a-f]{3,6}">/i)
    expect(gate.body).toContain('action="/geheim/products/secret"')
    // The imprint and the privacy policy are in the main shop, which needs no code.
    for (const [path, text] of [
      ['contact', 'Impressum'],
      ['datapolicy', 'Datenschutz'],
    ])
      expect(gate.body).toContain(`<a href="http://localhost:8787/${path}?lang=de">${text}</a>`)
    expect(gate.body).toContain('<a href="/geheim/products/secret?lang=en" lang="en" hreflang="en">English</a>')
    expect((await fan.open('/geheim/products/secret?lang=en')).body).toContain('By code only')

    const wrong = await fan.post('/geheim/products/secret', { code: 'sperling' })
    expect(wrong.headers.get('location')).toBe('/geheim/products/secret?prompt_error=1')
    expect((await fan.open('/geheim/products/secret?prompt_error=1')).body).toContain('role="alert"')

    const right = await fan.post('/geheim/products/secret', { code: ` ${CODE} ` })
    expect(right.headers.get('location')).toBe('/geheim/products/secret')
    expect(right.headers.get('set-cookie')).toMatch(
      /^__Host-access_geheim=.*Max-Age=17280000;.*HttpOnly;.*SameSite=Lax/,
    )
    expect((await fan.open('/geheim/products/secret')).body).toContain('Flüsterhemd')
    expect((await fan.open(`/geheim/products/secret?x=1&code=${CODE}`)).headers.get('location')).toBe(
      '/geheim/products/secret?x=1',
    )

    const reader = new Browser()
    const byLink = await reader.open(`/geheim/?utm=brief&code=${CODE}`)
    expect(byLink.headers.get('location')).toBe('/geheim/?utm=brief')
    expect((await reader.open('/geheim/?utm=brief')).status).toBe(200)
    // For an admitted visitor, the shop only removes the wrong code from the URL.
    expect((await reader.open('/geheim/?code=falsch')).headers.get('location')).toBe('/geheim/')
    expect((await reader.open('/geheim/')).status).toBe(200)
  })

  it.each(['/products/secret', '/contact'])('SHOP-07 takes a code in the address of %s', async (path) => {
    const fan = new Browser()
    const wrong = await fan.open(`/geheim${path}?code=sperling`)
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, `/geheim${path}?prompt_error=1`])
    expect((await fan.open(`/geheim${path}?code=${CODE}`)).headers.get('location')).toBe(`/geheim${path}`)
    expect((await fan.open('/geheim/')).status).toBe(200)
  })

  it('SHOP-07 limits guesses by network and shop, with 429 and Retry-After', async () => {
    const from = (address: string) => ({
      method: 'POST',
      body: new URLSearchParams({ code: 'x' }),
      headers: { 'cf-connecting-ip': address, 'content-type': 'application/x-www-form-urlencoded' },
    })
    const answers: number[] = []
    for (let tries = 0; tries < EXCESSIVE_ATTEMPTS; tries++) {
      const { status, headers, body } = await new Browser().open('/geheim/', from(`2001:db8:0:7::${tries}`))
      answers.push(status)
      if (status !== 429) continue
      expect(headers.get('retry-after')).toBe('60')
      expect(body).toContain('zu viele Versuche')
      expect(headers.getSetCookie()).toEqual([])
      break
    }
    expect(answers.at(0)).toBe(303)
    expect(answers.at(-1)).toBe(429)
    expect((await new Browser().open('/geheim/', from('2001:db8:0:8::1'))).status).toBe(303)
    expect((await new Browser().open('/probe/', from('2001:db8:0:7::1'))).status).toBe(303)
  })

  it('SHOP-07 accepts the default test code if it has no code of its own, but not in production', async () => {
    const { SESSION_SECRET } = PRODUCTION
    const anywhere = new Browser('http://localhost:8787', { SESSION_SECRET })
    expect((await anywhere.open('/probe/')).status).toBe(401)
    expect((await anywhere.open('/probe/?code=stagedoor-test')).headers.get('location')).toBe('/probe/')
    expect((await anywhere.open('/probe/')).status).toBe(200)
    const production = new Browser('https://shop.example', PRODUCTION)
    expect((await production.open('/probe/?code=stagedoor-test')).headers.get('location')).toContain('prompt_error')
    for (const [name, value] of anywhere.cookies) production.cookies.set(name, value)
    expect((await production.open('/probe/')).status).toBe(401)
  })

  it('SHOP-07 answers a wrong code by removing the cookie of an earlier code that is no longer valid', async () => {
    const { SESSION_SECRET } = PRODUCTION
    const fan = new Browser('http://localhost:8787', { SESSION_SECRET })
    await fan.open('/probe/?code=stagedoor-test')
    // In production, the test code opens nothing, like a withdrawn code.
    const production = new Browser('https://shop.example', PRODUCTION)
    for (const [name, value] of fan.cookies) production.cookies.set(name, value)
    expect((await production.open('/probe/')).status).toBe(401)
    expect(production.cookies.has('access_probe')).toBe(true)
    const wrong = await production.open('/probe/?code=falsch')
    expect(wrong.headers.get('location')).toBe('/probe/?prompt_error=1')
    expect(production.cookies.has('access_probe')).toBe(false)
  })

  it('SHOP-07 serves its images, seat maps and snippets only to admitted visitors, and keeps them out of shared caches', async () => {
    const fan = new Browser()
    const secretSnippet = `audio/${secretImage.key}.wav`
    await testEnv.BUCKET.put(secretSnippet, 'music')
    const paths = [`/images/${secretImage.key}/500.jpg`, `/${secretMap}`, `/${secretSnippet}`]
    for (const path of paths) expect(await fan.open(path)).toMatchObject({ status: 404 })
    await fan.open(`/geheim/?code=${CODE}`)
    for (const path of paths) {
      const inside = await fan.open(path)
      expect(inside.status).toBe(200)
      expect(inside.headers.get('cache-control')).toMatch(/^private/)
    }
    const open = await new Browser().open(`/images/${publicImage.key}/500.jpg`)
    expect(open).toMatchObject({ status: 200, body: 'a picture' })
    expect(open.headers.get('cache-control')).toContain('immutable')
  })

  it('SHOP-07 hides the original files of its images. Other shops serve originals only in development, until scaled images exist', async () => {
    for (const { key } of [secretImage, publicImage])
      await testEnv.BUCKET.put(originalImageKey(key), 'a file', { httpMetadata: { contentType: 'text/x-file' } })
    const urlOf = ({ key }: Image) => `/images/${key}/100.avif`
    const open = await new Browser().open(urlOf(publicImage))
    expect(open).toMatchObject({ status: 200, body: 'a file' })
    expect(open.headers.get('content-type')).toBe('text/x-file')
    expect(open.headers.get('cache-control')).toBe('no-store')
    expect((await new Browser().open(urlOf(secretImage))).status).toBe(404)
    const deployed = new Browser('https://shop.example', PRODUCTION)
    expect((await deployed.open(urlOf(publicImage))).status).toBe(404)
  })

  it.each([
    ['the main shop', 'stagedoor'],
    ['another band’s shop', 'nachtfalter'],
  ])(
    'SHOP-07 shows none of its data in %s, not even in the search, in bundles or at joint concerts',
    async (_name, slug) => {
      const stranger = new Visitor(slug)
      const answers: string[] = []
      for (const [operation, variables] of [
        ['Shop', {}],
        ['Home', {}],
        ['Artists', {}],
        ['ArtistPage', { slug: 'geheim' }],
        ['TicketsPage', {}],
        ['TourPage', { slug: 'geheimtour' }],
        ['TourPage', { slug: 'doppelt' }],
        ['TourPage', { slug: 'beworben' }],
        ['EventPage', { slug: 'geheimkonzert' }],
        ['EventPage', { slug: 'seated' }],
        ['ProductPage', { slug: 'secret' }],
        ['BundlePage', { slug: 'paket' }],
        ['CategoryPage', { slug: 'shirts', first: 18 }],
        ['Search', { terms: 'flüster' }],
        ['Search', { terms: 'geheim' }],
      ] as const) {
        const { data, status } = await stranger.run<object>(operation, variables)
        expect(status, operation).toBe(200)
        answers.push(JSON.stringify(data))
      }
      expect(answers.join('\n')).not.toMatch(/Geheim|geheim|Flüster|"secret"/)
      expect(answers.join('\n')).toContain('seated')
      expect((await stranger.fetch(`/availability/${secretEvent}`)).status).toBe(404)
      expect((await stranger.add([{ productVariantId: world.secret, amount: 1 }])).code).toBe('ITEM_NOT_AVAILABLE')
      expect(await new Visitor('geheim').run('Home')).toMatchObject({ status: 403, code: 'SHOP_LOCKED', data: null })
    },
  )

  it('SHOP-07 is not named on shared tours: their configured artist names are shown only if all artists are visible', async () => {
    const { data } = await new Visitor().run<{ tours: { slug: string; artistNames: string }[] }>('TicketsPage')
    expect(Object.fromEntries((data?.tours ?? []).map(({ slug, artistNames }) => [slug, artistNames]))).toEqual({
      doppelt: 'Nachtfalter',
      beworben: 'Nachtfalter',
      offen: 'Die Falter',
    })
  })
})

/** The pages of orders and tickets, and those that the law requires. */
const OPEN_PATHS = [
  '/order/ORDER?key=KEY',
  '/order/ORDER/names?key=KEY',
  '/order',
  '/checkout/done/ORDER/REFERENCE',
  '/checkout/payment/ORDER/REFERENCE',
  '/checkin?ticket=KEY',
  '/trace',
  '/refund/request?order_id=ORDER&product_id=EVENT',
  '/request?order_id=ORDER&product_id=EVENT',
  '/ticketservice/cancel?event=geheimkonzert',
  '/ticketservice/change',
  '/withdrawal?order=ORDER&key=KEY',
  '/reminder?key=KEY',
  '/contact',
  '/imprint',
  '/terms',
  '/terms/advent',
  '/datapolicy',
  '/gamepolicy',
  '/faq',
  '/faq/1',
  '/faq-kiox',
  '/faq-package',
  '/faq-pick-up',
]

const LOCKED_PATHS = [
  '/',
  '/categories',
  '/categories/shirts',
  '/artists',
  '/artists/geheim',
  '/tours/geheimtour',
  '/events',
  '/events/geheimkonzert',
  '/products/secret',
  '/bundle/paket',
  '/search/fluester',
  '/checkout',
  '/checkout/details',
  '/checkout/payment',
  '/checkout/confirm',
  '/checkout/resume',
  '/checkout/add-to-order',
  '/jobs',
  '/kulturpass',
  '/nofrills',
  '/facebookintegration',
]

describe('a visitor of a protected shop who has no code', () => {
  it.each(OPEN_PATHS)('SHOP-07 opens %s, which contains nothing of the catalogue', async (path) => {
    const page = await new Browser().open(`/geheim${path}`)
    expect(page.status).toBe(200)
    // The address of the request may name an event, but nothing else of the page does.
    expect(page.body.replaceAll(path.replaceAll('&', '&amp;'), '')).not.toMatch(
      /Flüster|"secret"|\/secret|geheimkonzert|geheimtour|header_links|related_item_slugs|"password"|href="[^"]*\/(?:categories|events)"/,
    )
    expect(page.body).toContain('"isLocked":true')
    expect(page.body).toContain('Abholung nur am Abend')
    expect(page.body).toContain('content="noindex"')
    expect([...page.headers.getSetCookie()]).toEqual([])
  })

  it.each([...LOCKED_PATHS, '/nowhere'])('SHOP-07 gets only the gate at %s', async (path) => {
    const page = await new Browser().open(`/geheim${path}`)
    expect(page.status).toBe(401)
    expect(page.body).not.toMatch(/Flüster|"secret"/)
  })

  it('SHOP-07 has a decision for every page', () => {
    const namesOf = (paths: string[]) => new Set(paths.map((path) => matchRoute(path.replace(/\?.*/, ''))?.route.name))
    const [open, locked] = [namesOf(OPEN_PATHS), namesOf(LOCKED_PATHS)]
    expect([...open].filter((name) => locked.has(name))).toEqual([])
    expect(new Set([...open, ...locked])).toEqual(new Set(ROUTES.map(({ name }) => name)))
  })

  it('SHOP-07 gets another description of the shop than a fan with the code, and nobody gets that of the other', async () => {
    type Shown = { shop: { artist: object | null; meta: ShopMeta } }
    const fan = new Visitor('geheim')
    await fan.fetch(`/geheim/?code=${CODE}`)
    for (let round = 0; round < 2; round++) {
      expect((await new Visitor('geheim').run<Shown>('Shop')).data?.shop).toMatchObject({
        artist: null,
        meta: { special_terms: 'Abholung nur am Abend' },
      })
      const shown = (await fan.run<Shown>('Shop')).data?.shop
      expect(shown).toMatchObject({ artist: { slug: 'geheim' }, meta: { description: 'Flüstertext' } })
      expect((await fan.fetch('/geheim/contact').then((page) => page.text())).includes('Flüstertext')).toBe(true)
    }
  })

  it('SHOP-07 reads and files an order of the shop with its link, but cannot look into the catalogue or fill a cart', async () => {
    const fan = new Visitor('geheim')
    await fan.fetch(`/geheim/?code=${CODE}`)
    const added = await fan.add([{ productVariantId: world.secret, amount: 1 }])
    const total = added.data?.addItems.cart.totalCents ?? 0
    const placed = await fan.placeOrder(total + 590, { shippingMethod: world.parcel })
    const order = placed.data?.placeOrder.cart
    if (!order) throw new Error(`not placed: ${placed.code}`)
    const secret = { orderId: order.id, reference: order.reference }
    const own = await fan.run<{ order: { pageKey: string } }>('Order', secret)
    const key = own.data?.order.pageKey ?? ''

    const stranger = new Visitor('geheim')
    expect(await stranger.run('Order', secret)).toMatchObject({ status: 200, data: { order: { id: order.id } } })
    expect(await stranger.run('OrderPage', { orderId: order.id, key })).toMatchObject({
      status: 200,
      data: { orderPage: { order: { reference: order.reference } } },
    })
    expect(await stranger.run('WithdrawableOrder', { orderId: order.id, key })).toMatchObject({
      data: { withdrawableOrder: { reference: order.reference } },
    })
    for (const [operation, variables] of [
      ['Home', {}],
      ['EventPage', { slug: 'geheimkonzert' }],
      ['TicketServiceEvent', { slug: 'geheimkonzert' }],
      ['ProductPage', { slug: 'secret' }],
      ['ProductsBySlugs', { slugs: ['secret'] }],
      ['MinicartRelated', { slug: 'secret' }],
      ['SuggestionIndex', {}],
      ['Search', { terms: 'flüster' }],
      ['Cart', {}],
      ['CheckoutOptions', { countryCode: 'de' }],
      ['SubscribeNewsletter', { email: 'ida@example.org', acceptsTerms: true, lists: [] }],
    ] as const)
      expect(await stranger.run(operation, variables), operation).toMatchObject({ status: 403, code: 'SHOP_LOCKED' })
    expect(await stranger.add([{ productVariantId: world.secret, amount: 1 }])).toMatchObject({ code: 'SHOP_LOCKED' })
    expect(await stranger.placeOrder(0)).toMatchObject({ code: 'SHOP_LOCKED' })
  })

  it('SHOP-07 gets the files of an order with its link, but not the calendar file of an event', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await payByBank(order)
    const db = openDatabase(testEnv.DB)
    const [geheim] = await db.select().from(shops).where(eq(shops.slug, 'geheim'))
    await db
      .update(orders)
      .set({ shopId: geheim?.id ?? '' })
      .where(eq(orders.id, order.id))
    const fileOf = (file: string, reference = order.reference) =>
      new Browser().open(orderFilePath('geheim', order.id, { reference }, file))
    const pdf = await fileOf('tickets.pdf')
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await fileOf(`${world.standingEvent}.ics`)).body).toContain('BEGIN:VCALENDAR')
    expect((await fileOf('tickets.pdf', '0000000000')).status).toBe(404)
    const calendar = `/api/v2/shops/geheim/events/${secretEvent}/calendar.ics`
    expect((await new Browser().open(calendar)).status).toBe(404)
  })
})
