/** Tests how many pieces of a personalised product one request may add, with the keys of the product's `meta`. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { products } from '../../schema/tables/catalogue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  await openDatabase(testEnv.DB)
    .update(products)
    .set({ meta: { personalised: true, allow_multiple_override: true } })
    .where(eq(products.slug, 'shirt'))
})

it('PROD-10 allow_multiple_override allows several pieces with one text; without it, a request for two is refused', async () => {
  const fan = new Visitor()
  const pieces = (productVariantId: string, amount: number) =>
    fan.add([{ productVariantId, amount, personalIdentifier: 'Für Ida' }])
  const refused = await pieces(world.mug, 2)
  expect([refused.code, refused.params]).toEqual(['ITEM_LIMIT_EXCEEDED', { limit: 1 }])
  expect((await fan.cart()).items).toEqual([])
  expect((await pieces(world.mug, 1)).code).toBeNull()
  expect((await pieces(world.shirt, 2)).code).toBeNull()
  const { items } = await fan.cart()
  expect(items.map(({ productVariantId, amount }) => [productVariantId, amount])).toEqual([
    [world.mug, 1],
    [world.shirt, 2],
  ])
})
