/**
 * Venues, tours, and events with their pricing categories and standing areas. An event's row contains the keys of its
 * seat map and its seat plan, two files that list the seats. The EventSeats objects store which seats are free, held or
 * sold.
 */
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { CompanyAddress, EventMeta, Image, PersonalizationRequirement } from '../catalogue-values.ts'
import type { PlanText } from '../seat-map.ts'
import { categories } from './category.ts'
import { flag, instant, json, localised } from './columns.ts'

export const venues = sqliteTable(
  'venues',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    postCode: text('post_code').notNull(),
    countryCode: text('country_code').notNull(),
    /** The IANA time zone in which the shop shows the dates of the venue's events (L10N-03). */
    timeZone: text('time_zone').notNull(),
    /** How people with a disability reach the venue and their places; null if the catalogue does not say. */
    accessInfo: localised('access_info'),
  },
  (table) => [uniqueIndex('venues_slug').on(table.slug)],
)

export const tours = sqliteTable(
  'tours',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: localised('name').notNull(),
    subtitle: localised('subtitle'),
    description: localised('description').notNull(),
    /** The text of the catalogue file; empty if the API should join the names of the artists instead. */
    artistNames: text('artist_names').notNull(),
    ticketImage: json<Image>('ticket_image'),
    startAt: instant('start_at').notNull(),
    /** Null if the catalogue file contains no end or `0000-00-00` (L10N-04). */
    endAt: instant('end_at'),
    sortOrderHomepage: integer('sort_order_homepage'),
    sortOrderTicketTopLeft: integer('sort_order_ticket_top_left'),
    sortOrderTicketTopRight: integer('sort_order_ticket_top_right'),
    sortOrderTicketBottom: integer('sort_order_ticket_bottom'),
  },
  (table) => [
    uniqueIndex('tours_slug').on(table.slug),
    index('tours_by_start').on(table.startAt),
    index('tours_on_home').on(table.sortOrderHomepage),
  ],
)

export const tourArtists = sqliteTable(
  'tour_artists',
  {
    tourId: text('tour_id')
      .notNull()
      .references(() => tours.id, { onDelete: 'cascade' }),
    artistId: text('artist_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tourId, table.artistId] }),
    index('tour_artists_by_artist').on(table.artistId),
  ],
)

/** The condition that an event shows its date. */
export function showsDateIn({ meta }: { meta: AnySQLiteColumn }): SQL {
  return sql`${meta} ->> 'hideDate' is null`
}

/**
 * EVT-16: the instant by which lists sort an event. Events with a secret date come last, because the dates of the events around
 * them would reveal it. The number is the largest safe integer, as `listingInstant` returns it. It is no parameter, because SQLite
 * uses an index only for the same expression.
 */
export function listingInstantOf(table: { meta: AnySQLiteColumn; happeningFromAt: AnySQLiteColumn }): SQL {
  return sql`(case when ${showsDateIn(table)} then ${table.happeningFromAt} else 9007199254740991 end)`
}

export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    artistId: text('artist_id')
      .notNull()
      .references(() => categories.id),
    venueId: text('venue_id')
      .notNull()
      .references(() => venues.id),
    status: text('status').$type<'active' | 'cancelled' | 'postponed'>().notNull().default('active'),
    name: localised('name').notNull(),
    descriptiveName: localised('descriptive_name').notNull(),
    description: localised('description').notNull(),
    htmlDetails: localised('html_details'),
    image: json<Image>('image'),
    happeningFromAt: instant('happening_from_at').notNull(),
    happeningUntilAt: instant('happening_until_at'),
    doorAt: instant('door_at'),
    stageAt: instant('stage_at'),
    presaleAt: instant('presale_at').notNull(),
    salesEndAt: instant('sales_end_at').notNull(),
    /** The bucket key of the `SeatMap` file, with a hash of the file's content. Null for an event without a map. */
    seatMapKey: text('seat_map_key'),
    /** The seat map's width divided by its height; null without a map, or until the next import of an older event. */
    seatMapRatio: real('seat_map_ratio'),
    /** The key of the `SeatPlan` file that EventSeats objects load. */
    seatPlanKey: text('seat_plan_key').notNull(),
    /**
     * The catalogue version that set the plan. EventSeats objects compare it, so an old plan never replaces a newer
     * one.
     */
    seatPlanVersion: integer('seat_plan_version').notNull().default(0),
    /** The number of EventSeats objects that share the event's seats: 1, except for large events. It never shrinks. */
    blockCount: integer('block_count').notNull().default(1),
    displayMap: flag('display_map').notNull().default(false),
    /** The names of the seat map's sections that have wheelchair spaces. */
    accessibleSections: json<PlanText[]>('accessible_sections').notNull().default([]),
    cartLimit: integer('cart_limit').notNull(),
    holdSeconds: integer('hold_seconds').notNull().default(1200),
    soldOutMessage: localised('sold_out_message'),
    kulturpassUrl: text('kulturpass_url'),
    personalizationRequirement: text('personalization_requirement')
      .$type<PersonalizationRequirement>()
      .notNull()
      .default('no_personalization_required'),
    localOrganizer: text('local_organizer'),
    owningCompanyAddress: json<CompanyAddress>('owning_company_address'),
    checkInStartAt: instant('check_in_start_at').notNull(),
    checkInEndAt: instant('check_in_end_at').notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull().default(1900),
    meta: json<EventMeta>('meta').notNull().default({}),
  },
  (table) => [
    uniqueIndex('events_slug').on(table.slug),
    index('events_by_date').on(table.happeningFromAt, table.id),
    index('events_by_listing').on(listingInstantOf(table), table.id),
    index('events_by_artist').on(table.artistId, table.happeningFromAt),
    check('events_status_known', sql`${table.status} in ('active', 'cancelled', 'postponed')`),
    check('events_cart_limit', sql`${table.cartLimit} between 1 and 100`),
    check('events_hold_seconds', sql`${table.holdSeconds} between 60 and 7200`),
    check('events_blocks', sql`${table.blockCount} between 1 and 64`),
    check('events_check_in_in_order', sql`${table.checkInStartAt} <= ${table.checkInEndAt}`),
  ],
)

