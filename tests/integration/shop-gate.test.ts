/** Tests locked shops: the gate, its limit on guesses, and other ways to the shop's data. */
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Image, ShopMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { originalImageKey, ownedKey } from '../../schema/owner-mark.ts'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
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
    .set({ meta: { password: [passwordHash(CODE)] } satisfies ShopMeta })
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
    const urlOf = ({ key }: Image) => `/images/${key}/100.webp`
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
