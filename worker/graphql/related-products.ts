/** The products that the pages of products and concerts show beside their own. */
import { SHELF_MINIMUM } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import { categoriesOfProduct } from '../db/category.ts'
import { productsBySlugs, productsOfArtist, productsOfCategory } from '../db/product.ts'
import { productIsAvailable } from './bundle-offer.ts'
import type { ProductModel } from './models.ts'

const RELATED = 8

/** Returns the products in the order of the given slugs. */
export async function productsInOrder(context: ShopContext, slugs: string[]): Promise<ProductModel[]> {
  if (slugs.length === 0) return []
  const rows = await context.reads.ask(productsBySlugs(context.db, context.range, slugs))
  return slugs.flatMap((slug) => rows.find(({ product }) => product.slug === slug) ?? [])
}

/** Moves sold-out products to the end, so that a row starts with products that fans can buy. */
async function availableFirst(context: ShopContext, models: ProductModel[]): Promise<ProductModel[]> {
  const available = await Promise.all(models.map((model) => productIsAvailable(model, context)))
  return [...models.filter((_, index) => available[index]), ...models.filter((_, index) => !available[index])]
}

/**
 * Returns the products that the product or the shop names. If they are too few for a row, more products by the artist or of the
 * same categories follow. Sold-out products come last. The products that the main shop names are for its own products only. A
 * band's product there gets others by the band instead.
 */
export async function relatedProducts(model: ProductModel, context: ShopContext): Promise<ProductModel[]> {
  const { product } = model
  const isOfShop = context.shop.isBand || product.artistId === null
  const named = product.meta.related_item_slugs ?? (isOfShop ? context.shop.meta.related_item_slugs : undefined) ?? []
  const others = (rows: ProductModel[]) => rows.filter((row) => row.product.id !== product.id)
  // The sort is stable, so named products without an `order` stay in the order in which they are named.
  const byOrder = (a: ProductModel, b: ProductModel) => (a.product.meta.order ?? 0) - (b.product.meta.order ?? 0)
  // Without names, nothing is awaited, so that the next read is in the same batch as the page's other reads.
  const chosen = others(named.length > 0 ? await productsInOrder(context, named.slice(0, RELATED + 1)) : [])
  chosen.sort(byOrder)
  if (chosen.length >= SHELF_MINIMUM) return availableFirst(context, chosen.slice(0, RELATED))
  if (product.artistId === null) {
    return availableFirst(context, await moreOfCategories(context, product.id, chosen))
  }
  const more = others(await moreOfArtist(context, product.artistId, chosen))
  return availableFirst(context, [...chosen, ...more.sort(byOrder)].slice(0, RELATED))
}

/**
 * The chosen products, and after them others of the product's categories. The first category, which the breadcrumb names,
 * comes first, and the next ones follow only until a row is full.
 */
async function moreOfCategories(
  context: ShopContext,
  productId: string,
  chosen: ProductModel[],
): Promise<ProductModel[]> {
  const found = [...chosen]
  const known = new Set([productId, ...chosen.map((row) => row.product.id)])
  for (const { category } of await context.reads.ask(categoriesOfProduct(context.db, context.range, productId))) {
    if (found.length >= SHELF_MINIMUM) break
    const page = { first: RELATED + known.size, after: null }
    for (const row of await context.reads.ask(productsOfCategory(context.db, context.range, category.slug, page))) {
      if (!known.has(row.product.id)) found.push(row)
      known.add(row.product.id)
    }
  }
  return found.slice(0, RELATED)
}

/** Products of the artist that are not among the chosen ones. There are enough of them to fill a row, even without one. */
async function moreOfArtist(context: ShopContext, artistId: string, chosen: ProductModel[]): Promise<ProductModel[]> {
  const ofArtist = await context.reads.ask(
    productsOfArtist(context.db, context.range, artistId, RELATED + 1 + chosen.length),
  )
  const known = new Set(chosen.map((row) => row.product.id))
  return ofArtist.filter((row) => !known.has(row.product.id))
}

/**
 * Returns the merch beside a concert: the products that the concert names. If it names too few for a row, more products by the
 * artist follow. If it names none, the list is empty. Sold-out products come last.
 */
export async function productsBeside(
  context: ShopContext,
  slugs: string[] = [],
  artistId: string,
): Promise<ProductModel[]> {
  const chosen = await productsInOrder(context, slugs.slice(0, RELATED))
  if (chosen.length === 0 || chosen.length >= SHELF_MINIMUM) return availableFirst(context, chosen)
  return availableFirst(context, [...chosen, ...(await moreOfArtist(context, artistId, chosen))].slice(0, RELATED))
}
