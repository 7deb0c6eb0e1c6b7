/**
 * SQL conditions for the content that a shop shows (SHOP-02). A band's shop shows the content of its artist, and events that
 * feature the artist. The main shop shows all content except that of protected shops (SHOP-07). Among the events
 * that feature its artist, a band's shop omits those of another band's protected shop.
 */
import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, tourArtists, tours } from '../../schema/tables/event.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { hiddenArtists } from '../domain/catalogue/shop-range.ts'
import type { Database } from './database.ts'
import { isNoneOf } from './id-list.ts'

export type Range = { artistId: string | null; hiddenArtistIds: string[] }

export function rangeOf(shop: ShopRow, shops: ShopRow[]): Range {
  return { artistId: shop.isBand ? shop.artistId : null, hiddenArtistIds: hiddenArtists(shop, shops) }
}

/**
 * Returns false if the artist's content belongs to another shop that is protected (SHOP-07). A query by id has no condition
 * on the range, so its caller must check this.
 */
export function isShown({ hiddenArtistIds }: Range, artistId: string | null): boolean {
  return artistId === null || !hiddenArtistIds.includes(artistId)
}

export function productsOf({ artistId, hiddenArtistIds }: Range): SQL | undefined {
  if (artistId !== null) return eq(products.artistId, artistId)
  return hiddenArtistIds.length > 0
    ? or(isNull(products.artistId), isNoneOf(products.artistId, hiddenArtistIds))
    : undefined
}

export function eventsOf(db: Database, { artistId, hiddenArtistIds }: Range): SQL | undefined {
  const shown = hiddenArtistIds.length > 0 ? isNoneOf(events.artistId, hiddenArtistIds) : undefined
  return artistId === null ? shown : and(shown, playsAt(db, artistId))
}

/** The condition that the artist plays at the event, also as a supporting act. `artistId` is an id or a column with one. */
export function playsAt(db: Database, artistId: string | SQLiteColumn): SQL | undefined {
  const featured = db
    .select({ one: sql`1` })
    .from(eventArtists)
    .where(
      and(eq(eventArtists.eventId, events.id), eq(eventArtists.artistId, artistId), eq(eventArtists.role, 'featured')),
    )
  return or(eq(events.artistId, artistId), exists(featured))
}

export function toursOf(db: Database, { artistId, hiddenArtistIds }: Range): SQL | undefined {
  const named = (condition: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(tourArtists)
        .where(and(eq(tourArtists.tourId, tours.id), condition)),
    )
  if (artistId !== null) return named(eq(tourArtists.artistId, artistId))
  return hiddenArtistIds.length > 0 ? named(isNoneOf(tourArtists.artistId, hiddenArtistIds)) : undefined
}

/**
 * The categories that a list of tours may contain. The main shop's list has those of all bands, because some bands have
 * their tour only as a category.
 */
export function tourCategoriesOf({ artistId, hiddenArtistIds }: Range): SQL | undefined {
  if (artistId !== null) return eq(categories.artistId, artistId)
  return hiddenArtistIds.length > 0
    ? or(isNull(categories.artistId), isNoneOf(categories.artistId, hiddenArtistIds))
    : undefined
}

export function artistsOf({ artistId, hiddenArtistIds }: Range): SQL | undefined {
  if (artistId !== null) return eq(categories.id, artistId)
  return hiddenArtistIds.length > 0 ? isNoneOf(categories.id, hiddenArtistIds) : undefined
}

/** A band's shop has the categories of its artist. The main shop has the categories without an artist. */
export function categoriesOf({ artistId }: Range): SQL {
  return artistId === null ? isNull(categories.artistId) : eq(categories.artistId, artistId)
}
