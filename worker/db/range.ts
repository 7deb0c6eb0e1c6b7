/**
 * What a shop shows (SHOP-02), as SQL conditions: a band's shop shows its artist's content, the main shop everything except
 * content of protected shops. A band's shop does not show content of another band's protected shop either (SHOP-07).
 */
import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
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
 * Whether this shop may show the artist's content, as far as protected shops are concerned (SHOP-07). Code that finds
 * content only by its id must check this, because the query has no condition on the range.
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
  if (artistId === null) return shown
  const featured = db
    .select({ one: sql`1` })
    .from(eventArtists)
    .where(
      and(eq(eventArtists.eventId, events.id), eq(eventArtists.artistId, artistId), eq(eventArtists.role, 'featured')),
    )
  return and(shown, or(eq(events.artistId, artistId), exists(featured)))
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

export function artistsOf({ artistId, hiddenArtistIds }: Range): SQL | undefined {
  if (artistId !== null) return eq(categories.id, artistId)
  return hiddenArtistIds.length > 0 ? isNoneOf(categories.id, hiddenArtistIds) : undefined
}

/** The categories of the band for a band's shop, and the categories without an artist for the main shop. */
export function categoriesOf({ artistId }: Range): SQL {
  return artistId === null ? isNull(categories.artistId) : eq(categories.artistId, artistId)
}
