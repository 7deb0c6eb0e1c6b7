/**
 * Shops with their redirects, news and waiting rooms. A band shop belongs to an artist, and the main shop belongs to
 * none. `catalogue_state` stores the version of the catalogue, which is a part of the caches' keys and rises with each
 * import that changes the catalogue.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Image, ShopMeta } from '../catalogue-values.ts'
import type { Locale } from '../locale.ts'
import type { QueueScope, RoomNote } from '../waiting-room.ts'
import { categories } from './category.ts'
import { flag, instant, json, localised } from './columns.ts'
import { events } from './event.ts'

export const catalogueState = sqliteTable(
  'catalogue_state',
  {
    id: integer('id').primaryKey(),
    version: integer('version').notNull(),
    importedAt: instant('imported_at').notNull(),
    /** A check value of the CODE_SECRET with which the stored codes were hashed; null before the first code. */
    codeCheck: text('code_check'),
  },
  (table) => [check('catalogue_state_is_one_row', sql`${table.id} = 1`)],
)

/**
 * A hash of each entity that imports wrote: of its row, its child rows and its stock. The next import compares the
 * hashes to skip unchanged entities. `--prune` uses this table to find entities that have left the catalogue files.
 */
export const catalogueSources = sqliteTable(
  'catalogue_sources',
  {
    source: text('source').notNull(),
    kind: text('kind').notNull(),
    entityId: text('entity_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.entityId] }),
    index('catalogue_sources_by_source').on(table.source, table.kind),
  ],
)

export const shops = sqliteTable(
  'shops',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    domain: text('domain'),
    defaultLocale: text('default_locale').$type<Locale>().notNull().default('de'),
    isBand: flag('is_band').notNull(),
    hasCustomDomain: flag('has_custom_domain').notNull().default(false),
    artistId: text('artist_id').references(() => categories.id),
    orderMergingAllowed: flag('order_merging_allowed').notNull().default(false),
    paymentBlacklist: json<string[]>('payment_blacklist').notNull().default([]),
    meta: json<ShopMeta>('meta').notNull().default({}),
  },
  (table) => [
    uniqueIndex('shops_slug').on(table.slug),
    uniqueIndex('shops_domain').on(table.domain),
    check('shops_locale_known', sql`${table.defaultLocale} in ('de', 'en')`),
    check('shops_domain_lowercase', sql`${table.domain} is null or ${table.domain} = lower(${table.domain})`),
    check('shops_custom_domain_has_domain', sql`${table.hasCustomDomain} = 0 or ${table.domain} is not null`),
    check('shops_band_has_artist', sql`(${table.isBand} = 1) = (${table.artistId} is not null)`),
  ],
)

export type ShopRow = typeof shops.$inferSelect

export const redirects = sqliteTable(
  'redirects',
  {
    id: text('id').primaryKey(),
    /** The only shop in which the redirect applies; null if it applies in every shop. */
    shopId: text('shop_id').references(() => shops.id, { onDelete: 'cascade' }),
    fromPath: text('from_path').notNull(),
    /** The target. If it is empty, the path is not redirected (SHOP-12). */
    toPath: text('to_path').notNull(),
  },
  (table) => [
    uniqueIndex('redirects_from').on(table.shopId, table.fromPath),
    // In a unique index, SQLite treats nulls as distinct values. Therefore redirects for every shop need their own index.
    uniqueIndex('redirects_from_everywhere').on(table.fromPath).where(sql`${table.shopId} is null`),
    check('redirects_from_is_path', sql`${table.fromPath} like '/%'`),
  ],
)

export const news = sqliteTable(
  'news',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    category: text('category').$type<'feature' | 'hot' | 'regular'>().notNull(),
    url: text('url').notNull(),
    title: localised('title').notNull(),
    text: localised('text').notNull(),
    image: json<Image>('image'),
    inverse: flag('inverse').notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [
    index('news_by_shop').on(table.shopId, table.category, table.sortOrder),
    check('news_category_known', sql`${table.category} in ('feature', 'hot', 'regular')`),
  ],
)

/** The settings of waiting rooms. WaitingRoom objects store the rooms' state. A waiting room without a row is off. */
export const waitingRooms = sqliteTable(
  'waiting_rooms',
  {
    /** `${scope}/${id}`, where `id` is the id of the shop or the event. */
    key: text('key').primaryKey(),
    scope: text('scope').$type<QueueScope>().notNull(),
    /** Set for the scopes shop and catalogue. */
    shopId: text('shop_id').references(() => shops.id, { onDelete: 'cascade' }),
    eventId: text('event_id').references(() => events.id, { onDelete: 'cascade' }),
    mode: text('mode').$type<'off' | 'on' | 'scheduled' | 'automatic' | 'paused'>().notNull(),
    opensAt: instant('opens_at').notNull(),
    targetActive: integer('target_active').notNull(),
    ratePerSecond: integer('rate_per_second').notNull(),
    version: integer('version').notNull(),
    /** What an operator tells the visitors who wait. */
    note: json<RoomNote>('note'),
  },
  (table) => [
    check('waiting_rooms_scope', sql`${table.scope} in ('shop', 'catalogue', 'event')`),
    check('waiting_rooms_mode', sql`${table.mode} in ('off', 'on', 'scheduled', 'automatic', 'paused')`),
    check('waiting_rooms_owner', sql`(${table.scope} = 'event') = (${table.eventId} is not null)`),
    check('waiting_rooms_shop', sql`(${table.scope} = 'event') = (${table.shopId} is null)`),
    check('waiting_rooms_target', sql`${table.targetActive} between 1 and 1000000`),
    check('waiting_rooms_rate', sql`${table.ratePerSecond} between 1 and 10000`),
  ],
)
