/**
 * Products for lists and pages: the row, its artist, whether a variant is available, and the reference price of a struck
 * price.
 */
import { and, asc, desc, eq, exists, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isId } from '../../schema/ids.ts'
import { productCategories, products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { categoryHasPage } from './category.ts'
import { columnsOf, someColumnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isOneOf } from './id-list.ts'
import { categoriesOf, productsOf, type Range } from './range.ts'
import { statement } from './statement.ts'
import { lowestPrice } from './struck-price.ts'

const artists = alias(categories, 'artists')

const sellable = sql<number>`exists (select 1 from ${variants} left join ${variantStock} on ${variantStock.variantId} = ${variants.id} where ${variants.productId} = ${products.id} and ${variants.active} = 1 and (${variantStock.available} is null or ${variantStock.available} > 0))`

/** The columns of a product that lists show. A product's own page reads all columns. */
export const LISTED = [
  'id',
  'slug',
  'artistId',
  'type',
  'productType',
  'name',
  'descriptiveName',
  'color',
  'priceCents',
  'originalPriceCents',
  'publicShippableFromAt',
  'images',
  'overlayListingImage',
  'soldOutMessage',
  'bundle',
  'meta',
] as const
export const LISTED_OF_ARTIST = ['id', 'slug', 'name', 'displayName'] as const

const shown = { available: sellable.as('sellable'), lowestPriceCents: lowestPrice.as('lowest_price') }

const listedProduct = {
  product: someColumnsOf(products, LISTED),
  artist: someColumnsOf(artists, LISTED_OF_ARTIST),
  ...shown,
}

function selectProducts(db: Database) {
  return db
    .select({ product: columnsOf(products), artist: columnsOf(artists), ...shown })
    .from(products)
    .leftJoin(artists, eq(artists.id, products.artistId))
    .$dynamic()
}

export function selectListed(db: Database) {
  return db.select(listedProduct).from(products).leftJoin(artists, eq(artists.id, products.artistId)).$dynamic()
}

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

const listed = and(eq(products.active, true), eq(products.hidden, false))

/** Finds the product by its slug or id. A page that was requested by id redirects to the slug. */
export function productBySlug(db: Database, range: Range, slug: string) {
  const named = isId('product', slug) ? eq(products.id, slug) : eq(products.slug, slug)
  return selectProducts(db).where(and(named, eq(products.active, true), productsOf(range)))
}

export function productsByIds(db: Database, ids: string[]) {
  return selectProducts(db).where(and(isOneOf(products.id, ids), eq(products.active, true)))
}

export function productsBySlugs(db: Database, range: Range, slugs: string[]) {
  return selectListed(db).where(and(inArray(products.slug, slugs), listed, productsOf(range)))
}

/** `category` is the slug of a category that contains the products, or null. */
export function productsOfArtist(
  db: Database,
  range: Range,
  artistId: string,
  limit: number,
  category: string | null = null,
) {
  const inCategory = db
    .select({ one: sql`1` })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(
      and(
        eq(productCategories.productId, products.id),
        eq(categories.type, 'CATEGORY'),
        eq(categories.slug, category ?? ''),
      ),
    )
  return (
    selectListed(db)
      .where(
        and(
          eq(products.artistId, artistId),
          listed,
          productsOf(range),
          category === null ? undefined : exists(inCategory),
        ),
      )
      // This is the reverse order of the index, so SQLite needs no sort and stops at the limit.
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(limit)
  )
}

export type ProductCursor = { order: number; id: string }

/** A category's products after the cursor, by sort order. */
export function productsOfCategory(
  db: Database,
  range: Range,
  slug: string,
  { first, after }: { first: number; after: ProductCursor | null },
) {
  const key = `products of category ${after !== null} ${JSON.stringify(range)}`
  const values = { slug, first, afterOrder: after?.order, afterId: after?.id }
  return statement(key, () => buildProductsOfCategory(db, range, after !== null), values)
}

function buildProductsOfCategory(db: Database, range: Range, isBehind: boolean) {
  const order = sql.placeholder('afterOrder')
  const behind: SQL | undefined = isBehind
    ? or(
        gt(productCategories.productOrder, order),
        and(eq(productCategories.productOrder, order), gt(productCategories.productId, sql.placeholder('afterId'))),
      )
    : undefined
  return db
    .select({ ...listedProduct, order: productCategories.productOrder })
    .from(productCategories)
    .innerJoin(products, eq(products.id, productCategories.productId))
    .leftJoin(artists, eq(artists.id, products.artistId))
    .where(and(eq(productCategories.categoryId, categoryId(db, range)), listed, productsOf(range), behind))
    .orderBy(asc(productCategories.productOrder), asc(productCategories.productId))
    .limit(sql.placeholder('first'))
}

function categoryId(db: Database, range: Range) {
  return sql`(${db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.slug, sql.placeholder('slug')), categoryHasPage(range)))
    .limit(1)})`
}

/** For a shop's home page: the first `perSection` listed products of each main category of the shop. */
export function sectionProducts(db: Database, range: Range, perSection: number) {
  const ranked = db
    .select({
      productId: productCategories.productId,
      categoryId: productCategories.categoryId,
      rank: sql<number>`row_number() over (partition by ${productCategories.categoryId} order by ${productCategories.productOrder}, ${productCategories.productId})`.as(
        'category_rank',
      ),
    })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    // Products that lists do not show are left out before the ranking, so that they do not use up ranks.
    .innerJoin(products, eq(products.id, productCategories.productId))
    .where(and(categoriesOf(range), eq(categories.mainCategory, true), listed, productsOf(range)))
    .as('ranked')
  return db
    .select({
      ...listedProduct,
      categoryId: ranked.categoryId,
    })
    .from(ranked)
    .innerJoin(products, eq(products.id, ranked.productId))
    .leftJoin(artists, eq(artists.id, products.artistId))
    .where(sql`${ranked.rank} <= ${perSection}`)
    .orderBy(asc(ranked.categoryId), asc(ranked.rank))
}

/**
 * HOME-01: products that a fan can buy here and now, and bundles, newest first: first one of each artist, then a second one of each, and so
 * on. Products without an artist count as those of one more artist. For each artist, the index limits the rows that are read.
 */
export function shelfProducts(db: Database, range: Range, count: number) {
  const candidates = alias(products, 'candidates')
  const newest = db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sql`${products.artistId} is owners.id`,
        listed,
        productsOf(range),
        sellable,
        sql`${products.meta} ->> 'external_url' is null`,
        sql`${products.meta} ->> '$.list_price.hide' is not 1`,
        sql`json_array_length(${products.images}) > 0`,
      ),
    )
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(count)
  const ranked = db
    .select({
      id: candidates.id,
      rank: sql<number>`row_number() over (partition by ${candidates.artistId} order by ${candidates.createdAt} desc, ${candidates.id} desc)`.as(
        'artist_rank',
      ),
    })
    .from(sql`(select id from ${categories} where ${categories.type} = 'ARTIST' union all select null) as owners`)
    .innerJoin(candidates, inArray(candidates.id, newest))
    .as('ranked')
  return selectListed(db)
    .innerJoin(ranked, eq(ranked.id, products.id))
    .orderBy(asc(ranked.rank), desc(products.createdAt), desc(products.id))
    .limit(count)
}

export function variantsOfProducts(db: Database, productIds: string[]) {
  return db
    .select({ variant: columnsOf(variants), stock: variantStock.available })
    .from(variants)
    .leftJoin(variantStock, eq(variantStock.variantId, variants.id))
    .where(isOneOf(variants.productId, productIds))
    .orderBy(asc(variants.sortOrder), asc(variants.id))
}

export type ProductVariantRow = Awaited<ReturnType<typeof variantsOfProducts>>[number]
