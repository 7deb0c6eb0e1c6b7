/** Whose an event, an article, a tour or an artist's page is, by its slug or id: kept in the isolate under the catalogue version. */
import { and, count, eq, min, or } from 'drizzle-orm'
import { categories, products } from '../../schema/tables/catalogue.ts'
import { events, tourArtists, tours } from '../../schema/tables/event.ts'
import type { Database } from './database.ts'

export type Content = { kind: 'event' | 'product' | 'tour' | 'artist'; name: string }

const KEPT = 5_000
let known: { version: number; artists: Map<string, string | null> } = { version: -1, artists: new Map() }

/** The artist's id; null for unknown content, for what belongs to no artist and for a tour that several share. */
export async function artistOf(db: Database, version: number, { kind, name }: Content): Promise<string | null> {
  if (known.version !== version || known.artists.size > KEPT) known = { version, artists: new Map() }
  const { artists } = known
  const key = `${kind}/${name}`
  const before = artists.get(key)
  if (before !== undefined) return before
  const [row] = await read(db, { kind, name })
  const artistId = row?.artistId ?? null
  artists.set(key, artistId)
  return artistId
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
