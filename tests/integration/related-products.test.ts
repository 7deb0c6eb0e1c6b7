/** Tests whose products stand beside a product if the shop names some. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { products, variants } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NAMED = ['hausmarke', 'scarce', 'mug']

beforeAll(async () => {
  const now = Date.now()
  await buildWorld(now)
  const db = openDatabase(testEnv.DB)
  await db.update(shops).set({ meta: { related_item_slugs: NAMED } })
  const [mug] = await db.select().from(products).where(eq(products.slug, 'mug'))
  if (!mug) throw new Error('the world lacks the mug')
  await db.insert(products).values({ ...mug, id: newId('product', now), slug: 'hausmarke', artistId: null })
})

async function related(slug: string, shop?: string): Promise<string[]> {
  type Page = { product: { related: { slug: string }[] } }
  const { data, code } = await new Visitor(shop).run<Page>('ProductPage', { slug })
  if (!data) throw new Error(code ?? 'no answer')
  return data.product.related.map((product) => product.slug)
}

describe('the products that a shop names', () => {
  it('PROD-06 stand beside the own products of the main shop, and beside all products in a band’s shop', async () => {
    const others = NAMED.slice(1)
    expect(await related('hausmarke')).toEqual(others)
    expect((await related('shirt', 'nachtfalter')).slice(0, 2)).toEqual(others)
  })

  it('PROD-06 do not stand beside a band’s product in the main shop, which has more by the band there', async () => {
    const found = await related('shirt')
    expect(found).toContain('mug')
    expect(found).not.toContain('hausmarke')
  })

  it('PROD-06 come last if they are sold out, on the page of a concert too', async () => {
    const db = openDatabase(testEnv.DB)
    await db
      .update(events)
      .set({ meta: { related_item_slugs: NAMED } })
      .where(eq(events.slug, 'standing'))
    const beside = async () => {
      type Page = { event: { related: { slug: string }[] } }
      const { data, code } = await new Visitor().run<Page>('EventPage', { slug: 'standing' })
      if (!data) throw new Error(code ?? 'no answer')
      return data.event.related.map(({ slug }) => slug)
    }
    const [scarce] = await db.select().from(products).where(eq(products.slug, 'scarce'))
    if (!scarce) throw new Error('the world lacks a scarce product')
    await db.update(variants).set({ active: false }).where(eq(variants.productId, scarce.id))
    // The copy of the mug has no variant.
    expect(await beside()).toEqual(['mug', 'hausmarke', 'scarce'])
    const ofBand = await related('mug', 'nachtfalter')
    expect([ofBand.length > 1, ofBand.at(-1)]).toEqual([true, 'scarce'])
  })
})
