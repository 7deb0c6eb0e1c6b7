/** Events for lists and pages: an event's row with its venue, artist and lowest price. */
import { and, asc, eq, exists, gt, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { LIST_MAXIMUM } from '../../schema/limits.ts'
import { dateIsSecret } from '../../schema/rules/event-sale.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import {
  eventArtists,
  eventAvailability,
  eventCategories,
  events,
  listingInstantOf,
  pricingCategories,
  showsDateIn,
  tourEvents,
  venues,
} from '../../schema/tables/event.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isOneOf } from './id-list.ts'
import { eventsOf, playsAt, type Range, tourCategoriesOf } from './range.ts'

const artists = alias(categories, 'artists')

/** The kind of a variant's ticket is on sale, as in `ticketKindIsSold` (EVT-04). */
const kindIsSold = sql`case
  when json_extract(${events.meta}, '$.only_online_tickets') then ${variants.physical} = 0
  when json_extract(${events.meta}, '$.only_hard_tickets') then ${variants.physical} = 1
  else 1 end`

/** The page shows the seat map, as in `hasMap` of the web (SEAT-01). Without the map, `hideButtons` takes effect. */
const showsMap = sql`(${events.seatMapKey} is not null and ${events.displayMap} = 1
  and coalesce(json_extract(${events.meta}, '$.hide_map'), 0) = 0)`

/** The event's variants that the shop offers, whether or not tickets are left. */
export const offered = sql`from ${variants} join ${pricingCategories} on ${pricingCategories.id} = ${variants.pricingCategoryId}
  where ${variants.eventId} = ${events.id} and ${variants.active} = 1 and ${kindIsSold}
  and not (${pricingCategories.hideButtons} = 1 and not ${showsMap})`

/** The event's variants that a fan can buy. Without a row in `event_availability`, all categories count as available. */
const buyable = sql`${offered}
  and ${pricingCategories.number} not in (select value from json_each(coalesce(${eventAvailability.soldOutCategories}, '[]')))`

/** EVT-02: the lowest price of the tickets that a fan can buy, without free ones. */
export const lowestPrice = sql<
  number | null
>`(select min(${variants.priceCents}) ${buyable} and ${variants.priceCents} > 0)`

/** Whether the tickets that `lowestPrice` compares have several prices. */
export const priceVaries = sql<boolean>`(select count(distinct ${variants.priceCents}) > 1 ${buyable}
  and ${variants.priceCents} > 0)`.mapWith(Boolean)

/** Whether the shop offers tickets of the event, and all of them are known to be gone. */
const isSoldOut = sql`(exists (select 1 ${offered}) and not exists (select 1 ${buyable}))`

export function selectEvents(db: Database) {
  return db
    .select({
      event: columnsOf(events),
      venue: columnsOf(venues),
      artist: columnsOf(artists),
      lowestPriceCents: lowestPrice.as('lowest_price'),
      priceVaries: priceVaries.as('price_varies'),
      isSoldOut: isSoldOut.mapWith(Boolean).as('is_sold_out'),
      soldOutCategories: eventAvailability.soldOutCategories,
    })
    .from(events)
    .leftJoin(eventAvailability, eq(eventAvailability.eventId, events.id))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(artists, eq(artists.id, events.artistId))
    .$dynamic()
}

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]
/** `at` is the instant of `listingInstant`. */
export type EventCursor = { at: number; id: string }
/** `from` and `to` are inclusive. `listedFrom` is the instant of a cursor, before which a list has no more events. */
export type EventDays = { from: number; to: number | null; cities: string[] | null; listedFrom?: number }
export type EventFilter = EventDays & { found: SQL | null; omitsCancelled?: boolean; omitsSecretDates?: boolean }

export function eventBySlug(db: Database, range: Range, slug: string) {
  return selectEvents(db).where(and(eq(events.slug, slug), eventsOf(db, range)))
}

export function eventsByIds(db: Database, ids: string[]) {
  return selectEvents(db).where(isOneOf(events.id, ids))
}

export const listedAt = listingInstantOf(events)

/** The order of all lists of events: by date, those with a secret date last, and otherwise by id. */
export const BY_LISTING = [asc(listedAt), asc(events.id)] as const

/** The instant by which lists sort the event, and which their cursors contain. */
export function listingInstant(event: Pick<EventRow['event'], 'happeningFromAt' | 'meta'>): number {
  return dateIsSecret(event) ? Number.MAX_SAFE_INTEGER : event.happeningFromAt
}

/** The condition that an event matches the days and cities. */
export function eventsWithin(db: Database, { from, to, cities, listedFrom = 0 }: EventDays): SQL | undefined {
  const inCity = (names: string[]) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(venues)
        .where(and(eq(venues.id, events.venueId), isOneOf(venues.city, names))),
    )
  return and(
    isComing(from),
    gte(listedAt, listedFrom),
    to === null ? undefined : lte(events.happeningFromAt, to),
    cities === null ? undefined : inCity(cities),
  )
}

