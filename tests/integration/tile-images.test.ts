/** Tests which images of a product the lists receive. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { products } from '../../schema/tables/catalogue.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { both, buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Tiles = { productsBySlugs: { tileImages: { key: string; alt: string }[] }[] }

it('PROD-01, CAT-04 a list has the image with the tag “preview” of a product, the next one for a wide tile, and all others in a shop whose tiles show them', async () => {
  await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const image = (key: string, order: number, tags: string[] = []) => ({
    ...{ key, order, tags, width: 9, height: 9, widths: [9], thumbhash: '', alt: both(key) },
  })
  const images = [image('worn', 3), image('back', 1), image('front', 2, ['preview'])]
  await db
    .update(products)
    .set({ images, meta: { ks_wide_item: true } })
    .where(eq(products.slug, 'shirt'))
  await db
    .update(products)
    .set({ images: [image('second', 2), image('first', 1)] })
    .where(eq(products.slug, 'mug'))
  await db
    .update(shops)
    .set({ meta: { item_image_carousel: true } })
    .where(eq(shops.slug, 'nachtfalter'))
  const keys = async (visitor: Visitor) => {
    const { data } = await visitor.run<Tiles>('ProductsBySlugs', { slugs: ['shirt', 'mug'] })
    return data?.productsBySlugs.map(({ tileImages }) => tileImages.map(({ key }) => key))
  }
  expect(await keys(new Visitor())).toEqual([['front', 'back'], ['first']])
  expect(await keys(new Visitor('nachtfalter'))).toEqual([
    ['front', 'back', 'worn'],
    ['first', 'second'],
  ])
})
