/**
 * Tests how many database round trips an uncached list takes, and how long a cached answer is served: at most five
 * seconds after an import, and half a minute otherwise.
 */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { products } from '../../schema/tables/catalogue.ts'
import { catalogueState } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { ANSWER_LIFETIME } from '../../worker/services/cache/cache-lifetime.ts'
import { tripsOf } from '../support/query-plans.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Page = { categoryProducts: { nodes: { slug: string; priceCents: number }[] } }

/** Without an import, no cached answer is refilled before it has this age. Each key adds its own further delay. */
const FRESH_MS = ANSWER_LIFETIME.freshMs
/** An answer made from an older catalogue is served for at most five seconds after an import. */
const OLDEST_MS = 5_000

const db = openDatabase(testEnv.DB)
const mugPrice = async (more: object = {}) => {
  const { data } = await new Visitor().run<Page>('CategoryPage', { slug: 'shirts', first: 18, ...more })
  return data?.categoryProducts.nodes.find(({ slug }) => slug === 'mug')?.priceCents
}
const setPrice = (priceCents: number) => db.update(products).set({ priceCents }).where(eq(products.slug, 'mug'))
const raiseVersion = () => db.update(catalogueState).set({ version: sql`${catalogueState.version} + 1` })

beforeAll(async () => {
  await buildWorld(Date.now())
})
afterEach(() => {
  vi.useRealTimers()
})

describe('catalogue answers', () => {
  it('CAT-03 for category pages and searches take one database round trip if they are not cached', async () => {
    // This fills the isolate's caches of the catalogue version and the shops.
    await mugPrice()
    expect(await tripsOf(() => mugPrice({ first: 17 }))).toBe(1)
    expect(await tripsOf(() => mugPrice({ after: btoa(JSON.stringify([0, 'prd'])) }))).toBe(1)
    expect(await tripsOf(() => new Visitor().run('Search', { terms: 'nachtfalter' }))).toBe(1)
    expect(await tripsOf(() => mugPrice({ first: 17 }))).toBe(0)
  })

  it('show an import within five seconds, and other changes within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(await mugPrice()).toBe(2490)
    await setPrice(1990)
    vi.setSystemTime(Date.now() + FRESH_MS - 1)
    // Without an import, the cached answer stays valid.
    expect(await mugPrice()).toBe(2490)
    vi.setSystemTime(Date.now() + ANSWER_LIFETIME.staleMs - FRESH_MS + 1)
    expect(await mugPrice()).toBe(1990)
    await setPrice(1790)
    await raiseVersion()
    vi.setSystemTime(Date.now() + OLDEST_MS - 1)
    expect(await mugPrice()).toBe(1790)
    expect(await tripsOf(mugPrice)).toBe(0)
  })
})
