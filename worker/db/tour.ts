/** Tours for lists and pages: a tour's row with its artists. */
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Localised } from '../../schema/locale.ts'
import { categories } from '../../schema/tables/category.ts'
import { tourArtists, tours } from '../../schema/tables/event.ts'
import { artistHasPageColumn } from './category.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isNoneOf } from './id-list.ts'
import { type Range, toursOf } from './range.ts'

/** An artist in a tour's row. The row contains the tour's artists, so that a list of tours needs no query per tour. */
type TourArtist = { id: string; name: Localised }

// Raw SQL, because in a select from one table the query builder omits the table names of columns.
const tourBilling = sql<string>`(select json_group_array(json_object('id', a.id, 'name', json(coalesce(a.display_name, a.name))) order by ta.sort_order) from tour_artists ta join categories a on a.id = ta.artist_id where ta.tour_id = tours.id)`

// The date of the last concert that was not cancelled, for tours without an end. Excludes hidden artists (SHOP-07) and secret
// dates (EVT-16).
const lastConcertAt = ({ hiddenArtistIds }: Range) =>
  sql<
    number | null
  >`(select max(e.happening_from_at) from tour_events te join events e on e.id = te.event_id where te.tour_id = tours.id and e.status <> 'cancelled' and e.meta ->> 'hideDate' is null and ${isNoneOf(sql`e.artist_id`, hiddenArtistIds)})`

function selectTours(db: Database, range: Range) {
  return db
    .select({
      ...getTableColumns(tours),
      lastConcertAt: lastConcertAt(range).as('last_concert_at'),
      billing: tourBilling.mapWith((text: string) => JSON.parse(text) as TourArtist[]).as('billing'),
    })
    .from(tours)
    .$dynamic()
}

export type TourRow = Awaited<ReturnType<typeof selectTours>>[number]

export function listTours(db: Database, range: Range) {
  return selectTours(db, range).where(toursOf(db, range)).orderBy(asc(tours.startAt), asc(tours.slug))
}

export function homeTours(db: Database, range: Range) {
  return selectTours(db, range)
    .where(and(isNotNull(tours.sortOrderHomepage), toursOf(db, range)))
    .orderBy(asc(tours.sortOrderHomepage))
}

export function tourBySlug(db: Database, range: Range, slug: string) {
  return selectTours(db, range)
    .where(and(eq(tours.slug, slug), toursOf(db, range)))
    .limit(1)
}

/** `mainRange` is the range of the main shop, which has the artists' pages. */
export function artistsOfTour(db: Database, mainRange: Range, now: number, tourId: string) {
  return db
    .select({ artist: columnsOf(categories), hasPage: artistHasPageColumn(db, mainRange, now) })
    .from(tourArtists)
    .innerJoin(categories, eq(categories.id, tourArtists.artistId))
    .where(eq(tourArtists.tourId, tourId))
    .orderBy(asc(tourArtists.sortOrder))
}
