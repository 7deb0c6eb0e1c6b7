/**
 * Search over one full-text table that triggers keep up to date (migration "search"). Terms are lowercased, trimmed, split
 * and matched as prefixes; German spellings fold: für, fuer and fur find each other (SRCH-03, SRCH-04).
 */

import type { InferSelectModel } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { categories } from '../../schema/tables/catalogue.ts'
import { artistsByIds } from './category.ts'
import type { Database } from './database.ts'
import { type EventRow, eventsByIds } from './event.ts'
import { type ProductRow, productsByIds } from './product.ts'
import type { Range } from './range.ts'

const MOST_TERMS = 8
const ARTISTS = 6

/** The FTS5 query; null where nothing is left to look for. */
export function searchTerms(text: string): string | null {
  const words = text
    .slice(0, 100)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[äöü]/g, (letter) => ({ ä: 'a', ö: 'o', ü: 'u' })[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_TERMS)
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ')
}

export type SearchPage = {
  first: number
  productsAfter: number
  eventsAfter: number
  now: number
  writeCursor: (offset: number) => string
}

export type Found = {
  artists: InferSelectModel<typeof categories>[]
  products: ProductRow[]
  productsMoreAfter: string | null
  events: EventRow[]
  eventsMoreAfter: string | null
}

/** Only what the shop shows. */
function inRange(range: Range) {
  return range.artistId !== null
    ? sql`and artist_id = ${range.artistId}`
    : range.hiddenArtistIds.length > 0
      ? sql`and (artist_id is null or artist_id not in (${sql.join(
          range.hiddenArtistIds.map((id) => sql`${id}`),
          sql`, `,
        )}))`
      : sql``
}

/** Ids of matching events, best first. */
export async function searchEventIds(db: Database, range: Range, terms: string, most: number): Promise<string[]> {
  const rows = await db.all<{ entity_id: string }>(
    sql`select entity_id from search where search match ${terms} and kind = 'event' ${inRange(range)} order by rank limit ${most}`,
  )
  return rows.map((row) => row.entity_id)
}

export async function searchCatalogue(db: Database, range: Range, terms: string, page: SearchPage): Promise<Found> {
  const ids = (kind: string, limit: number, offset: number) =>
    db.all<{ entity_id: string }>(
      sql`select entity_id from search where search match ${terms} and kind = ${kind} ${inRange(range)} order by rank, entity_id limit ${limit} offset ${offset}`,
    )
  const [artistIds, productIds, eventIds] = await Promise.all([
    ids('artist', ARTISTS, 0),
    ids('product', page.first + 1, page.productsAfter),
    ids('event', page.first + 1, page.eventsAfter),
  ])
  const shown = (rows: { entity_id: string }[]) => rows.slice(0, page.first).map((row) => row.entity_id)
  const [artists, products, events] = await db.batch([
    artistsByIds(
      db,
      artistIds.map((row) => row.entity_id),
    ),
    productsByIds(db, shown(productIds), page.now),
    eventsByIds(db, shown(eventIds)),
  ])
  const inOrder = <Row>(found: { entity_id: string }[], rows: Row[], idOf: (row: Row) => string) =>
    found.slice(0, page.first).flatMap(({ entity_id }) => rows.find((row) => idOf(row) === entity_id) ?? [])
  return {
    artists: inOrder(artistIds, artists, (row) => row.id),
    products: inOrder(productIds, products, ({ product }) => product.id),
    productsMoreAfter: productIds.length > page.first ? page.writeCursor(page.productsAfter + page.first) : null,
    events: inOrder(eventIds, events, ({ event }) => event.id),
    eventsMoreAfter: eventIds.length > page.first ? page.writeCursor(page.eventsAfter + page.first) : null,
  }
}
