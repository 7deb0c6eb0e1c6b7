/** Tests that lists, search and sitemap omit artists with nothing to sell, and that lists and search omit locked shops. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { ARTWORK_SIGNS } from '../../schema/artwork.ts'
import { newId } from '../../schema/ids.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, tourArtists, tours } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

/** D1 accepts at most 100 parameters per statement, so one parameter for each of these shops would be too many. */
const LOCKED_SHOPS = 110

const HOUR = 3_600_000
const db = openDatabase(testEnv.DB)
const now = Date.now()
const both = (text: string) => ({ de: text, en: text })
const artist = (slug: string, name: string) => ({
  id: newId('category', now),
  type: 'ARTIST' as const,
  slug,
  name: both(name),
  mainCategory: true,
})

/** Adds an artist with one concert. Returns the artist's id. */
async function addBand(slug: string, name: string, happeningFromAt: number): Promise<string> {
  const [template] = await db.select().from(events).where(eq(events.slug, 'standing'))
  if (!template) throw new Error('the world lacks an event')
  const band = artist(slug, name)
  await db.insert(categories).values(band)
  await db
    .insert(events)
    .values({ ...template, id: newId('event', now), slug: `${slug}-abend`, artistId: band.id, happeningFromAt })
  return band.id
}

/** Adds a product as the first one of the category "shirts". */
async function addShirt(slug: string, name: string, artistId: string): Promise<void> {
  const [template] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  const [shirts] = await db.select().from(categories).where(eq(categories.slug, 'shirts'))
  if (!template || !shirts) throw new Error('the world lacks a product or a category')
  const id = newId('product', now)
  await db.insert(products).values({ ...template, id, slug, name: both(name), descriptiveName: both(name), artistId })
  await db.insert(productCategories).values({ productId: id, categoryId: shirts.id, productOrder: -1 })
}

/** Adds an artist who only supports the concert of another one. */
async function addSupport(slug: string, concert: string): Promise<void> {
  const [event] = await db.select().from(events).where(eq(events.slug, concert))
  const support = artist(slug, slug)
  await db.insert(categories).values(support)
  await db.insert(eventArtists).values({ eventId: event?.id ?? '', artistId: support.id, role: 'featured' })
}

beforeAll(async () => {
  await buildWorld(now)
  await addBand('frueher', 'Früherzeit', now - 1)
  await addBand('bald', 'Baldzeit', now + 1e9)
  for (let count = 0; count < LOCKED_SHOPS; count++) {
    const artistId = await addBand(`zu-${count}`, `Zu ${count}`, now + HOUR)
    if (count < 3) await addShirt(`zu-${count}-shirt`, `Zu ${count}`, artistId)
    await db.insert(shops).values({
      id: newId('shop', now),
      slug: `zu-${count}`,
      name: `Zu ${count}`,
      isBand: true,
      artistId,
      meta: { password: [] },
    })
  }
  await addSupport('vorband', 'bald-abend')
  await addSupport('vorband-frueher', 'frueher-abend')
  await addSupport('vorband-zu', 'zu-0-abend')
})

it('ART-02 lists, search and sitemap omit artists with nothing to sell', async () => {
  const fan = new Browser()
  expect((await fan.open('/artists/frueher')).status).toBe(404)
  expect((await fan.open('/artists/bald')).status).toBe(200)
  const stranger = new Visitor()
  const lists = [(await fan.open('/sitemap.xml')).body]
  for (const [operation, variables] of [
    ['Home', {}],
    ['Artists', {}],
    ['SuggestionIndex', {}],
    ['Search', { terms: 'zeit' }],
  ] as const)
    lists.push(JSON.stringify((await stranger.run(operation, variables)).data))
  for (const list of lists) {
    expect(list).toMatch(/\/artists\/bald|"bald"/)
    expect(list).not.toMatch(/frueher/)
  }
})

it('ART-02 a supporting act without own concerts has a page with the coming concerts of shops that are not locked', async () => {
  const fan = new Browser()
  const statusOf = async (slug: string) => (await fan.open(`/artists/${slug}`)).status
  expect(await statusOf('vorband')).toBe(200)
  expect(await statusOf('vorband-frueher')).toBe(404)
  expect(await statusOf('vorband-zu')).toBe(404)
  const stranger = new Visitor()
  type Page = { artist: { events: { slug: string; artist: { displayName: string } }[] } }
  const { data } = await stranger.run<Page>('ArtistPage', { slug: 'vorband' })
  expect(data?.artist.events).toMatchObject([{ slug: 'bald-abend', artist: { displayName: 'Baldzeit' } }])
  const list = JSON.stringify((await stranger.run('Artists', {})).data)
  expect(list).toContain('"vorband"')
  expect(list).not.toMatch(/vorband-(frueher|zu)/)
})

