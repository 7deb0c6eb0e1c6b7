/** Whose an event, an article, a tour or an artist's page is, by its slug or id: kept in the isolate under the catalogue version. */
import { and, count, eq, min, or } from 'drizzle-orm'
import { categories, products } from '../../schema/tables/catalogue.ts'
import { events, tourArtists, tours } from '../../schema/tables/event.ts'
import type { Database } from './database.ts'

export type Content = { kind: 'event' | 'product' | 'tour' | 'artist'; name: string }

const KEPT = 5_000
let known: { version: number; artists: Map<string, string | null> } = { version: -1, artists: new Map() }

/** As `artistOf` where nothing has to be read, else undefined. */
export function knownArtistOf(version: number, { kind, name }: Content): string | null | undefined {
  return known.version === version ? known.artists.get(`${kind}/${name}`) : undefined
}

/** The artist's id; null for unknown content, for what belongs to no artist and for a tour that several share. */
export async function artistOf(db: Database, version: number, { kind, name }: Content): Promise<string | null> {
  const before = knownArtistOf(version, { kind, name })
  if (before !== undefined) return before
  if (known.version !== version) known = { version, artists: new Map() }
  const { artists } = known
  const [row] = await read(db, { kind, name })
  const artistId = row?.artistId ?? null
  artists.set(`${kind}/${name}`, artistId)
  const oldest = artists.keys().next().value
  if (artists.size > KEPT && oldest !== undefined) artists.delete(oldest)
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