/** Supporting acts (`featured`), and artists whom the event's page recommends (`related`). */
export const eventArtists = sqliteTable(
  'event_artists',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    artistId: text('artist_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    role: text('role').$type<'featured' | 'related'>().notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.artistId, table.role] }),
    index('event_artists_by_artist').on(table.artistId, table.role),
    check('event_artists_role_known', sql`${table.role} in ('featured', 'related')`),
  ],
)

export const tourEvents = sqliteTable(
  'tour_events',
  {
    tourId: text('tour_id')
      .notNull()
      .references(() => tours.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.tourId, table.eventId] }), index('tour_events_by_event').on(table.eventId)],
)

/** The categories that list an event. */
export const eventCategories = sqliteTable(
  'event_categories',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.categoryId] }),
    index('event_categories_by_category').on(table.categoryId, table.eventId),
  ],
)

export const pricingCategories = sqliteTable(
  'pricing_categories',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The number by which seats in the seat map refer to the category. */
    number: integer('number').notNull(),
    name: localised('name').notNull(),
    mapColor: text('map_color').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    expanded: flag('expanded').notNull().default(true),
    hideButtons: flag('hide_buttons').notNull().default(false),
    /** The heading in German. */
    section: text('section'),
    sectionEn: text('section_en'),
  },
  (table) => [
    uniqueIndex('pricing_categories_number').on(table.eventId, table.number),
    // D1 refuses patterns longer than 50 bytes.
    check(
      'pricing_categories_color',
      sql`${table.mapColor} like '#______' and substr(${table.mapColor}, 2) not glob '*[^0-9a-fA-F]*'`,
    ),
  ],
)

/**
 * Which tickets of an event on sale are gone, for lists and prices. A job reads it from the EventSeats objects, which alone
 * know the holds. A list may therefore be some minutes behind; the event's own page asks the objects.
 */
export const eventAvailability = sqliteTable('event_availability', {
  eventId: text('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** The numbers of the pricing categories without a free ticket. */
  soldOutCategories: json<number[]>('sold_out_categories').notNull(),
  nextCheckAt: instant('next_check_at').notNull(),
})

/** The standing areas of events, with their capacities. */
export const allotments = sqliteTable(
  'allotments',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sectionId: text('section_id').notNull(),
    name: localised('name').notNull(),
    pricingCategoryId: text('pricing_category_id')
      .notNull()
      .references(() => pricingCategories.id, { onDelete: 'cascade' }),
    capacity: integer('capacity').notNull(),
    block: integer('block').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sectionId] }),
    check('allotments_capacity', sql`${table.capacity} >= 0`),
  ],
)

/**
 * The block of each section. Each block has its own EventSeats object. The first import of a section chooses its block.
 * The choice never changes, because the object stores the section's holds and bookings. If an import removes the section
 * from the plan, its row stays, so that the section gets the same object if it returns.
 */
export const sectionBlocks = sqliteTable(
  'section_blocks',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sectionId: text('section_id').notNull(),
    block: integer('block').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sectionId] }),
    check('section_blocks_block', sql`${table.block} between 0 and 63`),
  ],
)

/**
 * Seats that an import removed from an event's plan, and standing areas that an import made smaller. The row of an area
 * has an empty `seatId` and the new `capacity`. Triggers refuse orders that contain withdrawn seats or exceed the new
 * capacity, because a cart may still hold tickets under the former plan.
 */
export const withdrawnSeats = sqliteTable(
  'withdrawn_seats',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sectionId: text('section_id').notNull(),
    seatId: text('seat_id').notNull(),
    capacity: integer('capacity').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.sectionId, table.seatId] })],
)
