/** Finds the artist who owns an event (by slug or id), a product, a tour or an artist's page (by slug). */
import { and, count, eq, min, or } from 'drizzle-orm'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, tourArtists, tours } from '../../schema/tables/event.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import type { Database } from './database.ts'

export type Content = { kind: 'event' | 'product' | 'tour' | 'artist'; name: string }

const owners = new PerVersion<string, string | null>('owners of content', 5_000)

/** The cached result of `artistOf`; undefined if it is not cached. */
export function cachedArtistOf(version: number, { kind, name }: Content): string | null | undefined {
  return owners.of(version).get(`${kind}/${name}`)
}

/** The artist's id; null for unknown content, for content without an artist and for a tour that several artists share. */
export function artistOf(db: Database, version: number, { kind, name }: Content): Promise<string | null> {
  return owners.read(version, `${kind}/${name}`, async () => {
    const [row] = await read(db, { kind, name })
    return row?.artistId ?? null
  })
}

function read(db: Database, { kind, name }: Content) {
  if (kind === 'event') {
    return db
      .select({ artistId: events.artistId })
      .from(events)
      .where(or(eq(events.slug, name), eq(events.id, name)))
  }
  if (kind === 'product')
    return db.select({ artistId: products.artistId }).from(products).where(eq(products.slug, name))
  if (kind === 'tour')
    return db
      .select({ artistId: min(tourArtists.artistId) })
      .from(tours)
      .innerJoin(tourArtists, eq(tourArtists.tourId, tours.id))
      .where(eq(tours.slug, name))
      .groupBy(tours.id)
      .having(eq(count(), 1))
  return db
    .select({ artistId: categories.id })
    .from(categories)
    .where(and(eq(categories.type, 'ARTIST'), eq(categories.slug, name)))
}
