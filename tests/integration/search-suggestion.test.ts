import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Suggestion = {
  title: string
  detail: string | null
  tag: string
  href: string
  external: boolean
  cancelled: boolean
  priceCents: number | null
}

beforeAll(async () => {
  await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  await db.update(events).set({ status: 'cancelled' }).where(eq(events.slug, 'later'))
  const drink = { content_ml: 700 }
  await db.update(products).set({ meta: drink }).where(eq(products.slug, 'mug'))
})

async function suggestionsOf(shop: string, locale = 'de'): Promise<Suggestion[]> {
  const { data } = await new Visitor(shop).run<{ suggestionIndex: Suggestion[] }>('SuggestionIndex', {}, locale)
  return data?.suggestionIndex ?? []
}

describe('the quick search index', () => {
  it('SRCH-01 lists artists, events, products and categories with their links, in the requested language', async () => {
    const index = await suggestionsOf('stagedoor')
    expect(new Set(index.map(({ tag }) => tag))).toEqual(new Set(['artist', 'event', 'product', 'category']))
    expect(index.find(({ tag, href }) => tag === 'event' && href === '/events/seated')).toMatchObject({
      title: expect.stringMatching(/^Nachtfalter, /),
      detail: expect.stringMatching(/\d\d\.\d\d\.\d{4}$/),
      external: false,
    })
    const english = await suggestionsOf('stagedoor', 'en')
    expect(english.find(({ href }) => href === '/products/mug')?.title).not.toBe(
      index.find(({ href }) => href === '/products/mug')?.title,
    )
  })

  it("SRCH-01 links an artist's own shop as an external site, and omits password-protected shops", async () => {
    const index = await suggestionsOf('stagedoor')
    const artists = index.filter(({ tag }) => tag === 'artist')
    expect(artists.map(({ title }) => title).toSorted()).toEqual(['Eisenwald', 'Nachtfalter'])
    expect(artists.every(({ external, href }) => external && !href.startsWith('/artists/'))).toBe(true)
    expect(JSON.stringify(index)).not.toMatch(/geheim|secret/i)
  })

  it("SRCH-01 of a band's shop contains its events, but no other band and no artists", async () => {
    const index = await suggestionsOf('nachtfalter')
    expect(index.some(({ tag }) => tag === 'event')).toBe(true)
    expect(JSON.stringify(index)).not.toContain('Eisenwald')
    expect(index.some(({ tag }) => tag === 'artist')).toBe(false)
  })

  it("SRCH-01 names the band with each of its products in the main shop, but not in the band's own shop", async () => {
    const details = async (shop: string) =>
      (await suggestionsOf(shop)).filter(({ tag }) => tag === 'product').map(({ detail }) => detail)
    expect((await details('stagedoor')).some((detail) => detail?.startsWith('Nachtfalter, '))).toBe(true)
    const own = await details('nachtfalter')
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((detail) => detail?.includes('Nachtfalter'))).toEqual([])
  })

  it('SRCH-01 names the lowest price of a concert that is on sale, and none before the presale or after a cancellation', async () => {
    // No other test asks for this language of the shop, so there is no cached answer.
    const fan = new Visitor('nachtfalter')
    fan.isUncached = true
    const db = openDatabase(testEnv.DB)
    const priceWith = async (changes: { status?: 'active' | 'cancelled'; presaleAt?: number }) => {
      await db.update(events).set(changes).where(eq(events.slug, 'seated'))
      const { data } = await fan.run<{ suggestionIndex: Suggestion[] }>('SuggestionIndex', {}, 'en')
      return data?.suggestionIndex.find(({ href }) => href === '/events/seated')?.priceCents
    }
    const now = Date.now()
    expect(await priceWith({ presaleAt: now + 60_000 })).toBeNull()
    expect(await priceWith({ presaleAt: now - 60_000, status: 'cancelled' })).toBeNull()
    expect(await priceWith({ status: 'active' })).toBe(4500)
  })

  it('SRCH-01, PROD-02 names the price of a product, but not of a drink, whose price per litre would be missing', async () => {
    const index = await suggestionsOf('stagedoor')
    const prices = index.flatMap(({ tag, href, priceCents }) => (tag === 'product' ? [[href, priceCents]] : []))
    expect(Object.fromEntries(prices)).toMatchObject({ '/products/mug': null, '/products/shirt': expect.any(Number) })
  })

  it('SRCH-01 marks a cancelled concert, and no other entry', async () => {
    const marked = (await suggestionsOf('stagedoor')).filter(({ cancelled }) => cancelled)
    expect(marked.map(({ href }) => href)).toEqual(['/events/later'])
  })
})
