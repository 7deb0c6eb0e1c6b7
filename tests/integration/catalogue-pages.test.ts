/** Tests redirects to canonical URLs, missing pages, and the contents of catalogue lists. */
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { HOUR } from '../../schema/limits.ts'
import { productCategories, products, variants } from '../../schema/tables/catalogue.ts'
import { categories, subcategories } from '../../schema/tables/category.ts'
import { eventArtists, eventCategories, events, tourArtists, tourEvents, tours } from '../../schema/tables/event.ts'
import { news, shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { both, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NOW = Date.now()
/** Midnight in Berlin. */
const december = (day: number) => Date.UTC(2026, 11, day) - HOUR
/** The products behind the doors of an Advent sale. The shop has no product behind the third. */
const DOORS = ['shirt', 'mug', 'umgezogen', 'mug', 'shirt', 'mug', 'shirt']
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
    {
      ...{ id: newId('category', NOW), type: 'CATEGORY', slug: 'tueren', name: both('Türen'), mainCategory: false },
      meta: { special: 'advent', changesAt: DOORS.map((_slug, index) => december(index + 1)), door_slugs: DOORS },
    },
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
  // This category is the last by its order, and the first by its name.
  const last = { id: newId('category', NOW), slug: 'anstecker', name: both('Anstecker'), sortOrder: 9 }
  await db.insert(categories).values({ ...last, type: 'CATEGORY', mainCategory: true })
  const pinned = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.slug, ['mug', 'scarce', 'shirt']))
  await db.insert(productCategories).values(pinned.map(({ id }) => ({ productId: id, categoryId: last.id })))
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
    const stranger = new Visitor()
    stranger.isUncached = true
    const { data } = await stranger.run<Overview>('Categories')
    expect(data?.categories.map(({ slug, teaser }) => [slug, teaser.length])).toEqual([
      ['dezember', 2],
      ['shirts', 2],
      ['anstecker', 2],
    ])
  })

  it('ART-01, ART-02 contain only main artists with something to sell', async () => {
    const { data } = await new Visitor().run<{ artists: { href: string }[] }>('Artists')
    expect(data?.artists.map(({ href }) => href).toSorted()).toEqual(['/artists/eisenwald', '/artists/nachtfalter'])
  })

  it('TOUR-01, L10N-04 take the end of a tour without an end date from its last concert that is neither cancelled nor secret', async () => {
    const db = openDatabase(testEnv.DB)
    const END = NOW + 5 * 86_400_000
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    if (!concert) throw new Error('no concert')
    const late = { id: newId('event', NOW), slug: 'faellt-aus', status: 'cancelled' as const }
    await db.insert(events).values({ ...concert, ...late, happeningFromAt: concert.happeningFromAt + 1000 })
    const secret = { id: newId('event', NOW), slug: 'geheim', meta: { hideDate: true } }
    await db.insert(events).values({ ...concert, ...secret, happeningFromAt: concert.happeningFromAt + 1000 })
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
      await db.insert(tourEvents).values([concert, late, secret].map((event) => ({ tourId: id, eventId: event.id })))
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

describe('the doors of the Advent sale', () => {
  afterEach(() => void vi.useRealTimers())

  it('CAT-05 answer with the products of the doors that have opened by now, and with no other', async () => {
    const fan = new Visitor()
    fan.isUncached = true
    const doorsAt = async (now: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now })
      type Page = { categoryProducts: { category: { doors: Door[] } } }
      type Door = { opensAt: number; isOpen: boolean; product: { slug: string } | null }
      const { data } = await fan.run<Page>('CategoryPage', { slug: 'tueren', first: 18 })
      const shown = data?.categoryProducts.category.doors ?? []
      expect(shown.map(({ opensAt }) => opensAt)).toEqual(DOORS.map((_slug, index) => december(index + 1)))
      return shown.map(({ isOpen, product }) => (isOpen ? (product?.slug ?? 'empty') : product))
    }
    const shut = null
    expect(await doorsAt(december(1) - 1)).toEqual(DOORS.map(() => shut))
    expect(await doorsAt(december(5) + 9 * HOUR)).toEqual(['shirt', 'mug', 'empty', 'mug', 'shirt', shut, shut])
  })
})

