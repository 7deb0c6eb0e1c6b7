import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../schema/limits.ts'
import { priceHistory, products, variants } from '../../../schema/tables/catalogue.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { productBySlug } from '../../../worker/db/product.ts'
import { Reads } from '../../../worker/db/reads.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const everything = { artistId: null, hiddenArtistIds: [] }
const now = Date.now()
let world: World

async function lowest(slug: string): Promise<number | null> {
  const [row] = await new Reads(db).ask(productBySlug(db, everything, slug, now))
  return row?.lowestPriceCents ?? null
}

const note = (variantId: string, priceCents: number, daysAgo: number) =>
  db.insert(priceHistory).values({ variantId, priceCents, sinceAt: now - daysAgo * DAY })

beforeAll(async () => {
  world = await buildWorld(now)
})

describe('the price history', () => {
  it('is only appended to', async () => {
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

  it('PROD-02 gives a struck price the lowest of its last 30 days, with what was valid when they began', async () => {
    await note(world.shirt, 990, 200)
    await note(world.shirt, 2990, 40)
    expect(await lowest('shirt')).toBeNull()
    await db.update(products).set({ originalPriceCents: 2990 }).where(eq(products.slug, 'shirt'))
    // 9.90 had gone long before; 29.90 was still the price when the 30 days began.
    expect(await lowest('shirt')).toBe(2990)
    await note(world.shirt, 2690, 20)
    await note(world.shirt, 2790, 10)
    expect(await lowest('shirt')).toBe(2690)
    const [variant] = await db.select().from(variants).where(eq(variants.id, world.shirt))
    await db.insert(variants).values({
      ...variant,
      id: 'var_second',
      productId: variant?.productId ?? '',
      sku: 'second',
      description: { de: 'L', en: 'L' },
      priceCents: 2500,
      physical: true,
    })
    await note('var_second', 2500, 30)
    expect(await lowest('shirt')).toBe(2500)
  })
})
