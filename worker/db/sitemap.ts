/** The slugs of the pages that a shop's sitemap lists. */
import { and, asc, eq, gte } from 'drizzle-orm'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, tours } from '../../schema/tables/event.ts'
import { hasBundlePage } from '../domain/catalogue/product-path.ts'
import { artistIsListed, categoryHasPage } from './category.ts'
import type { Database } from './database.ts'
import { eventsOf, productsOf, type Range, toursOf } from './range.ts'

export type ShownSlugs = {
  categories: string[]
  artists: string[]
  tours: string[]
  events: string[]
  products: string[]
  bundles: string[]
}

/**
 * Reads all slugs in one round trip. Omits past events, hidden or inactive products, and categories other than main
 * categories.
 */
export async function shownSlugs(db: Database, range: Range, now: number): Promise<ShownSlugs> {
  const [categoryRows, artistRows, tourRows, eventRows, productRows] = await db.batch([
    db
      .select({ slug: categories.slug })
      .from(categories)
      .where(and(categoryHasPage(range), eq(categories.mainCategory, true)))
      .orderBy(asc(categories.slug)),
    db
      .select({ slug: categories.slug })
      .from(categories)
      .where(artistIsListed(db, range, now))
      .orderBy(asc(categories.slug)),
    db.select({ slug: tours.slug }).from(tours).where(toursOf(db, range)).orderBy(asc(tours.slug)),
    db
      .select({ slug: events.slug })
      .from(events)
      .where(and(gte(events.happeningFromAt, now), eventsOf(db, range)))
      .orderBy(asc(events.slug)),
    db
      .select({ slug: products.slug, type: products.type, meta: products.meta })
      .from(products)
      .where(and(eq(products.active, true), eq(products.hidden, false), productsOf(range)))
      .orderBy(asc(products.slug)),
  ])
  const slugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug)
  return {
    categories: slugs(categoryRows),
    artists: slugs(artistRows),
    tours: slugs(tourRows),
    events: slugs(eventRows),
    products: slugs(productRows.filter((product) => !hasBundlePage(product))),
    bundles: slugs(productRows.filter(hasBundlePage)),
  }
}
