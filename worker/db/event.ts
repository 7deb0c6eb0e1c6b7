/**
 * Events and tours for lists and pages: an event's row with its venue, artist and range of prices, and a tour's row with
 * its artists.
 */
import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Localised } from '../../schema/locale.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import {
  allotments,
  eventArtists,
  events,
  pricingCategories,
  tourArtists,
  tourEvents,
  tours,
  venues,
} from '../../schema/tables/event.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isNoneOf, isOneOf } from './id-list.ts'
import { eventsOf, type Range, toursOf } from './range.ts'

const artists = alias(categories, 'artists')

/** EVT-02: the lowest or highest price of the event's active variants, without free ones. */
const priced = (of: 'min' | 'max') =>
  sql<
    number | null
  >`(select ${sql.raw(of)}(${variants.priceCents}) from ${variants} where ${variants.eventId} = ${events.id} and ${variants.active} = 1 and ${variants.priceCents} > 0)`

export function selectEvents(db: Database) {
  return db
    .select({
      event: columnsOf(events),
      venue: columnsOf(venues),
      artist: columnsOf(artists),
      lowestPriceCents: priced('min').as('lowest_price'),
      highestPriceCents: priced('max').as('highest_price'),
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(artists, eq(artists.id, events.artistId))
    .$dynamic()
}

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]
export type EventCursor = { at: number; id: string }
export type EventDays = { from: number; to: number | null; city: string | null }
export type EventFilter = EventDays & { found: SQL | null }

export function eventBySlug(db: Database, range: Range, slug: string) {
  return selectEvents(db).where(and(eq(events.slug, slug), eventsOf(db, range)))
}

export function eventsByIds(db: Database, ids: string[]) {
  return selectEvents(db).where(isOneOf(events.id, ids))
}

/** A condition on events; `from` and `to` are inclusive. */
export function eventsWithin(db: Database, { from, to, city }: EventDays): SQL | undefined {
  const inCity = (name: string) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(venues)
        .where(and(eq(venues.id, events.venueId), eq(venues.city, name))),
    )
  return and(
    gte(events.happeningFromAt, from),
    to === null ? undefined : lte(events.happeningFromAt, to),
    city === null ? undefined : inCity(city),
  )
}

/** Events that match the filter and come after the cursor, the earliest first. */
export function listEvents(
  db: Database,
  range: Range,
  filter: EventFilter,
  page: { first: number; after: EventCursor | null },
) {
  const behind: SQL | undefined = page.after
    ? or(
        gt(events.happeningFromAt, page.after.at),
        and(eq(events.happeningFromAt, page.after.at), gt(events.id, page.after.id)),
      )
    : undefined
  return selectEvents(db)
    .where(and(eventsWithin(db, filter), filter.found ?? undefined, eventsOf(db, range), behind))
    .orderBy(asc(events.happeningFromAt), asc(events.id))
    .limit(page.first)
}

export function eventsOfArtist(db: Database, range: Range, artistId: string, from: number, limit: number) {
  return selectEvents(db)
    .where(and(eq(events.artistId, artistId), gte(events.happeningFromAt, from), eventsOf(db, range)))
    .orderBy(asc(events.happeningFromAt), asc(events.id))
    .limit(limit)
}

/** Upcoming dates that a visitor of this event's page may prefer: those of its artist and of its tours, the earliest first. */
export function otherDatesOf(db: Database, range: Range, event: SQL<string>, from: number, limit: number) {
  const ofTours = sql`(select ${tourEvents.eventId} from ${tourEvents} where ${tourEvents.tourId} in (select ${tourEvents.tourId} from ${tourEvents} where ${tourEvents.eventId} = ${event}))`
  const ofArtist = sql`(select ${events.artistId} from ${events} where ${events.id} = ${event})`
  return selectEvents(db)
    .where(
      and(
        or(eq(events.artistId, ofArtist), inArray(events.id, ofTours)),
        ne(events.id, event),
        ne(events.status, 'cancelled'),
        gte(events.happeningFromAt, from),
        eventsOf(db, range),
      ),
    )
    .orderBy(asc(events.happeningFromAt), asc(events.id))
    .limit(limit)
}