/** Events that match the filter and come after the cursor, the earliest first, and those with a secret date last. */
export function listEvents(
  db: Database,
  range: Range,
  filter: EventFilter,
  page: { first: number; after: EventCursor | null },
) {
  const behind: SQL | undefined = page.after
    ? or(gt(listedAt, page.after.at), and(eq(listedAt, page.after.at), gt(events.id, page.after.id)))
    : undefined
  return selectEvents(db)
    .where(
      and(
        eventsWithin(db, filter),
        filter.omitsCancelled ? ne(events.status, 'cancelled') : undefined,
        filter.omitsSecretDates ? showsDateIn(events) : undefined,
        filter.found ?? undefined,
        eventsOf(db, range),
        behind,
      ),
    )
    .orderBy(...BY_LISTING)
    .limit(page.first)
}

/** HOME-04: the cities of the coming events. */
export function citiesOfEvents(db: Database, range: Range, from: number) {
  return db
    .selectDistinct({ city: venues.city })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(and(gte(events.happeningFromAt, from), eventsOf(db, range)))
}

/** The condition that a TOUR category contains the event. */
function isInTourCategory(db: Database, category: SQL | undefined): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(eventCategories)
      .innerJoin(categories, eq(categories.id, eventCategories.categoryId))
      .where(and(eq(eventCategories.eventId, events.id), eq(categories.type, 'TOUR'), category)),
  )
}

/** The condition that an event starts at `from` or later. The second part lets SQLite start in the index of `BY_LISTING`. */
export function isComing(from: number): SQL | undefined {
  return and(gte(events.happeningFromAt, from), gte(listedAt, from))
}

/** CAT-07: the coming events of a TOUR category. */
export function eventsOfCategory(db: Database, range: Range, categoryId: string, from: number) {
  return selectEvents(db)
    .where(and(isInTourCategory(db, eq(categories.id, categoryId)), isComing(from), eventsOf(db, range)))
    .orderBy(...BY_LISTING)
    .limit(LIST_MAXIMUM)
}

/**
 * HOME-04, EVL-01: TOUR categories with coming events, their artists, and the first and last date that visitors may know. A band's
 * category counts only with events at which the band plays, because its page shows no others.
 */
export function tourCategories(db: Database, range: Range, from: number) {
  const shownAt = sql`case when ${showsDateIn(events)} and ${events.status} <> 'cancelled' then ${events.happeningFromAt} end`
  return db
    .select({
      category: columnsOf(categories),
      artist: columnsOf(artists),
      startAt: sql<number | null>`min(${shownAt})`.as('start_at'),
      endAt: sql<number | null>`max(${shownAt})`.as('end_at'),
    })
    .from(categories)
    .innerJoin(eventCategories, eq(eventCategories.categoryId, categories.id))
    .innerJoin(events, eq(events.id, eventCategories.eventId))
    .leftJoin(artists, eq(artists.id, categories.artistId))
    .where(
      and(
        eq(categories.type, 'TOUR'),
        eq(categories.mainCategory, true),
        tourCategoriesOf(range),
        or(isNull(categories.artistId), playsAt(db, categories.artistId)),
        gte(events.happeningFromAt, from),
        eventsOf(db, range),
      ),
    )
    .groupBy(categories.id)
    .orderBy(asc(categories.sortOrder), asc(categories.slug))
}

/**
 * ART-02: the artist's own events and those where the artist is a supporting act. `category` is the slug of a TOUR category
 * that contains them, or null.
 */
export function eventsOfArtist(
  db: Database,
  range: Range,
  artistId: string,
  { from, limit, category }: { from: number; limit: number; category: string | null },
) {
  const supported = db
    .select({ id: eventArtists.eventId })
    .from(eventArtists)
    .where(and(eq(eventArtists.artistId, artistId), eq(eventArtists.role, 'featured')))
  const performs = or(eq(events.artistId, artistId), inArray(events.id, supported))
  return selectEvents(db)
    .where(
      and(
        performs,
        gte(events.happeningFromAt, from),
        eventsOf(db, range),
        category === null ? undefined : isInTourCategory(db, eq(categories.slug, category)),
      ),
    )
    .orderBy(...BY_LISTING)
    .limit(limit)
}

/** Upcoming dates that a visitor of this event's page may prefer: those of its artist and of its tours, in the order of lists. */
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
    .orderBy(...BY_LISTING)
    .limit(limit)
}

/** TOUR-01: a tour's events, by start time, then by door time. Events with a secret date come last, by their ids. */
export function eventsOfTour(db: Database, range: Range, tourId: string) {
  const ids = db.select({ id: tourEvents.eventId }).from(tourEvents).where(eq(tourEvents.tourId, tourId))
  return selectEvents(db)
    .where(and(inArray(events.id, ids), eventsOf(db, range)))
    .orderBy(asc(listedAt), sql`case when ${showsDateIn(events)} then ${events.doorAt} end`, asc(events.id))
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
