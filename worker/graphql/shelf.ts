/** HOME-01: the newest products that fans can buy, for the main shop's home page and for searches without a result. */
import type { ShopContext } from '../context.ts'
import { shelfProducts } from '../db/product.ts'
import { offerOfBundle } from './bundle-offer.ts'
import type { ProductModel } from './models.ts'

/**
 * Whether a bundle can be bought depends on its parts, which the query of the shelf does not read. It therefore finds up to
 * twice as many products as are shown.
 */
export async function buyableShelf(context: ShopContext, count: number): Promise<ProductModel[]> {
  const models: ProductModel[] = await context.reads.ask(shelfProducts(context.db, context.range, 2 * count))
  const isBuyable = async (model: ProductModel) =>
    model.product.type !== 'bundle' || (await offerOfBundle(model, context)) !== null
  const buyable = await Promise.all(models.map(isBuyable))
  return models.filter((_, index) => buyable[index]).slice(0, count)
}
