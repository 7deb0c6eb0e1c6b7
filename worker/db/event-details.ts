/** The rows that belong to events: artists, tours, pricing categories, ticket variants and areas. */
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import {
  allotments,
  eventArtists,
  eventCategories,
  events,
  pricingCategories,
  tourEvents,
  tours,
} from '../../schema/tables/event.ts'
import { artistHasPageColumn } from './category.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { isOneOf } from './id-list.ts'
import { categoriesOf, type Range, toursOf } from './range.ts'

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

/** The ticket variants of events, with the number of each variant's pricing category. */
export function ticketVariantsOf(db: Database, events: EventIds) {
  return db
    .select({
      ...getTableColumns(variants),
      eventId: sql<string>`${variants.eventId}`.as('event_of_variant'),
      categoryNumber: pricingCategories.number,
    })
    .from(variants)
    .innerJoin(pricingCategories, eq(pricingCategories.id, variants.pricingCategoryId))
    .where(isOfEvents(variants.eventId, events))
    .orderBy(asc(variants.sortOrder), asc(variants.id))
}

export function allotmentsOf(db: Database, events: EventIds) {
  return db.select().from(allotments).where(isOfEvents(allotments.eventId, events))
}

/** `mainRange` is the range of the main shop, which has the artists' pages. */
export function eventArtistsOf(db: Database, mainRange: Range, now: number, events: EventIds) {
  return db
    .select({
      eventId: eventArtists.eventId,
      role: eventArtists.role,
      artist: columnsOf(categories),
      hasPage: artistHasPageColumn(db, mainRange, now),
    })
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

/** The TOUR categories of these events that have a page in the shop. */
export function tourCategoriesOfEvents(db: Database, range: Range, events: EventIds) {
  return db
    .select({ eventId: eventCategories.eventId, slug: categories.slug, name: categories.name })
    .from(eventCategories)
    .innerJoin(categories, eq(categories.id, eventCategories.categoryId))
    .where(
      and(
        isOfEvents(eventCategories.eventId, events),
        eq(categories.type, 'TOUR'),
        eq(categories.mainCategory, true),
        categoriesOf(range),
      ),
    )
    .orderBy(asc(categories.sortOrder), asc(categories.slug))
}
