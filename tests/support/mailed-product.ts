/** Adds products that come by email, such as gift vouchers and downloads, to the catalogue of a test. */
import { eq } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { products, variants } from '../../schema/tables/catalogue.ts'
import { db } from './payment-helpers.ts'
import { both, type World } from './shop-world.ts'

type ProductValues = Partial<typeof products.$inferInsert> & { slug: string }

/** Adds a product with one variant of 25 euros, which is not physical. The slug is also its name and its SKU. Other values are the shirt's. */
export async function addMailedProduct(world: World, variantId: string, values: ProductValues): Promise<void> {
  const [shirt] = await db.select().from(variants).where(eq(variants.id, world.shirt))
  const [product] = await db
    .select()
    .from(products)
    .where(eq(products.id, shirt?.productId ?? ''))
  if (!shirt || !product) throw new Error('the test shop has no shirt')
  const { slug } = values
  const id = newId('product', Date.now())
  await db.insert(products).values({ ...product, id, name: both(slug), descriptiveName: both(slug), ...values })
  await db
    .insert(variants)
    .values({ ...shirt, id: variantId, productId: id, sku: slug, priceCents: 2500, physical: false })
}
