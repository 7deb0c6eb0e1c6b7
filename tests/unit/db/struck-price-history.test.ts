import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../schema/limits.ts'
import { priceHistory, products, variants } from '../../../schema/tables/catalogue.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { productBySlug } from '../../../worker/db/product.ts'
import { Reads } from '../../../worker/db/reads.ts'
import { buildWorld, Visitor, type World } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const everything = { artistId: null, hiddenArtistIds: [] }
const now = Date.now()
let world: World

async function lowest(slug: string): Promise<number | null> {
  const [row] = await new Reads(db).ask(productBySlug(db, everything, slug))
  return row?.lowestPriceCents ?? null
}

const note = (variantId: string, priceCents: number, daysAgo: number) =>
  db.insert(priceHistory).values({ variantId, priceCents, sinceAt: now - daysAgo * DAY })

async function addSize(name: string, priceCents: number): Promise<void> {
  const [variant] = await db.select().from(variants).where(eq(variants.id, world.shirt))
  if (!variant) throw new Error('the test data has no shirt')
  await db.insert(variants).values({ ...variant, id: `var_${name}`, sku: name, priceCents })
}

async function struck(slug: string): Promise<number | null | undefined> {
  const { data } = await new Visitor().run<{ product: { originalPriceCents: number | null } | null }>('ProductPage', {
    slug,
  })
  return data?.product?.originalPriceCents
}

beforeAll(async () => {
  world = await buildWorld(now)
})

describe('price history', () => {
  it('accepts only new rows', async () => {
    await note(world.mug, 1990, 3)
    const refused = /price_history is only appended to/
    const attempts = [
      'UPDATE price_history SET price_cents = 1',
      'DELETE FROM price_history',
      'INSERT OR REPLACE INTO price_history SELECT variant_id, 1, since_at FROM price_history',
      'INSERT INTO price_history SELECT variant_id, 1, since_at FROM price_history WHERE true ON CONFLICT DO UPDATE SET price_cents = 1',
    ]
    for (const attempt of attempts) await expect(testEnv.DB.prepare(attempt).run(), attempt).rejects.toThrow(refused)
    const rows = await db.select().from(priceHistory).where(eq(priceHistory.variantId, world.mug))
    expect(rows.map(({ priceCents }) => priceCents)).toEqual([1990])
  })

  it('PROD-02 gives the lowest price of the 30 days before the reduction; sizes of another price are ignored', async () => {
    await note(world.shirt, 990, 200)
    await note(world.shirt, 2990, 140)
    await note(world.shirt, 2490, 60)
    expect(await lowest('shirt')).toBeNull()
    await db.update(products).set({ originalPriceCents: 2990 }).where(eq(products.slug, 'shirt'))
    // The price of 9.90 ended before the 30 days. 29.90 was valid when they began. 24.90 is the reduction itself.
    expect(await lowest('shirt')).toBe(2990)
    expect(await struck('shirt')).toBe(2990)
    await addSize('dearer', 2690)
    await note('var_dearer', 2390, 70)
    await note('var_dearer', 2690, 60)
    // The history of a size with another price does not count.
    expect(await lowest('shirt')).toBe(2990)
    await addSize('second', 2490)
    await note('var_second', 2590, 91)
    await note('var_second', 2690, 90)
    await note('var_second', 2490, 60)
    expect(await lowest('shirt')).toBe(2690)
    await addSize('third', 2490)
    await note('var_third', 2590, 91)
    await note('var_third', 2690, 61)
    await note('var_third', 2490, 60)
    expect(await lowest('shirt')).toBe(2590)
  })

  it('PROD-02 gives no struck price if the lowest price is unknown or not above the current price', async () => {
    await db.update(products).set({ originalPriceCents: 2990 }).where(eq(products.slug, 'scarce'))
    await note(world.scarce, 2490, 0)
    expect([await lowest('scarce'), await struck('scarce')]).toEqual([null, null])
    await db.update(products).set({ originalPriceCents: 2990 }).where(eq(products.slug, 'foreign'))
    for (const [cents, daysAgo] of [
      [2490, 100],
      [2990, 2],
      [2490, 1],
    ] as const)
      await note(world.foreign, cents, daysAgo)
    expect([await lowest('foreign'), await struck('foreign')]).toEqual([2490, null])
  })
})