it('ART-02 Artist.hasPage is false on an event and on a tour for an act that is only related and sells nothing', async () => {
  const [event] = await db.select().from(events).where(eq(events.slug, 'bald-abend'))
  const [support] = await db.select().from(categories).where(eq(categories.slug, 'vorband'))
  const related = artist('verwandt', 'Verwandt')
  const tour = { id: newId('tour', now), slug: 'bald-tour', name: both('Bald-Tour'), description: both('') }
  await db.insert(categories).values(related)
  await db.insert(eventArtists).values({ eventId: event?.id ?? '', artistId: related.id, role: 'related' })
  await db.insert(tours).values({ ...tour, artistNames: '', startAt: now })
  await db.insert(tourArtists).values([
    { tourId: tour.id, artistId: event?.artistId ?? '', sortOrder: 1 },
    { tourId: tour.id, artistId: related.id, sortOrder: 2 },
    { tourId: tour.id, artistId: support?.id ?? '', sortOrder: 3 },
  ])
  const stranger = new Visitor()
  expect((await stranger.run('EventPage', { slug: 'bald-abend' })).data).toMatchObject({
    event: {
      artist: { href: '/artists/bald', hasPage: true },
      artists: [{ href: '/artists/vorband', hasPage: true }],
      relatedArtists: [{ href: '/artists/verwandt', hasPage: false }],
    },
  })
  expect((await stranger.run('TourPage', { slug: 'bald-tour' })).data).toMatchObject({
    tour: {
      artists: [
        { href: '/artists/bald', hasPage: true },
        { href: '/artists/verwandt', hasPage: false },
        { href: '/artists/vorband', hasPage: true },
      ],
    },
  })
  const fan = new Browser()
  expect((await fan.open('/artists/verwandt')).status).toBe(404)
})

it('ART-02 Artist.hasPage tells whether the artist of a past event still sells something', async () => {
  await addShirt('damals-shirt', 'Hemd', await addBand('damals', 'Damals', now - 1))
  const stranger = new Visitor()
  const artistOf = async (slug: string) => (await stranger.run('EventPage', { slug })).data
  expect(await artistOf('frueher-abend')).toMatchObject({
    event: { artist: { href: '/artists/frueher', hasPage: false } },
  })
  expect(await artistOf('damals-abend')).toMatchObject({
    event: { artist: { href: '/artists/damals', hasPage: true } },
  })
})

it('SHOP-07 lists and search omit 110 locked shops, although D1 accepts at most 100 parameters per statement', async () => {
  const stranger = new Visitor()
  for (const [operation, variables] of [
    ['Home', {}],
    ['Artists', {}],
    ['TicketsPage', {}],
    ['CategoryPage', { slug: 'shirts', first: 18 }],
    ['Search', { terms: 'zu' }],
    ['EventList', { terms: 'halle', first: 5 }],
    ['SuggestionIndex', {}],
  ] as const) {
    const { data, code } = await stranger.run(operation, variables)
    expect(code, operation).toBeNull()
    expect(JSON.stringify(data), operation).not.toMatch(/Zu \d|zu-\d/)
  }
})

it('SHOP-03 lists send only the keys of `meta` that tiles read, and the page of an event or a product sends all keys', async () => {
  const eventMeta = { custom_tag: 'Aftershow', disclaimer_text: 'Bitte lesen' }
  const productMeta = { code_required: true, disclaimer: 'Heiß', gift_voucher: true } as const
  await db
    .update(events)
    .set({ meta: { ...eventMeta, custom_tag: both('Aftershow'), disclaimer_text: both('Bitte lesen') } })
    .where(eq(events.slug, 'standing'))
  await db
    .update(products)
    .set({ meta: { ...productMeta, disclaimer: both('Heiß') } })
    .where(eq(products.slug, 'shirt'))
  const stranger = new Visitor()
  type Tile = { slug: string; meta?: object; tileMeta: object }
  const list = await stranger.run<{ events: { nodes: Tile[] } }>('EventList', {})
  const row = list.data?.events.nodes.find(({ slug }) => slug === 'standing')
  expect(row).toMatchObject({ tileMeta: { custom_tag: 'Aftershow' } })
  expect(Object.keys(row?.tileMeta ?? {})).toEqual(['custom_tag'])
  expect(row).not.toHaveProperty('meta')
  const event = await stranger.run<{ event: Tile }>('EventPage', { slug: 'standing' })
  expect(event.data?.event.meta).toEqual(eventMeta)
  const product = await stranger.run<{ product: Tile }>('ProductPage', { slug: 'shirt' })
  expect(product.data?.product.meta).toEqual(productMeta)
  // PIC-01: the artwork of a gift voucher shows a ticket.
  expect(product.data?.product.tileMeta).toEqual({ code_required: true, artwork_sign: ARTWORK_SIGNS.ticket })
})
