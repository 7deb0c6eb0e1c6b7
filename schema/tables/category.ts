/** Categories (artists, brands, labels, tour listings and merch categories), and the subcategories of each category. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CATEGORY_TYPES, type CategoryMeta, type CategoryType, type Image } from '../catalogue-values.ts'
import { flag, json, localised } from './columns.ts'

export const categories = sqliteTable(
  'categories',
  {
    id: text('id').primaryKey(),
    type: text('type').$type<CategoryType>().notNull(),
    slug: text('slug').notNull(),
    name: localised('name').notNull(),
    displayName: localised('display_name'),
    alternativeNames: json<string[]>('alternative_names').notNull().default([]),
    description: localised('description'),
    subtitle: localised('subtitle'),
    abstract: localised('abstract'),
    sortOrder: integer('sort_order').notNull().default(0),
    mainCategory: flag('main_category').notNull().default(false),
    /** The artist whose shop lists the category; null for a category of the main shop. */
    artistId: text('artist_id'),
    landscapeImage: json<Image>('landscape_image'),
    squareImage: json<Image>('square_image'),
    ticketImage: json<Image>('ticket_image'),
    featured: json<string[]>('featured').notNull().default([]),
    sortOrderTicketTopLeft: integer('sort_order_ticket_top_left'),
    sortOrderTicketTopRight: integer('sort_order_ticket_top_right'),
    sortOrderTicketBottom: integer('sort_order_ticket_bottom'),
    meta: json<CategoryMeta>('meta').notNull().default({}),
  },
  (table) => [
    uniqueIndex('categories_slug').on(table.type, table.slug),
    index('categories_by_artist').on(table.artistId, table.type, table.sortOrder),
    index('categories_by_type').on(table.type, table.mainCategory, table.sortOrder),
    check(
      'categories_type_known',
      sql`${table.type} in (${sql.raw(CATEGORY_TYPES.map((type) => `'${type}'`).join(', '))})`,
    ),
  ],
)

export const subcategories = sqliteTable(
  'subcategories',
  {
    parentId: text('parent_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    childId: text('child_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.parentId, table.childId] }),
    index('subcategories_by_child').on(table.childId),
  ],
)
