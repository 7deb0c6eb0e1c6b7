/**
 * What a shop shows (SHOP-02), as conditions: a band shop its artist's things; the main shop everything but what belongs
 * to a shop behind a password. A band shop, too, shows nothing of another band's shop behind a password (SHOP-07).
 */
import { and, type Column, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventArtists, events, tourArtists, tours } from '../../schema/tables/event.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { hiddenArtists } from '../domain/catalogue/shop-range.ts'
import type { Database } from './database.ts'

export type Range = { artistId: string | null; hiddenArtistIds: string[] }

export function rangeOf(shop: ShopRow, shops: ShopRow[]): Range {
  return { artistId: shop.isBand ? shop.artistId : null, hiddenArtistIds: hiddenArtists(shop, shops) }
}

/** False for the things of an artist whose shop is behind a password; for what is named by id alone. */
export function isShown({ hiddenArtistIds }: Range, artistId: string | null): boolean {
  return artistId === null || !hiddenArtistIds.includes(artistId)
}

/** The ids travel as one text: D1 takes a hundred parameters, and there may be more shops behind a password. */
export function isNoneOf(column: Column | SQL, ids: string[]): SQL {
  return sql`${column} not in (select value from json_each(${JSON.stringify(ids)}))`
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

/** A category belongs to the band whose it is; the main shop lists its own. */
export function categoriesOf({ artistId }: Range): SQL {
  return artistId === null ? isNull(categories.artistId) : eq(categories.artistId, artistId)
}