describe("the lists of a band's content", () => {
  const db = openDatabase(testEnv.DB)
  type Slugs = { slug: string }[]
  const slugsOf = (rows: Slugs | undefined) => (rows ?? []).map(({ slug }) => slug)
  const main = new Visitor()
  const band = new Visitor('nachtfalter')

  beforeAll(async () => {
    // Each test reads the rows that it has written.
    main.isUncached = true
    band.isUncached = true
    const [artist] = await db.select().from(categories).where(eq(categories.slug, 'nachtfalter'))
    const [shirts] = await db.select().from(categories).where(eq(categories.slug, 'shirts'))
    const [mug] = await db.select().from(products).where(eq(products.slug, 'mug'))
    if (!artist || !shirts || !mug) throw new Error('the world lacks a row')
    const category = (slug: string, type: 'TOUR' | 'CATEGORY', sortOrder: number, mainCategory = true) => ({
      ...{ id: newId('category', NOW), type, slug, name: both(slug), artistId: artist.id, sortOrder, mainCategory },
    })
    const rows = [
      category('nachtflug', 'TOUR', 5),
      category('ohne-termin', 'TOUR', 6),
      category('becher', 'CATEGORY', 3),
      category('nebensache', 'CATEGORY', 9, false),
      category('ohne-ware', 'CATEGORY', 8),
    ]
    await db.insert(categories).values(rows)
    const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? ''
    await db.insert(eventCategories).values({ eventId: world.standingEvent, categoryId: idOf('nachtflug') })
    await db
      .insert(productCategories)
      .values(['becher', 'nebensache'].map((slug) => ({ productId: mug.id, categoryId: idOf(slug) })))
    await db.insert(subcategories).values({ parentId: artist.id, childId: shirts.id })
    await db.update(categories).set({ sortOrder: 4 }).where(eq(categories.id, shirts.id))
  })

  it('ART-02 subcategories are main categories with content, by descending order, and filter concerts and merch', async () => {
    type Page = { artist: { categories: Slugs; events: Slugs; products: Slugs } }
    // The isolate remembers the answers of addresses, and another test has requested this page. The turn changes its address.
    const { data } = await main.run<Page>('ArtistPage', { slug: 'nachtfalter', turn: 1 })
    expect(slugsOf(data?.artist.categories)).toEqual(['nachtflug', 'shirts', 'becher'])
    const concerts = async (category?: string) =>
      slugsOf((await main.run<Page>('ArtistEvents', { slug: 'nachtfalter', category })).data?.artist.events)
    expect(await concerts('nachtflug')).toEqual(['standing'])
    expect(await concerts('becher')).toEqual([])
    expect((await concerts()).length).toBeGreaterThan(1)
    const merch = async (category: string) =>
      slugsOf((await main.run<Page>('ArtistProducts', { slug: 'nachtfalter', category })).data?.artist.products)
    expect(await merch('becher')).toEqual(['mug'])
    expect(await merch('shirts')).toContain('shirt')
    expect(await merch('nachtflug')).toEqual([])
  })

  it('CAT-07, HOME-04 a TOUR category has a page with its concerts, and home page, suggestions and sitemap lead to it', async () => {
    type Page = { categoryProducts: { category: { events: Slugs } | null }; categories: Slugs }
    const asked = { slug: 'nachtflug', first: 18 }
    const { data } = await band.run<Page>('CategoryPage', asked)
    expect(slugsOf(data?.categoryProducts.category?.events)).toEqual(['standing'])
    expect(slugsOf(data?.categories)).toContain('nachtflug')
    expect((await main.run<Page>('CategoryPage', asked)).data?.categoryProducts.category).toBeNull()
    const page = await fan.open('/nachtfalter/categories/nachtflug')
    expect(page.status).toBe(200)
    expect(page.body).toMatch(/<h1[^>]*>nachtflug<\/h1>/)
    expect(page.body).toMatch(/<h2[^>]*><a [^>]*href="\/nachtfalter\/events\/standing"[^>]*>Berlin<\/a><\/h2>/)
    expect(page.body).toContain('alle Städte, Termine und Tickets')
    expect((await fan.open('/categories/nachtflug')).status).toBe(404)
    expect((await fan.open('/nachtfalter/sitemap.xml')).body).toContain('/nachtfalter/categories/nachtflug')
    type Suggestions = { suggestionIndex: { href: string; tag: string }[] }
    const index = (await band.run<Suggestions>('SuggestionIndex')).data?.suggestionIndex ?? []
    expect(index.find(({ href }) => href === '/categories/nachtflug')?.tag).toBe('tour')
    type Home = { home: { tourCategories: { href: string; startAt: number | null }[] } }
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const listed = async () => (await band.run<Home>('Home')).data?.home.tourCategories
    expect(await listed()).toMatchObject([{ href: '/categories/nachtflug', startAt: concert?.happeningFromAt }])
    await db
      .update(events)
      .set({ meta: { hideDate: true } })
      .where(eq(events.id, world.standingEvent))
    expect(await listed()).toMatchObject([{ href: '/categories/nachtflug', startAt: null }])
    await db.update(events).set({ meta: {} }).where(eq(events.id, world.standingEvent))
  })

  it('EVL-01, CAT-07, SHOP-07 the list of all tours contains TOUR categories: in the band’s shop its own, in the main shop those of all bands that play at a concert in them, except of protected bands', async () => {
    type Listed = { tourCategories: { category: { name: string }; href: string; artistName: string | null }[] }
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const artist = async (slug: string) =>
      (
        await db
          .select()
          .from(categories)
          .where(and(eq(categories.slug, slug), eq(categories.type, 'ARTIST')))
      )[0]
    const [guest, secret] = [await artist('eisenwald'), await artist('geheim')]
    if (!concert || !guest || !secret) throw new Error('the world lacks a row')
    const shopless = { ...guest, id: newId('category', NOW), slug: 'ohne-laden', name: both('Ohne Laden') }
    await db.insert(categories).values(shopless)
    const guests = [guest, secret, shopless].map(({ id }) => ({ eventId: concert.id, artistId: id }))
    await db.insert(eventArtists).values(guests.map((row) => ({ ...row, role: 'featured' as const })))
    const added = [
      { slug: 'gastspiel', artistId: guest.id },
      { slug: 'hausfest', artistId: null },
      { slug: 'reise', artistId: shopless.id },
      { slug: 'verborgen', artistId: secret.id },
    ].map((row) => ({ ...row, id: newId('category', NOW), type: 'TOUR' as const, name: both(row.slug), sortOrder: 7 }))
    await db.insert(categories).values(added.map((row) => ({ ...row, mainCategory: true })))
    await db.insert(eventCategories).values(added.map(({ id }) => ({ eventId: concert.id, categoryId: id })))
    const listed = async (visitor: Visitor, turn = 1) =>
      (await visitor.run<Listed>('TicketsPage', { turn })).data?.tourCategories.map(
        ({ category, href, artistName }) => [...[category.name, href, artistName]],
      )
    expect(await listed(band)).toEqual([['nachtflug', '/categories/nachtflug', 'Nachtfalter']])
    expect(await listed(main)).toEqual([
      ['nachtflug', 'http://localhost:8787/nachtfalter/categories/nachtflug', 'Nachtfalter'],
      ['gastspiel', expect.stringContaining('/categories/gastspiel'), 'Eisenwald'],
      ['hausfest', '/categories/hausfest', null],
      ['reise', '/artists/ohne-laden?tour=reise', 'Ohne Laden'],
    ])
    type Chips = { artist: { categories: { slug: string }[] } }
    const page = await main.run<Chips>('ArtistPage', { slug: 'ohne-laden', turn: 1 })
    expect(page.data?.artist.categories).toMatchObject([{ slug: 'reise' }])
    type Concerts = { categoryProducts: { category: { events: { slug: string }[] } } }
    const guestShop = new Visitor('eisenwald', 'https://merch.eisenwald.example')
    const ofGuest = await guestShop.run<Concerts>('CategoryPage', { slug: 'gastspiel', first: 6 })
    expect(ofGuest.data?.categoryProducts.category.events).toMatchObject([{ slug: 'standing' }])
    await db.delete(eventArtists).where(eq(eventArtists.eventId, concert.id))
    expect((await listed(main, 2))?.map(([name]) => name)).toEqual(['nachtflug', 'hausfest'])
    for (const { id } of added) {
      await db.delete(eventCategories).where(eq(eventCategories.categoryId, id))
      await db.delete(categories).where(eq(categories.id, id))
    }
    await db.delete(categories).where(eq(categories.id, shopless.id))
  })

  it('SRCH-01, EVL-01, HOME-04 show a tour, but not its category of the same name beside it', async () => {
    const db = openDatabase(testEnv.DB)
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    if (!concert) throw new Error('no concert')
    const id = newId('tour', NOW)
    const texts = { name: both('nachtflug'), description: both(''), artistNames: 'Nachtfalter' }
    await db.insert(tours).values({ id, slug: 'nachtflug-tour', ...texts, startAt: NOW })
    await db.insert(tourArtists).values({ tourId: id, artistId: concert.artistId, sortOrder: 0 })
    await db.insert(tourEvents).values({ tourId: id, eventId: concert.id })
    type Suggestions = { suggestionIndex: { href: string; title: string }[] }
    const index = (await band.run<Suggestions>('SuggestionIndex')).data?.suggestionIndex ?? []
    expect(index.flatMap(({ href, title }) => (title === 'nachtflug' ? href : []))).toEqual(['/tours/nachtflug-tour'])
    type Lists = { tours: { name: string }[]; tourCategories: object[] }
    for (const visitor of [main, band]) {
      const { data } = await visitor.run<Lists>('TicketsPage', { turn: 2 })
      expect(data?.tours.map(({ name }) => name)).toContain('nachtflug')
      expect(data?.tourCategories).toEqual([])
    }
    expect((await band.run<{ home: Lists }>('Home', { turn: 2 })).data?.home.tourCategories).toEqual([])
    for (const table of [tourEvents, tourArtists]) await db.delete(table).where(eq(table.tourId, id))
    await db.delete(tours).where(eq(tours.id, id))
  })

  it('EVT-01, CAT-07 an event’s page links each tour to its TOUR category, if it has one, and links to TOUR categories without a tour; after the concert, it links only to tours', async () => {
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const [category] = await db.select().from(categories).where(eq(categories.slug, 'nachtflug'))
    if (!concert || !category) throw new Error('the world lacks a row')
    const slugs = ['nachtflug', 'zugabe']
    const added = slugs.map((slug) => ({ id: newId('tour', NOW), slug, name: both(slug), startAt: NOW }))
    for (const tour of added) {
      await db.insert(tours).values({ ...tour, description: both(''), artistNames: 'Nachtfalter' })
      await db.insert(tourArtists).values({ tourId: tour.id, artistId: concert.artistId, sortOrder: 0 })
      await db.insert(tourEvents).values({ tourId: tour.id, eventId: concert.id })
    }
    const alone = { ...category, id: newId('category', NOW), slug: 'nachtzug', name: both('nachtzug') }
    const side = { ...alone, id: newId('category', NOW), slug: 'nebenher', name: both('nebenher'), mainCategory: false }
    await db.insert(categories).values([alone, side])
    await db.insert(eventCategories).values([alone, side].map(({ id }) => ({ eventId: concert.id, categoryId: id })))
    type Page = { event: { tours: { name: string; href: string }[] } }
    // Other tests have added tours to the concert, so this test looks only at its own.
    const names = [...slugs, 'nachtzug', 'nebenher']
    const linked = async (visitor: Visitor, turn: number) =>
      (await visitor.run<Page>('EventPage', { slug: concert.slug, turn })).data?.event.tours.flatMap(
        ({ name, href }) => (names.includes(name) ? href : []),
      )
    const asTours = ['/tours/nachtflug', '/tours/zugabe']
    expect(await linked(band, 1)).toEqual(['/tours/zugabe', '/categories/nachtflug', '/categories/nachtzug'])
    // The main shop has no page for the category of a band.
    expect(await linked(main, 1)).toEqual(asTours)
    const { happeningFromAt } = concert
    await db
      .update(events)
      .set({ happeningFromAt: NOW - 1 })
      .where(eq(events.id, concert.id))
    expect(await linked(band, 2)).toEqual(asTours)
    await db.update(events).set({ happeningFromAt }).where(eq(events.id, concert.id))
    for (const { id } of added) {
      for (const table of [tourEvents, tourArtists]) await db.delete(table).where(eq(table.tourId, id))
      await db.delete(tours).where(eq(tours.id, id))
    }
    for (const { id } of [alone, side]) {
      await db.delete(eventCategories).where(eq(eventCategories.categoryId, id))
      await db.delete(categories).where(eq(categories.id, id))
    }
  })

  it('HOME-01 the main home page shows the tours with a place on it, in the order of their places', async () => {
    const db = openDatabase(testEnv.DB)
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    if (!concert) throw new Error('no concert')
    const places = { spaeter: 2, frueher: 1, ohne: null }
    let startAt = NOW
    for (const [slug, sortOrderHomepage] of Object.entries(places)) {
      startAt += 1000
      const id = newId('tour', NOW)
      const named = { name: both(slug), description: both(''), artistNames: slug }
      await db.insert(tours).values({ id, slug, ...named, startAt, endAt: null, sortOrderHomepage })
      await db.insert(tourArtists).values({ tourId: id, artistId: concert.artistId, sortOrder: 0 })
      await db.insert(tourEvents).values({ tourId: id, eventId: concert.id })
    }
    const { data } = await main.run<{ home: { tours: Slugs } }>('Home')
    expect(slugsOf(data?.home.tours).filter((slug) => slug in places)).toEqual(['frueher', 'spaeter'])
  })

  it('HOME-01 the main home page shows products to buy of different artists, and neither cancelled concerts nor their promos', async () => {
    type Home = { home: { products: Slugs; events: Slugs; promo: { url: string }[]; news: { url: string }[] } }
    const [shop] = await db.select().from(shops).where(eq(shops.slug, 'stagedoor'))
    const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const [mug] = await db.select().from(products).where(eq(products.slug, 'mug'))
    if (!shop || !concert || !mug) throw new Error('the world lacks a row')
    const cancelled = { id: newId('event', NOW), slug: 'abgesagt', status: 'cancelled' as const }
    await db.insert(events).values({ ...concert, ...cancelled })
    const item = (category: 'feature' | 'regular', url: string) => ({
      ...{ id: newId('news', NOW), shopId: shop.id, category, url, title: both(url), text: both(''), publishedAt: NOW },
    })
    const items = [
      item('feature', '/events/abgesagt'),
      item('feature', '/events/standing'),
      item('regular', '/events/abgesagt'),
    ]
    await db.insert(news).values(items)
    const picture = { key: 'x', width: 9, height: 9, widths: [9], thumbhash: '', alt: both(''), order: 1, tags: [] }
    await db.update(products).set({ images: [picture] })
    const extra = (slug: string, changes: object) => ({
      ...mug,
      id: newId('product', NOW),
      slug,
      images: [picture],
      ...changes,
    })
    const added = [
      extra('anderswo', { meta: { external_url: 'https://example.org' } }),
      extra('ohne-preis', { meta: { list_price: { hide: true } } }),
      extra('ohne-bild', { images: [] }),
      extra('neuer', { createdAt: NOW + 1000 }),
      extra('ausverkauft', {}),
    ]
    // D1 accepts at most 100 parameters per statement.
    for (const row of added) await db.insert(products).values(row)
    const [variant] = await db.select().from(variants).where(eq(variants.productId, mug.id))
    if (!variant) throw new Error('the mug has no variant')
    await db.insert(variants).values(
      added.map(({ id, slug }) => ({
        ...variant,
        id: newId('variant', NOW),
        productId: id,
        active: slug !== 'ausverkauft',
      })),
    )
    const { home } = (await main.run<Home>('Home')).data ?? {}
    const slugs = slugsOf(home?.products)
    expect(slugs[0]).toBe('neuer')
    for (const { slug } of added) expect([slug, slugs.includes(slug)]).toEqual([slug, slug === 'neuer'])
    const shelf = await db.select().from(products)
    const artists = slugs.map((slug) => shelf.find((product) => product.slug === slug)?.artistId)
    const different = new Set(artists).size
    expect(new Set(artists.slice(0, different)).size).toBe(different)
    expect(slugsOf(home?.events)).toContain('standing')
    expect(slugsOf(home?.events)).not.toContain('abgesagt')
    expect(home?.promo.map(({ url }) => url)).toEqual(['/events/standing'])
    expect(home?.news.map(({ url }) => url)).toEqual(['/events/abgesagt'])
    const ofBand = (await band.run<Home>('Home')).data?.home
    expect(slugsOf(ofBand?.events)).toContain('abgesagt')
  })

  it('PROD-06 related products stay in the order in which the catalogue names them, unless they have an order, and more by the artist follows', async () => {
    const all = async () =>
      slugsOf((await main.run<{ product: { related: Slugs } }>('ProductPage', { slug: 'shirt' })).data?.product.related)
    const related = async () => (await all()).slice(0, 2)
    const name = (slugs: string[]) =>
      db
        .update(products)
        .set({ meta: { related_item_slugs: slugs } })
        .where(eq(products.slug, 'shirt'))
    await name(['scarce', 'shirt', 'mug'])
    expect(await related()).toEqual(['scarce', 'mug'])
    const more = (await all()).slice(2)
    expect([more.length > 0, new Set(['shirt', 'scarce', 'mug', ...more]).size]).toEqual([true, more.length + 3])
    await name(['mug', 'scarce'])
    expect(await related()).toEqual(['mug', 'scarce'])
    await db
      .update(products)
      .set({ meta: { order: -1 } })
      .where(eq(products.slug, 'scarce'))
    expect(await related()).toEqual(['scarce', 'mug'])
  })

  it('PROD-06 related products of a product without an artist are those of its categories', async () => {
    const related = async (slug: string) =>
      slugsOf((await main.run<{ product: { related: Slugs } }>('ProductPage', { slug })).data?.product.related)
    const [scarce] = await db.select().from(products).where(eq(products.slug, 'scarce'))
    if (!scarce) throw new Error('the world lacks a scarce product')
    const id = newId('product', NOW)
    await db.insert(products).values({ ...scarce, id, slug: 'hausmarke', artistId: null, meta: {} })
    expect(await related('hausmarke')).toEqual([])
    const [advent] = await db.select().from(categories).where(eq(categories.slug, 'dezember'))
    await db.insert(productCategories).values({ productId: id, categoryId: advent?.id ?? '', productOrder: 0 })
    const slugs = await related('hausmarke')
    expect([slugs.length > 2, new Set(slugs).size, slugs.includes('hausmarke')]).toEqual([true, slugs.length, false])
  })

  it('EVT-01 more by the artist follows the named merch if it is less than three products, and none if no merch is named', async () => {
    const related = async (named?: string[]) => {
      await db
        .update(events)
        .set({ meta: named ? { related_item_slugs: named } : {} })
        .where(eq(events.slug, 'standing'))
      return slugsOf(
        (await main.run<{ event: { related: Slugs } }>('EventPage', { slug: 'standing' })).data?.event.related,
      )
    }
    expect(await related()).toEqual([])
    const few = await related(['mug', 'shirt'])
    expect(few.slice(0, 2)).toEqual(['mug', 'shirt'])
    expect(few.length).toBeGreaterThan(2)
    expect(new Set(few).size).toBe(few.length)
    expect(await related(['mug', 'shirt', 'scarce'])).toEqual(['mug', 'shirt', 'scarce'])
  })
})
