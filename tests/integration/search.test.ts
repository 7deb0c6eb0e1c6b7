import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { LIST_MAXIMUM } from '../../schema/limits.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, venues } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Reads } from '../../worker/db/reads.ts'
import { correctedTerms } from '../../worker/db/search.ts'
import { recordStatements } from '../support/query-plans.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Found = {
  artists: { displayName: string }[]
  products: { slug: string }[]
  productsMoreAfter: string | null
  events: { slug: string }[]
  eventsMoreAfter: string | null
  corrected: boolean
  alternatives: { slug: string }[]
}

type Page = { nodes: { slug: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }

const HOUR = 3_600_000
const db = openDatabase(testEnv.DB)
const now = Date.now()
const both = (text: string) => ({ de: text, en: text })
let world: World
let artists: Record<string, string> = {}
let shirts = ''
/** Returns a visitor whose requests bypass the answer cache. */
function uncachedVisitor(shop?: string): Visitor {
  const visitor = new Visitor(shop)
  visitor.isUncached = true
  return visitor
}

async function addProduct(slug: string, name: string, more: object = {}, inShirts = true): Promise<string> {
  const id = newId('product', now)
  await db.insert(products).values({
    id,
    slug,
    artistId: artists.nachtfalter,
    productType: both('Ding'),
    name: both(name),
    descriptiveName: both(name),
    description: both(''),
    priceCents: 100,
    createdAt: now,
    ...more,
  })
  if (inShirts) await db.insert(productCategories).values({ productId: id, categoryId: shirts })
  return id
}

async function search(terms: string, more: object = {}, shop = 'stagedoor'): Promise<Found> {
  const { data, code } = await uncachedVisitor(shop).run<{ search: Found }>('Search', { terms, ...more })
  if (!data) throw new Error(code ?? 'no answer')
  return data.search
}

const slugs = async (terms: string, shop?: string) =>
  (await search(terms, {}, shop)).products.map(({ slug }) => slug).sort()

beforeAll(async () => {
  world = await buildWorld(now)
  const rows = await db.select().from(categories)
  artists = Object.fromEntries(rows.filter(({ type }) => type === 'ARTIST').map(({ slug, id }) => [slug, id]))
  shirts = rows.find(({ slug }) => slug === 'shirts')?.id ?? ''
  await db
    .update(shops)
    .set({ meta: { search_phrases: ['ok kid'] } })
    .where(eq(shops.slug, 'stagedoor'))
  for (const [slug, name] of Object.entries({
    umlaut: 'Müller',
    spelled: 'Mueller',
    plain: 'Muller',
    fur: 'Für die Straße',
    neue: 'Neue Ärzte',
    cafe: 'Café Øresund',
    compound: 'Gletscherbrand',
    begin: 'Brandung',
    whole: 'Brand',
    together: 'OK KID Beutel',
    apart: 'Kid Beutel, ok',
  }))
    await addProduct(slug, name)
})

describe('search', () => {
  it('SRCH-04 finds words with umlauts and accents in each of their spellings', async () => {
    for (const typed of ['Müller', 'mueller', 'MULLER', 'muel', 'mülle'])
      expect(await slugs(typed), typed).toEqual(expect.arrayContaining(['spelled', 'umlaut']))
    for (const typed of ['Müller', 'mueller', 'muller'])
      expect(await slugs(typed)).toEqual(['plain', 'spelled', 'umlaut'])
    for (const typed of ['fur', 'fuer', 'für', 'strasse', 'straße', 'STRASSE'])
      expect(await slugs(typed), typed).toEqual(['fur'])
    for (const typed of ['neu', 'neue', 'aerzte', 'ärzte', 'arzte', 'Ärz']) expect(await slugs(typed)).toEqual(['neue'])
    for (const typed of ['cafe', 'café', 'øresund', 'oresund']) expect(await slugs(typed), typed).toEqual(['cafe'])
  })

  it('SRCH-03 finds whole words, prefixes and inner parts of words, and ranks them in this order', async () => {
    const { products: found } = await search('brand')
    expect(found.map(({ slug }) => slug)).toEqual(['whole', 'begin', 'compound'])
    expect(await slugs('gletscher brand')).toEqual(['compound'])
    expect(await slugs('brand muller')).toEqual([])
  })

  it('SRCH-03 finds a record by “vinyl” and “Platten”, and a shirt by “shirts”, without a correction', async () => {
    const record = await addProduct('record', 'Gletschereis', { productType: both('LP') })
    const shirt = await addProduct('one-shirt', 'Gletschereis', { productType: both('T-Shirt') })
    for (const [typed, slug] of [
      ['gletschereis vinyl', 'record'],
      ['Gletschereis Platten', 'record'],
      ['gletschereis shirts', 'one-shirt'],
    ] as const)
      expect(await search(typed), typed).toMatchObject({ products: [{ slug }], corrected: false })
    await db.delete(products).where(inArray(products.id, [record, shirt]))
  })

  it('SRCH-03 treats “ok kid”, “okkid” and “kid ok” as one term if the shop configures the phrase', async () => {
    for (const typed of ['ok kid', 'okkid', 'kid ok']) expect(await slugs(typed), typed).toEqual(['together'])
  })

  it('SRCH-03 omits hidden products and products without a main category, and reflects changes of the catalogue', async () => {
    const side = newId('category', now)
    const nobody = newId('category', now)
    await db.insert(categories).values([
      { id: side, type: 'CATEGORY', slug: 'side', name: both('Nebenbei'), mainCategory: false },
      { id: nobody, type: 'ARTIST', slug: 'niemand', name: both('Niemandsland'), mainCategory: false },
    ])
    const lost = await addProduct('lost', 'Zwetschge', { artistId: nobody }, false)
    await db.insert(productCategories).values({ productId: lost, categoryId: side })
    expect(await slugs('zwetschge')).toEqual([])
    await db.insert(productCategories).values({ productId: lost, categoryId: shirts })
    expect(await slugs('zwetschge')).toEqual(['lost'])
    expect((await search('niemandsland')).artists).toEqual([])
    await db.update(products).set({ hidden: true }).where(eq(products.id, lost))
    expect(await slugs('zwetschge')).toEqual([])
    await db
      .update(products)
      .set({ hidden: false, name: both('Mirabelle'), descriptiveName: both('Mirabelle') })
      .where(eq(products.id, lost))
    expect([await slugs('zwetschge'), await slugs('mirabelle')]).toEqual([[], ['lost']])
    await db.delete(products).where(eq(products.id, lost))
    expect(await slugs('mirabelle')).toEqual([])
  })

  it('SRCH-03 finds a concert by the present name of its supporting act, but not by a recommended artist', async () => {
    const [support, recommended] = [newId('category', now), newId('category', now)]
    await db.insert(categories).values([
      { id: support, type: 'ARTIST', slug: 'wolpertinger', name: both('Wolpertinger'), mainCategory: true },
      { id: recommended, type: 'ARTIST', slug: 'elwetritsch', name: both('Elwetritsch'), mainCategory: true },
    ])
    await db.insert(eventArtists).values([
      { eventId: world.seatedEvent, artistId: support, role: 'featured' },
      { eventId: world.seatedEvent, artistId: recommended, role: 'related' },
    ])
    const concerts = async (terms: string, shop?: string) =>
      (await search(terms, {}, shop)).events.map(({ slug }) => slug)
    expect(await concerts('wolpertinger')).toEqual(['seated'])
    expect(await concerts('wolper')).toEqual(['seated'])
    expect(await concerts('wolpertinger', 'nachtfalter')).toEqual(['seated'])
    expect(await concerts('elwetritsch')).toEqual([])
    await db
      .update(categories)
      .set({ name: both('Rasselbock') })
      .where(eq(categories.id, support))
    expect([await concerts('wolpertinger'), await concerts('rasselbock')]).toEqual([[], ['seated']])
    await db.delete(eventArtists).where(eq(eventArtists.artistId, support))
    expect(await concerts('rasselbock')).toEqual([])
    await db.delete(categories).where(inArray(categories.id, [support, recommended]))
  })

  it('SHOP-07, SRCH-03 does not find a concert by a supporting act whose shop is locked', async () => {
    const support = async (artist = '') => {
      await db.insert(eventArtists).values({ eventId: world.seatedEvent, artistId: artist, role: 'featured' })
      const [row] = await db.select().from(categories).where(eq(categories.id, artist))
      const found = await search(row?.name.de ?? '')
      await db.delete(eventArtists).where(eq(eventArtists.artistId, artist))
      return found.events.map(({ slug }) => slug)
    }
    expect(await support(artists.eisenwald)).toEqual(['seated'])
    expect(await support(artists.geheim)).toEqual([])
  })

  it('SRCH-04 corrects typos, and reports the correction on each page of results', async () => {
    expect(await search('glestcherbrand')).toMatchObject({ products: [{ slug: 'compound' }], corrected: true })
    expect(await search('nachtfaltr')).toMatchObject({ artists: [{ displayName: 'Nachtfalter' }], corrected: true })
    expect((await search('nachtfalter')).corrected).toBe(false)
    expect(await search('xqzvwk')).toMatchObject({ artists: [], products: [], events: [], corrected: false })
    const first = await search('nachtfaltr')
    const second = await search('nachtfaltr', { productsAfter: first.productsMoreAfter })
    expect(second.products.length).toBeGreaterThan(0)
    expect(second.corrected).toBe(true)
  })

  it('SRCH-04 corrects terms with up to three unknown words, and compares each word with at most a thousand known words', async () => {
    const slips = ['nachtfaltr', 'glestcherbrand', 'fadengrun', 'nachtfaltre']
    expect((await search(slips.slice(0, 1).join(' '))).corrected).toBe(true)
    const noted = recordStatements()
    expect((await search(slips.join(' '))).corrected).toBe(false)
    noted.stop()
    expect([...noted.texts].filter((text) => text.includes('search_vocabulary where term >='))).toEqual([])
    const reads = new Reads(db)
    const asked = vi.spyOn(reads, 'ask')
    expect(await correctedTerms(reads, [['qwx'], ['zyv'], ['jkq']])).toBeNull()
    const limits = asked.mock.calls.flatMap(([question]) => {
      const { text, values } = question as unknown as { text: string; values: unknown[] }
      return text.includes('term >=') ? [Number(values.at(-1))] : []
    })
    expect([limits.length, Math.max(...limits)]).toEqual([6, 500])
  })

  it('SRCH-02 has separate pages of products and events, without duplicates', async () => {
    const first = await search('nachtfalter')
    expect([first.artists.length, first.products.length]).toEqual([1, 10])
    expect(first.events.map(({ slug }) => slug).sort()).toEqual(['later', 'seated', 'standing'])
    expect(first.eventsMoreAfter).toBeNull()
    const second = await search('nachtfalter', { productsAfter: first.productsMoreAfter })
    const all = [...first.products, ...second.products].map(({ slug }) => slug)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(14)
    expect(second.productsMoreAfter).toBeNull()

    const [concert] = await db.select().from(events).where(eq(events.slug, 'later'))
    if (!concert) throw new Error('the world lacks a concert')
    const added = Array.from({ length: 9 }, (_, index) => ({
      ...{ ...concert, id: newId('event', now), slug: `zusatz-${index}` },
      happeningFromAt: concert.happeningFromAt + index,
    }))
    for (const row of added) await db.insert(events).values(row)
    const many = await search('nachtfalter')
    expect([many.products.length, many.events.length]).toEqual([10, 10])
    const rest = await search('nachtfalter', { eventsAfter: many.eventsMoreAfter })
    const concerts = [...many.events, ...rest.events].map(({ slug }) => slug)
    expect([concerts.length, new Set(concerts).size, rest.eventsMoreAfter]).toEqual([12, 12, null])
    // The cursor asks for more concerts only, so the products stay the same.
    expect(rest.products).toEqual(many.products)
    for (const { id } of added) await db.delete(events).where(eq(events.id, id))
  })

  it('SRCH-02 offers products of the shop if nothing is found', async () => {
    const picture = { key: 'x', width: 9, height: 9, widths: [9], thumbhash: '', alt: both(''), order: 1, tags: [] }
    for (const slug of ['shirt', 'foreign'])
      await db
        .update(products)
        .set({ images: [picture] })
        .where(eq(products.slug, slug))
    const offered = async (terms: string, shop?: string) =>
      (await search(terms, {}, shop)).alternatives.map(({ slug }) => slug).sort()
    expect(await offered('xqzzk')).toEqual(['foreign', 'shirt'])
    expect(await offered('xqzzk', 'nachtfalter')).toEqual(['shirt'])
    expect(await offered('!')).toEqual(['foreign', 'shirt'])
    expect(await offered('shirt')).toEqual([])
  })

  it("SHOP-02 finds, in a band's shop, its items and the concerts at which it is a supporting act, and reflects renamed cities and artists", async () => {
    expect(await slugs('band', 'nachtfalter')).toEqual(['mug', 'scarce', 'shirt'])
    expect(await slugs('secret')).toEqual([])
    await db
      .insert(eventArtists)
      .values({ eventId: world.seatedEvent, artistId: artists.eisenwald ?? '', role: 'featured' })
    const own = new Visitor('eisenwald', 'http://merch.eisenwald.example')
    own.isUncached = true
    const { data } = await own.run<{ search: Found }>('Search', { terms: 'halle' })
    expect(data?.search.events.map(({ slug }) => slug)).toEqual(['seated'])
    await db.update(venues).set({ city: 'Tübingen' })
    expect((await search('tuebingen')).events).toHaveLength(3)
    await db
      .update(categories)
      .set({ name: both('Tagfalter') })
      .where(eq(categories.slug, 'nachtfalter'))
    expect((await search('tagfalter mug')).products.map(({ slug }) => slug)).toEqual(['mug'])
  })

  it('EVL-02 filters the list of upcoming concerts, and corrects typos on each of its pages', async () => {
    const filter = async (terms: string) => {
      const { data } = await uncachedVisitor().run<{ events: { nodes: { slug: string }[] } }>('EventList', {
        terms,
      })
      return data?.events.nodes.map(({ slug }) => slug).sort()
    }
    expect(await filter('tuebingen')).toEqual(['later', 'seated', 'standing'])
    expect(await filter('seated')).toEqual(['seated'])
    expect(await filter('seatde')).toEqual(['seated'])
    expect(await filter('nirgendwo')).toEqual([])
    const page = async (terms: string, after: string | null) =>
      (await uncachedVisitor().run<{ events: Page }>('EventList', { terms, first: 2, after })).data?.events
    const first = await page('tuebingne', null)
    expect(first).toMatchObject({ nodes: [{}, {}], pageInfo: { hasNextPage: true } })
    const last = await page('tuebingne', first?.pageInfo.endCursor ?? '')
    expect([...(first?.nodes ?? []), ...(last?.nodes ?? [])].map(({ slug }) => slug).sort()).toEqual([
      'later',
      'seated',
      'standing',
    ])
    // An empty page after the last result must not cause a correction.
    const { pageInfo } = (await page('seated', null)) ?? {}
    expect((await page('seated', pageInfo?.endCursor ?? ''))?.nodes).toEqual([])
    await db
      .update(events)
      .set({ happeningFromAt: now - 1 })
      .where(eq(events.slug, 'seated'))
    expect(await filter('seated')).toEqual([])
    expect((await search('seated')).events).toEqual([])
  })

  it('answers unusual input without an error', async () => {
    const inputs = [
      '"',
      "'",
      '" OR 1=1 --',
      'shirt*',
      '(shirt',
      'a AND',
      'NOT shirt',
      'NEAR(a b)',
      'words:shirt',
      '^shirt',
      '{scope}: x',
      '\\',
      '%',
      '_',
      '_product',
      '🎸',
      '🎸 shirt',
      '\ud83c',
      '\u0000shirt',
      '  ',
      '-',
      'ß',
      'ue',
      'aeoeue',
      '日本語',
      'ﬁn',
      'İstanbul',
      'a'.repeat(10_000),
      'shirt '.repeat(1_500),
      '(('.repeat(4_000),
      Array.from({ length: 300 }, (_, at) => `w${at}`).join(' '),
    ]
    for (const terms of inputs) {
      const { status, code } = await new Visitor().run('Search', { terms })
      expect([status, code], JSON.stringify(terms.slice(0, 30))).toEqual([200, null])
    }
    expect(await slugs('🎸 brandung')).toEqual(['begin'])
    expect(await slugs(artists.nachtfalter ?? '')).toEqual([])
  })

  it("SHOP-07, SRCH-02 finds a shop's only match even if a locked shop has more matches than a list may contain", async () => {
    await addProduct('eigene', 'Wachsjacke')
    const [template] = await db.select().from(products).where(eq(products.slug, 'eigene'))
    if (!template) throw new Error('no template')
    for (let count = 0; count <= LIST_MAXIMUM; count++)
      await db.insert(products).values({
        ...template,
        id: newId('product', now),
        slug: `fremde-${count}`,
        artistId: artists.geheim ?? '',
      })
    expect(await slugs('wachsjacke')).toEqual(['eigene'])
    for (const typed of ['wachs', 'jacke']) expect(await slugs(typed, 'nachtfalter'), typed).toEqual(['eigene'])
    expect(await slugs('jacke')).toEqual(['eigene'])
  })

  it('EVL-02 lists the earliest of many upcoming concerts first, and all of them over several pages', async () => {
    const [template] = await db.select().from(events).where(eq(events.slug, 'later'))
    if (!template) throw new Error('no template')
    const enter = (slug: string, happeningFromAt: number) =>
      db.insert(events).values({
        ...template,
        id: newId('event', now),
        slug,
        name: both('Polarnacht'),
        descriptiveName: both('Polarnacht'),
        happeningFromAt,
      })
    await enter('polar-zuerst', now + HOUR)
    for (let count = 0; count <= LIST_MAXIMUM; count++) {
      await enter(`polar-${count}`, now + 2 * HOUR + count)
      await enter(`polar-vorbei-${count}`, now - HOUR)
    }
    expect((await search('polarnacht')).events[0]?.slug).toBe('polar-zuerst')
    expect((await search('larnach')).events[0]?.slug).toBe('polar-zuerst')
    const found: string[] = []
    const page = async (after: string | null) => {
      const variables = { terms: 'polarnacht', city: 'Tübingen', first: 50, after }
      const { data } = await uncachedVisitor().run<{ events: Page }>('EventList', variables)
      found.push(...(data?.events.nodes ?? []).map(({ slug }) => slug))
      return data?.events.pageInfo
    }
    let info = await page(null)
    while (info?.hasNextPage) info = await page(info.endCursor)
    expect(found[0]).toBe('polar-zuerst')
    expect(new Set(found).size).toBe(LIST_MAXIMUM + 2)
  })
})
