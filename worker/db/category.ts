/**
 * Categories and artists. An artist is a category of type ARTIST. Every page's navigation and every category page read
 * categories, so an isolate caches them under the catalogue version.
 */
import { and, asc, desc, eq, exists, gte, type InferSelectModel, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { CategoryType } from '../../schema/catalogue-values.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories, subcategories } from '../../schema/tables/category.ts'
import { eventArtists, eventCategories, events } from '../../schema/tables/event.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isOneOf } from './id-list.ts'
import { artistsOf, categoriesOf, eventsOf, playsAt, type Range } from './range.ts'
import type { Reads } from './reads.ts'

export type CategoryRow = InferSelectModel<typeof categories>

const listedOfVersion = new PerVersion<string, CategoryRow[]>('listed categories', 500)
const bySlug = new PerVersion<string, CategoryRow>('categories by slug', 5_000)

/** The lists show the main categories of these types (CAT-02). */
const LISTED_TYPES: CategoryType[] = ['CATEGORY', 'TOUR']
/** Types of categories that have a page at /categories/{slug}, which shows their products or, for a tour, its concerts. */
const TYPES_WITH_PAGE: CategoryType[] = ['CATEGORY', 'BRAND', 'LABEL', 'TOUR']

/** The SQL condition for categories of this shop that have a page. */
export function categoryHasPage(range: Range): SQL | undefined {
  return and(inArray(categories.type, TYPES_WITH_PAGE), categoriesOf(range))
}

/** Main categories with content, by sort order (CAT-02). */
export function loadListedCategories(reads: Reads, db: Database, version: number, range: Range) {
  return listedOfVersion.read(version, JSON.stringify(range), () => reads.ask(listedCategories(db, range)))
}

/**
 * Returns null if this shop has no such category. Only existing categories are cached, because visitors can invent slugs.
 */
export async function loadCategory(reads: Reads, db: Database, version: number, range: Range, slug: string) {
  const key = `${range.artistId}/${slug}`
  const known = bySlug.of(version).get(key)
  if (known) return known
  const [row] = await reads.ask(categoryBySlug(db, range, slug))
  if (row) bySlug.of(version).set(key, row)
  return row ?? null
}

function listedCategories(db: Database, range: Range) {
  const withProducts = db
    .select({ one: sql`1` })
    .from(productCategories)
    .innerJoin(products, eq(products.id, productCategories.productId))
    .where(and(eq(productCategories.categoryId, categories.id), eq(products.active, true), eq(products.hidden, false)))
  const withEvents = db
    .select({ one: sql`1` })
    .from(eventCategories)
    .where(eq(eventCategories.categoryId, categories.id))
  return db
    .select()
    .from(categories)
    .where(
      and(
        inArray(categories.type, LISTED_TYPES),
        eq(categories.mainCategory, true),
        categoriesOf(range),
        or(exists(withProducts), exists(withEvents)),
      ),
    )
    .orderBy(asc(categories.sortOrder), asc(categories.slug))
}

function categoryBySlug(db: Database, range: Range, slug: string) {
  return db
    .select()
    .from(categories)
    .where(and(eq(categories.slug, slug), categoryHasPage(range)))
    .limit(1)
}

/** ART-02: the condition of `artistHasPage` (schema/artist-page.ts) in SQL, so that every listed artist has a page. */
function artistHasContent(db: Database, range: Range, now: number): SQL | undefined {
  const toBuy = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(eq(products.artistId, categories.id), eq(products.hidden, false), eq(products.active, true)))
  const coming = db
    .select({ one: sql`1` })
    .from(events)
    .where(and(eq(events.artistId, categories.id), gte(events.happeningFromAt, now)))
  const supporting = db
    .select({ one: sql`1` })
    .from(eventArtists)
    .innerJoin(events, eq(events.id, eventArtists.eventId))
    .where(
      and(
        eq(eventArtists.artistId, categories.id),
        eq(eventArtists.role, 'featured'),
        gte(events.happeningFromAt, now),
        eventsOf(db, range),
      ),
    )
  return or(exists(toBuy), exists(coming), exists(supporting))
}

/** Whether artists have a page, as a column for queries that join `categories` as artists. `range` is that of the main shop. */
export function artistHasPageColumn(db: Database, range: Range, now: number) {
  return sql`${artistHasContent(db, range, now)}`.mapWith(Boolean).as('has_page')
}

/** Which of the artists have a page in the main shop, whose range is given. */
export function artistsWithPage(db: Database, range: Range, now: number, ids: string[]) {
  return db
    .select({ id: categories.id })
    .from(categories)
    .where(and(isOneOf(categories.id, ids), artistHasContent(db, range, now)))
}

/** ART-01: the SQL condition for artists that lists show: main categories with a product or an upcoming event. */
export function artistIsListed(db: Database, range: Range, now: number): SQL | undefined {
  return and(
    eq(categories.type, 'ARTIST'),
    eq(categories.mainCategory, true),
    artistsOf(range),
    artistHasContent(db, range, now),
  )
}

export function listedArtists(db: Database, range: Range, now: number) {
  return db
    .select()
    .from(categories)
    .where(artistIsListed(db, range, now))
    .orderBy(desc(categories.sortOrder), asc(categories.slug))
}

export function artistBySlug(db: Database, range: Range, slug: string) {
  return db
    .select()
    .from(categories)
    .where(and(eq(categories.type, 'ARTIST'), eq(categories.slug, slug), artistsOf(range)))
    .limit(1)
}

/**
 * ART-02: the artist's subcategories, by descending sort order: main categories of the listed types that belong to the artist,
 * or that the catalogue names as subcategories. Only those with merch of the artist, or with coming events, are listed.
 */
export function categoriesOfArtist(db: Database, range: Range, artistId: string, now: number) {
  const named = db.select({ id: subcategories.childId }).from(subcategories).where(eq(subcategories.parentId, artistId))
  const merch = db
    .select({ one: sql`1` })
    .from(productCategories)
    .innerJoin(products, eq(products.id, productCategories.productId))
    .where(
      and(
        eq(productCategories.categoryId, categories.id),
        eq(products.artistId, artistId),
        eq(products.active, true),
        eq(products.hidden, false),
      ),
    )
  const coming = db
    .select({ one: sql`1` })
    .from(eventCategories)
    .innerJoin(events, eq(events.id, eventCategories.eventId))
    .where(
      and(
        eq(eventCategories.categoryId, categories.id),
        playsAt(db, artistId),
        gte(events.happeningFromAt, now),
        eventsOf(db, range),
      ),
    )
  return db
    .select()
    .from(categories)
    .where(
      and(
        or(eq(categories.artistId, artistId), inArray(categories.id, named)),
        eq(categories.mainCategory, true),
        or(and(eq(categories.type, 'CATEGORY'), exists(merch)), and(eq(categories.type, 'TOUR'), exists(coming))),
      ),
    )
    .orderBy(desc(categories.sortOrder), asc(categories.slug))
}

/**
 * Returns the product's categories that have a page in the shop. The breadcrumb names the first one. Therefore, categories that
 * say what the product is come before its label, its brand and its tour, and main categories come before others.
 */
export function categoriesOfProduct(db: Database, range: Range, productId: string) {
  return db
    .select({ category: columnsOf(categories) })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(and(eq(productCategories.productId, productId), categoryHasPage(range)))
    .orderBy(
      desc(eq(categories.type, 'CATEGORY')),
      desc(categories.mainCategory),
      asc(productCategories.subcategoryOrder),
      asc(categories.slug),
    )
}
