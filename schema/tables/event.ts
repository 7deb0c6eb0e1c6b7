/**
 * Venues, tours, events with their pricing categories and allotments. Which seat is free is not here: EventSeats objects
 * own that. Here stands what there is to sell: the seat map's key in the bucket and, for general admission, capacities.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CompanyAddress, EventMeta, Image, PersonalizationRequirement } from '../catalogue-values.ts'
import { categories } from './catalogue.ts'
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
    /** IANA name; every date of an event is shown in it (L10N-03). */
    timeZone: text('time_zone').notNull(),
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
    /** As the author wrote it; empty: the names of the artists that the shop shows. */
    artistNames: text('artist_names').notNull(),
    ticketImage: json<Image>('ticket_image'),
    startAt: instant('start_at').notNull(),
    /** Null where the catalogue file says 0000-00-00: the tour has no end (L10N-04). */
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
    /** The seat map's JSON in the bucket, named by its content; null for general admission alone. */
    seatMapKey: text('seat_map_key'),
    /** The compact seat list EventSeats reads: same content, seats by index and block. */
    seatPlanKey: text('seat_plan_key').notNull(),
    /** The catalogue's version that brought this plan: of two plans the one with the higher version is the newer. */
    seatPlanVersion: integer('seat_plan_version').notNull().default(0),
    /** How many objects share the event's seats; 1 but for large events. It never shrinks. */
    blockCount: integer('block_count').notNull().default(1),
    displayMap: flag('display_map').notNull().default(false),
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
    index('events_by_artist').on(table.artistId, table.happeningFromAt),
    check('events_status_known', sql`${table.status} in ('active', 'cancelled', 'postponed')`),
    check('events_cart_limit', sql`${table.cartLimit} between 1 and 100`),
    check('events_hold_seconds', sql`${table.holdSeconds} between 60 and 7200`),
    check('events_blocks', sql`${table.blockCount} between 1 and 64`),
    check('events_check_in_in_order', sql`${table.checkInStartAt} <= ${table.checkInEndAt}`),
  ],
)

/** Supporting acts (`featured`) and artists a fan of this event may like (`related`). */
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

/** Which CATEGORY or TOUR listing shows an event. */
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
    /** The number its seats bear in the seat map. */
    number: integer('number').notNull(),
    name: localised('name').notNull(),
    mapColor: text('map_color').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    expanded: flag('expanded').notNull().default(true),
    hideButtons: flag('hide_buttons').notNull().default(false),
    section: text('section'),
  },
  (table) => [
    uniqueIndex('pricing_categories_number').on(table.eventId, table.number),
    // D1 refuses patterns above 50 bytes.
    check(
      'pricing_categories_color',
      sql`${table.mapColor} like '#______' and substr(${table.mapColor}, 2) not glob '*[^0-9a-fA-F]*'`,
    ),
  ],
)

/** Sections without seats: standing areas and general admission, with what they hold. */
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
 * Which object owns a section: chosen when an import first brings the section, and never changed, for the object has the
 * claims on its seats. Sections that left the plan stay here, so that they come back to the same object.
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
 * Seats that an import removed from an event's plan, and areas that it made smaller: there `seatId` is empty and `capacity`
 * is the new number of places. Triggers refuse orders for them, so that a hold made under the former plan is never sold.
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

/** Codes that open a pricing category before its public sale; counted where they are used, in EventSeats. */
export const presaleCodes = sqliteTable(
  'presale_codes',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    pricingCategoryId: text('pricing_category_id').references(() => pricingCategories.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    uses: integer('uses').notNull().default(1),
    validFromAt: instant('valid_from_at').notNull(),
  },
  (table) => [
    uniqueIndex('presale_codes_code').on(table.eventId, table.codeHash),
    check('presale_codes_uses', sql`${table.uses} > 0`),
  ],
)
