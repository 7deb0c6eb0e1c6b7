/**
 * Products with their variants, and carriers. Carts and orders contain variants. A variant belongs either to a product
 * or to an event. The stock has its own table, because an import overwrites variants. It must not overwrite the stock,
 * or sold pieces would be for sale again.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { BundleParts, Image, InfoBlock, Manufacturer, ProductImage, ProductMeta } from '../catalogue-values.ts'
import type { Localised } from '../locale.ts'
import { categories } from './category.ts'
import { cents, flag, instant, json, localised } from './columns.ts'
import { events, pricingCategories } from './event.ts'

export const products = sqliteTable(
  'products',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    artistId: text('artist_id').references(() => categories.id),
    type: text('type').$type<'product' | 'bundle'>().notNull().default('product'),
    productType: localised('product_type').notNull(),
    name: localised('name').notNull(),
    descriptiveName: localised('descriptive_name').notNull(),
    color: localised('color'),
    /** Sanitised HTML. */
    description: localised('description').notNull(),
    priceCents: cents('price_cents').notNull(),
    originalPriceCents: cents('original_price_cents'),
    vatBasisPoints: integer('vat_basis_points').notNull().default(1900),
    cartLimit: integer('cart_limit').notNull().default(9),
    active: flag('active').notNull().default(true),
    hidden: flag('hidden').notNull().default(false),
    publicShippableFromAt: instant('public_shippable_from_at'),
    shippingRequirements: json<string[]>('shipping_requirements').notNull().default([]),
    weightGrams: integer('weight_grams').notNull().default(0),
    images: json<ProductImage[]>('images').notNull().default([]),
    overlayDetailImage: json<Image>('overlay_detail_image'),
    overlayListingImage: json<Image>('overlay_listing_image'),
    soldOutMessage: localised('sold_out_message'),
    /** Whether the page offers the variants in a drop-down list instead of buttons. */
    select: flag('select').notNull().default(false),
    details: json<InfoBlock>('details'),
    additionalInformation: json<InfoBlock>('additional_information'),
    containerFormat: text('container_format'),
    gtin: text('gtin'),
    brand: text('brand'),
    manufacturer: json<Manufacturer>('manufacturer'),
    bundle: json<BundleParts>('bundle'),
    meta: json<ProductMeta>('meta').notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('products_slug').on(table.slug),
    index('products_by_artist').on(table.artistId, table.hidden, table.createdAt, table.id),
    check('products_type_known', sql`${table.type} in ('product', 'bundle')`),
    check('products_price_not_negative', sql`${table.priceCents} >= 0`),
    check('products_cart_limit', sql`${table.cartLimit} between 0 and 1000`),
    check('products_bundle_has_parts', sql`(${table.type} = 'bundle') = (${table.bundle} is not null)`),
  ],
)

export const productCategories = sqliteTable(
  'product_categories',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    productOrder: integer('product_order').notNull().default(0),
    subcategoryOrder: integer('subcategory_order').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.categoryId] }),
    index('product_categories_in_order').on(table.categoryId, table.productOrder, table.productId),
  ],
)

export const variants = sqliteTable(
  'variants',
  {
    id: text('id').primaryKey(),
    productId: text('product_id').references(() => products.id, { onDelete: 'cascade' }),
    eventId: text('event_id').references(() => events.id, { onDelete: 'cascade' }),
    pricingCategoryId: text('pricing_category_id').references(() => pricingCategories.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    /** The variant's text. A subline may follow after a pipe (PROD-03). */
    description: localised('description').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    /** Includes the additional price. */
    priceCents: cents('price_cents').notNull(),
    additionalPriceCents: cents('additional_price_cents').notNull().default(0),
    message: localised('message'),
    /** False for online tickets and downloads, which are not shipped. */
    physical: flag('physical').notNull(),
    active: flag('active').notNull().default(true),
    gtin: text('gtin'),
    options: json<Record<string, Localised>>('options').notNull().default({}),
  },
  (table) => [
    index('variants_by_product').on(table.productId, table.sortOrder),
    index('variants_by_event').on(table.eventId, table.sortOrder),
    check('variants_of_product_or_event', sql`(${table.productId} is null) <> (${table.eventId} is null)`),
    check('variants_ticket_has_category', sql`(${table.eventId} is null) = (${table.pricingCategoryId} is null)`),
    check('variants_price_not_negative', sql`${table.priceCents} >= 0`),
  ],
)

/**
 * The stock of merch. A variant without a row never sells out. `initial` is the number in the catalogue file, and
 * `available` is the number that orders have not taken.
 */
export const variantStock = sqliteTable(
  'variant_stock',
  {
    variantId: text('variant_id')
      .primaryKey()
      .references(() => variants.id, { onDelete: 'cascade' }),
    initial: integer('initial').notNull(),
    available: integer('available').notNull(),
  },
  (table) => [check('variant_stock_never_negative', sql`${table.available} >= 0`)],
)

/**
 * Former and current prices, each with the time from which it applied. Rows are only appended, because a shop that
 * shows a crossed-out price must state the lowest price of the 30 days before the reduction (PAngV § 11).
 */
export const priceHistory = sqliteTable(
  'price_history',
  {
    variantId: text('variant_id').notNull(),
    priceCents: cents('price_cents').notNull(),
    sinceAt: instant('since_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.sinceAt] })],
)

export const carriers = sqliteTable(
  'carriers',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: localised('name').notNull(),
    description: localised('description').notNull(),
    priceCents: cents('price_cents').notNull(),
    /** ISO 3166-1 alpha-2 codes in lower case. */
    countryCodes: json<string[]>('country_codes').notNull(),
    minWeightGrams: integer('min_weight_grams').notNull().default(0),
    maxWeightGrams: integer('max_weight_grams').notNull(),
    verifiesAge: flag('verifies_age').notNull().default(false),
    /** Whether the carrier ships only letters with hard tickets, and no parcels. */
    ticketsOnly: flag('tickets_only').notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (table) => [
    uniqueIndex('carriers_slug').on(table.slug),
    check('carriers_price_not_negative', sql`${table.priceCents} >= 0`),
    check('carriers_weight_range', sql`${table.minWeightGrams} <= ${table.maxWeightGrams}`),
  ],
)