/** TOUR-01: a tour's events, by start time, then by door time. */
export function eventsOfTour(db: Database, range: Range, tourId: string) {
  const ids = db.select({ id: tourEvents.eventId }).from(tourEvents).where(eq(tourEvents.tourId, tourId))
  return selectEvents(db)
    .where(and(inArray(events.id, ids), eventsOf(db, range)))
    .orderBy(asc(events.happeningFromAt), asc(events.doorAt))
}

/** Either ids, or a subquery that finds one id, so that an event and its related rows are read in one round trip. */
export type EventIds = string[] | SQL<string>

/** The condition that `column`, which contains an event's id, names one of the events. */
export function isOfEvents(column: SQLiteColumn, events: EventIds): SQL {
  return Array.isArray(events) ? isOneOf(column, events) : eq(column, events)
}

export function idOfEvent(slug: string): SQL<string> {
  return sql<string>`(select ${events.id} from ${events} where ${events.slug} = ${slug})`
}

export function pricingCategoriesOf(db: Database, events: EventIds) {
  return db
    .select()
    .from(pricingCategories)
    .where(isOfEvents(pricingCategories.eventId, events))
    .orderBy(asc(pricingCategories.sortOrder), asc(pricingCategories.number))
}

export function ticketVariantsOf(db: Database, events: EventIds) {
  return db
    .select({ ...getTableColumns(variants), eventId: sql<string>`${variants.eventId}`.as('event_of_variant') })
    .from(variants)
    .where(isOfEvents(variants.eventId, events))
    .orderBy(asc(variants.sortOrder), asc(variants.id))
}

export function allotmentsOf(db: Database, events: EventIds) {
  return db.select().from(allotments).where(isOfEvents(allotments.eventId, events))
}

export function eventArtistsOf(db: Database, events: EventIds) {
  return db
    .select({ eventId: eventArtists.eventId, role: eventArtists.role, artist: columnsOf(categories) })
    .from(eventArtists)
    .innerJoin(categories, eq(categories.id, eventArtists.artistId))
    .where(isOfEvents(eventArtists.eventId, events))
    .orderBy(asc(eventArtists.sortOrder))
}

export function toursOfEvents(db: Database, range: Range, events: EventIds) {
  return db
    .select({ eventId: tourEvents.eventId, slug: tours.slug, name: tours.name })
    .from(tourEvents)
    .innerJoin(tours, eq(tours.id, tourEvents.tourId))
    .where(and(isOfEvents(tourEvents.eventId, events), toursOf(db, range)))
}

/** An artist in a tour's row. The row contains the tour's artists, so that a list of tours needs no query per tour. */
type TourArtist = { id: string; name: Localised }

// Raw SQL, because in a select from one table the query builder omits the table names of columns.
const tourBilling = sql<string>`(select json_group_array(json_object('id', a.id, 'name', json(coalesce(a.display_name, a.name))) order by ta.sort_order) from tour_artists ta join categories a on a.id = ta.artist_id where ta.tour_id = tours.id)`

// The date of the last concert that was not cancelled, for tours without an end. Excludes hidden artists (SHOP-07).
const lastConcertAt = ({ hiddenArtistIds }: Range) =>
  sql<
    number | null
  >`(select max(e.happening_from_at) from tour_events te join events e on e.id = te.event_id where te.tour_id = tours.id and e.status <> 'cancelled' and ${isNoneOf(sql`e.artist_id`, hiddenArtistIds)})`

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

export function artistsOfTour(db: Database, tourId: string) {
  return db
    .select({ artist: columnsOf(categories) })
    .from(tourArtists)
    .innerJoin(categories, eq(categories.id, tourArtists.artistId))
    .where(eq(tourArtists.tourId, tourId))
    .orderBy(asc(tourArtists.sortOrder))
}

const SEAT_SOURCE = {
  plan: { key: events.seatPlanKey, version: events.seatPlanVersion },
  blockCount: events.blockCount,
}

/** Like `seatSourceOf`, but for events of any shop. A waiting room uses it, and shows only how many tickets are left. */
export function seatSourceById(db: Database, eventId: string) {
  return db.select(SEAT_SOURCE).from(events).where(eq(events.id, eventId))
}

/** The event's seat plan and its number of seat objects; no row if this shop does not show the event. */
export function seatSourceOf(db: Database, range: Range, eventId: string) {
  return db
    .select(SEAT_SOURCE)
    .from(events)
    .where(and(eq(events.id, eventId), eventsOf(db, range)))
}
