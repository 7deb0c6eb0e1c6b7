/**
 * Categories and artists. An artist is a category of type ARTIST. What every list and its navigation ask, the categories
 * themselves, an isolate keeps as long as the catalogue's version stands, as it keeps the shops.
 */
import { and, asc, desc, eq, exists, gte, type InferSelectModel, inArray, or, type SQL, sql } from 'drizzle-orm'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventCategories, events } from '../../schema/tables/event.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { artistsOf, categoriesOf, type Range } from './range.ts'
import type { Reads } from './reads.ts'

export type CategoryRow = InferSelectModel<typeof categories>

const kept = { version: -1, listed: new Map<string, CategoryRow[]>(), bySlug: new Map<string, CategoryRow>() }

function keptOf(version: number): typeof kept {
  if (kept.version !== version) Object.assign(kept, { version, listed: new Map(), bySlug: new Map() })
  return kept
}

/** Main categories with content, by sort order (CAT-02). */
export async function loadListedCategories(reads: Reads, db: Database, version: number, range: Range) {
  const key = JSON.stringify(range)
  const known = keptOf(version).listed.get(key)
  if (known) return known
  const rows = await reads.ask(listedCategories(db, range))
  keptOf(version).listed.set(key, rows)
  return rows
}

/** Null if this shop has no such category. Only existing categories are cached. */
export async function loadCategory(reads: Reads, db: Database, version: number, range: Range, slug: string) {
  const key = `${range.artistId}/${slug}`
  const known = keptOf(version).bySlug.get(key)
  if (known) return known
  const [row] = await reads.ask(categoryBySlug(db, range, slug))
  if (row) keptOf(version).bySlug.set(key, row)
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
        inArray(categories.type, ['CATEGORY', 'TOUR']),
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
    .where(
      and(eq(categories.slug, slug), inArray(categories.type, ['CATEGORY', 'BRAND', 'LABEL']), categoriesOf(range)),
    )
    .limit(1)
}

/** ART-02: the condition of `artistHasPage` for many artists, so that every listed artist has a page. */
export function hasSomething(db: Database, now: number): SQL | undefined {
  const toBuy = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(eq(products.artistId, categories.id), eq(products.hidden, false), eq(products.active, true)))
  const coming = db
    .select({ one: sql`1` })
    .from(events)
    .where(and(eq(events.artistId, categories.id), gte(events.happeningFromAt, now)))
  return or(exists(toBuy), exists(coming))
}

/** ART-01: only artists with a main category. */
export function listedArtists(db: Database, range: Range, now: number) {
  return db
    .select()
    .from(categories)
    .where(
      and(eq(categories.type, 'ARTIST'), eq(categories.mainCategory, true), artistsOf(range), hasSomething(db, now)),
    )
    .orderBy(desc(categories.sortOrder), asc(categories.slug))
}

export function artistBySlug(db: Database, range: Range, slug: string) {
  return db
    .select()
    .from(categories)
    .where(and(eq(categories.type, 'ARTIST'), eq(categories.slug, slug), artistsOf(range)))
    .limit(1)
}

/** ART-02: the artist's main categories, in descending order. */
export function categoriesOfArtist(db: Database, artistId: string) {
  return db
    .select()
    .from(categories)
    .where(
      and(
        eq(categories.artistId, artistId),
        inArray(categories.type, ['CATEGORY', 'TOUR']),
        eq(categories.mainCategory, true),
      ),
    )
    .orderBy(desc(categories.sortOrder), asc(categories.slug))
}

export function categoriesOfProduct(db: Database, productId: string) {
  return db
    .select({ category: columnsOf(categories) })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(eq(productCategories.productId, productId))
    .orderBy(asc(productCategories.subcategoryOrder), asc(categories.slug))
}
