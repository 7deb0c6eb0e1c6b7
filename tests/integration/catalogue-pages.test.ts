/** Tests redirects to canonical URLs, missing pages, and the contents of catalogue lists. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { both, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NOW = Date.now()
const fan = new Browser()
let bundleId: string
let world: World

beforeAll(async () => {
  world = await buildWorld(NOW)
  const db = openDatabase(testEnv.DB)
  bundleId = newId('product', NOW)
  const advent = newId('category', NOW)
  const [artist] = await db.select().from(categories).where(eq(categories.slug, 'nachtfalter'))
  const plain = {
    productType: both('Bundle'),
    description: both(''),
    priceCents: 2000,
    createdAt: NOW,
    artistId: artist?.id ?? '',
  }
  const product = (id: string, slug: string) => ({
    ...plain,
    ...{ id, slug, name: both(slug), descriptiveName: both(slug) },
  })
  const bundle = { common_items: [], combinations: [], additional_products: [], additional_product_group: [] }
  await db.insert(products).values({ ...product(bundleId, 'abend'), type: 'bundle', bundle, meta: { root: true } })
  await db.insert(products).values({ ...product(newId('product', NOW), 'versteckt'), hidden: true })
  const aside = newId('category', NOW)
  await db.insert(categories).values([
    { id: advent, type: 'CATEGORY', slug: 'dezember', name: both('Dezember'), mainCategory: true, sortOrder: -1 },
    { id: newId('category', NOW), type: 'CATEGORY', slug: 'leer', name: both('Leer'), mainCategory: true },
    { id: newId('category', NOW), type: 'ARTIST', slug: 'stille', name: both('Stille'), mainCategory: true },
    { id: aside, type: 'ARTIST', slug: 'abseits', name: both('Abseits'), mainCategory: false },
  ])
  const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  if (!shirt) throw new Error('the world lacks a shirt')
  await db.insert(products).values({ ...shirt, id: newId('product', NOW), slug: 'abseits-hemd', artistId: aside })
  await db
    .update(categories)
    .set({ meta: { special: 'advent', changesAt: [NOW + 1000, NOW + 2000] } })
    .where(eq(categories.id, advent))
  const rows = await db.select({ id: products.id }).from(products).where(eq(products.hidden, false))
  // All products have the same sort order, as the importer writes it for the Advent sale.
  await db
    .insert(productCategories)
    .values(rows.map(({ id }) => ({ productId: id, categoryId: advent, productOrder: 0 })))
})

describe('the worker', () => {
  it.each([
    ['/products/abend?x=1', '/bundle/abend?x=1'],
    ['/nachtfalter/products/abend', '/nachtfalter/bundle/abend'],
    ['/products/versteckt', '/'],
    ['/bundle/versteckt', '/'],
  ])('PROD-08 redirects %s permanently to %s', async (path, location) => {
    const answer = await fan.open(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
  })

  it("PROD-08 redirects a URL with a bundle's id to the URL with the bundle's slug", async () => {
    const answer = await fan.open(`/bundle/${bundleId}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/bundle/abend'])
  })

  it('BND-02 redirects the bundle URL of a product that is not a bundle to its product page', async () => {
    const answer = await fan.open('/bundle/shirt')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/products/shirt'])
    expect((await fan.open('/products/shirt')).status).toBe(200)
  })

  it('PROD-11, CAT-05, ART-02, TOUR-01 answers 404 for missing pages and for an artist with nothing to sell, but serves the Advent terms', async () => {
    for (const path of [
      '/products/nie',
      '/bundle/nie',
      '/categories/nie',
      '/artists/nie',
      '/tours/nie',
      '/artists/stille',
    ])
      expect([path, (await fan.open(path)).status]).toEqual([path, 404])
    expect((await fan.open('/artists/nachtfalter')).status).toBe(200)
    expect((await fan.open('/terms/advent')).status).toBe(200)
  })
})

describe('catalogue lists', () => {
  type Overview = { categories: { slug: string; teaser: { slug: string }[] }[] }

  it('CAT-01, CAT-02 contain the main categories that are not empty, in sort order and with two products each', async () => {
    const { data } = await new Visitor().run<Overview>('Categories')
    expect(data?.categories.map(({ slug, teaser }) => [slug, teaser.length])).toEqual([
      ['dezember', 2],
      ['shirts', 2],
    ])
  })

  it('ART-01, ART-02 contain only main artists with something to sell', async () => {
    const { data } = await new Visitor().run<{ artists: { slug: string }[] }>('Artists')
    expect(data?.artists.map(({ slug }) => slug).toSorted()).toEqual(['eisenwald', 'nachtfalter'])
  })

  it('TOUR-01, L10N-04 take the end of a tour without an end date from its last concert that is not cancelled', async () => {
    const db = openDatabase(testEnv.DB)
    const END = NOW + 5 * 86_400_000
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    if (!concert) throw new Error('no concert')
    const late = { id: newId('event', NOW), slug: 'faellt-aus', status: 'cancelled' as const }
    await db.insert(events).values({ ...concert, ...late, happeningFromAt: concert.happeningFromAt + 1000 })
    const ends = new Map([
      ['offen', null],
      ['begrenzt', END],
      ['leer', null],
    ])
    for (const [slug, endAt] of ends) {
      const id = newId('tour', NOW)
      await db
        .insert(tours)
        .values({ id, slug, name: both(slug), description: both(''), artistNames: slug, startAt: NOW, endAt })
      await db.insert(tourArtists).values({ tourId: id, artistId: concert.artistId, sortOrder: 0 })
      if (slug === 'leer') continue
      await db.insert(tourEvents).values([concert, late].map((event) => ({ tourId: id, eventId: event.id })))
    }
    const { data } = await new Visitor().run<{ tours: { slug: string; endAt: number | null }[] }>('TicketsPage')
    expect(Object.fromEntries((data?.tours ?? []).map(({ slug, endAt }) => [slug, endAt]))).toEqual({
      offen: concert.happeningFromAt,
      begrenzt: END,
      leer: null,
    })
  })

  it("TOUR-01, ART-02 link artists to their pages in the same shop, and an artist page links to the artist's own shop", async () => {
    type Linked = { href: string; shopHref: string | null }
    const { data } = await new Visitor().run<{ artists: Linked[] }>('Artists')
    expect(data?.artists.every(({ href }) => /^\/artists\/[a-z]+$/.test(href))).toBe(true)
    const shopHrefOf = async (slug: string, shop?: string) =>
      (await new Visitor(shop).run<{ artist: Linked }>('ArtistPage', { slug })).data?.artist.shopHref
    expect(await shopHrefOf('nachtfalter')).toBe('http://localhost:8787/nachtfalter')
    expect(await shopHrefOf('abseits')).toBeNull()
    expect(await shopHrefOf('nachtfalter', 'nachtfalter')).toBeNull()
  })

  it('CAT-05 order the Advent sale by product id, and contain the times at which the sale changes', async () => {
    type Page = {
      categoryProducts: { category: { special: string; changesAt: number[] }; nodes: { id: string }[] }
    }
    const { data } = await new Visitor().run<Page>('CategoryPage', { slug: 'dezember', first: 18 })
    const ids = data?.categoryProducts.nodes.map(({ id }) => id) ?? []
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).toEqual(ids.toSorted())
    expect(data?.categoryProducts.category).toMatchObject({ special: 'advent', changesAt: [NOW + 1000, NOW + 2000] })
  })
})
