/**
 * The content of the quick search's index: only the columns that it shows, and limited numbers of events and products.
 */
import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { SUGGESTED_EVENTS_MAXIMUM, SUGGESTED_PRODUCTS_MAXIMUM } from '../../schema/limits.ts'
import { products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventAvailability, events, venues } from '../../schema/tables/event.ts'
import { someColumnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { BY_LISTING, priceVaries as eventPriceVaries, isComing, lowestPrice as lowestEventPrice } from './event.ts'
import { LISTED_OF_ARTIST } from './product.ts'
import { eventsOf, productsOf, type Range } from './range.ts'

const artists = alias(categories, 'artists')

/** Upcoming events with the lowest prices of the tickets that a fan can buy, in the order of lists. */
export function suggestedEvents(db: Database, range: Range, now: number) {
  return db
    .select({
      event: someColumnsOf(events, [
        'slug',
        'status',
        'name',
        'happeningFromAt',
        'presaleAt',
        'salesEndAt',
        'soldOutMessage',
        'image',
        'meta',
      ]),
      venue: someColumnsOf(venues, ['city', 'timeZone']),
      artist: someColumnsOf(artists, LISTED_OF_ARTIST),
      lowestPriceCents: lowestEventPrice.as('lowest_price'),
      priceVaries: eventPriceVaries.as('price_varies'),
    })
    .from(events)
    .leftJoin(eventAvailability, eq(eventAvailability.eventId, events.id))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(artists, eq(artists.id, events.artistId))
    .where(and(isComing(now), eventsOf(db, range)))
    .orderBy(...BY_LISTING)
    .limit(SUGGESTED_EVENTS_MAXIMUM)
}

/**
 * Products, newest first. The condition on artists excludes no product. It lets SQLite use the index by artist instead of
 * scanning the whole table.
 */
export function suggestedProducts(db: Database, range: Range) {
  const everyArtist = db.select({ id: categories.id }).from(categories).where(eq(categories.type, 'ARTIST'))
  return db
    .select({
      product: someColumnsOf(products, [
        'id',
        'slug',
        'type',
        'productType',
        'name',
        'color',
        'priceCents',
        'images',
        'bundle',
        'meta',
      ]),
      artist: someColumnsOf(artists, LISTED_OF_ARTIST),
    })
    .from(products)
    .leftJoin(artists, eq(artists.id, products.artistId))
    .where(
      and(
        or(isNull(products.artistId), inArray(products.artistId, everyArtist)),
        eq(products.hidden, false),
        eq(products.active, true),
        productsOf(range),
      ),
    )
    .orderBy(desc(products.createdAt), asc(products.id))
    .limit(SUGGESTED_PRODUCTS_MAXIMUM)
}
