/**
 * Turns the catalogue's entries into wanted rows and resolves references: a slug must be in these files or have been
 * imported before. Each wanted row knows its origin, for faults that are found later.
 */

import type { Image } from '../../schema/catalogue-values.ts'
import { CATEGORY_TYPES } from '../../schema/catalogue-values.ts'
import type { Localised } from '../../schema/locale.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import type { CodeSecrets } from '../domain/tickets/presale-voucher-hash.ts'
import { type Catalogue, faultAt, type Origin } from './catalogue.ts'
import type { Current } from './current.ts'
import { type EntityKind, entityId } from './ids.ts'
import type { ImageCatalogue, ImageReference } from './images.ts'
import type { Fault } from './report.ts'
import type { Withdrawal } from './seat-map/withdrawal.ts'
import type { ImportTarget, Row, SqlValue } from './target.ts'

/** Rows of a table without ids of its own, replaced together when their parent changes. */
export type ChildSet = { table: ChildTable; parentColumn: string; rows: Row[] }
type ChildTable =
  | 'subcategories'
  | 'tour_artists'
  | 'event_artists'
  | 'tour_events'
  | 'event_categories'
  | 'allotments'
  | 'section_blocks'
  | 'withdrawn_seats'
  | 'product_categories'

export type Wanted = {
  kind: EntityKind
  id: string
  /** The name that the author knows, such as "event club-night". */
  label: string
  origin: Origin
  row: Row
  /** Columns written once and never updated, such as the time of the first import. */
  insertOnly: string[]
  children: ChildSet[]
  /** Stock of merchandise; null: never sold out; absent: has no stock. */
  stock?: number | null
  /** Prices of a variant before its first import, oldest first. */
  earlierPrices?: { priceCents: number; sinceAt: number }[]
}

export type ShrunkEvent = {
  id: string
  origin: Origin
  path: PropertyKey[]
  before: SeatPlan
  after: SeatPlan
  withdrawn: Withdrawal[]
}

export type Build = {
  catalogue: Catalogue
  current: Current
  bucket: ImportTarget['bucket']
  images: ImageCatalogue
  faults: Fault[]
  notes: string[]
  /** Epoch milliseconds. */
  now: number
  repair: boolean
  /** Without CODE_SECRET codes cannot be imported. */
  codeSecrets: CodeSecrets
  /** Ids that references may name. */
  known: Set<string>
  wanted: Wanted[]
  /** Objects for the bucket, by key. */
  objects: Map<string, Uint8Array>
  /** Events whose new plan removes seats; sold or held seats must stay. */
  shrunkEvents: ShrunkEvent[]
}

export function ticketSku(
  slug: string,
  variant: { sku?: string | undefined; pricingCategory: number; kind: string },
): string {
  return variant.sku ?? `${slug}-${variant.pricingCategory}-${variant.kind}`
}

/** The id that `path` names; an unknown path is a fault. */
export function refer(
  build: Build,
  kind: EntityKind,
  path: string[],
  origin: Origin,
  at: PropertyKey[],
  what: string,
): string {
  const id = entityId(kind, ...path)
  if (!build.known.has(id)) {
    build.faults.push(
      faultAt(origin, at, `there is no ${what} "${path.at(-1)}"; expected one from these files or an earlier import`),
    )
  }
  return id
}

export function referArtist(build: Build, slug: string, origin: Origin, at: PropertyKey[]): string {
  return refer(build, 'category', ['ARTIST', slug], origin, at, 'artist')
}

/** A category by slug, or by type and slug where several types share it. */
export function referCategory(build: Build, reference: string, origin: Origin, at: PropertyKey[]): string {
  const [typeOrSlug = '', slug] = reference.split(':')
  if (slug !== undefined) return refer(build, 'category', [typeOrSlug, slug], origin, at, typeOrSlug.toLowerCase())
  const found = CATEGORY_TYPES.filter(
    (type) => type !== 'ARTIST' && build.known.has(entityId('category', type, typeOrSlug)),
  )
  if (found.length > 1) {
    const choices = found.map((type) => `"${type}:${reference}"`).join(' or ')
    build.faults.push(faultAt(origin, at, `expected ${choices}: several categories have the slug "${reference}"`))
  }
  return refer(build, 'category', [found[0] ?? 'CATEGORY', reference], origin, at, 'category')
}

/** Slugs of the products, bundles or events beside which an item is shown. */
export function checkItems(build: Build, slugs: string[] | undefined, origin: Origin, at: PropertyKey[]): void {
  for (const [index, slug] of (slugs ?? []).entries()) {
    if (build.known.has(entityId('event', slug))) continue
    refer(build, 'product', [slug], origin, [...at, index], 'product, bundle or event')
  }
}

/** `artistId` is the owner; null for content that belongs to all shops. */
export function imageJson(
  build: Build,
  reference: ImageReference | undefined,
  origin: Origin,
  alt: Localised,
  artistId: string | null,
): SqlValue {
  return json(imageOf(build, reference, origin, alt, artistId))
}

export function imageOf(
  build: Build,
  reference: ImageReference | undefined,
  origin: Origin,
  alt: Localised,
  artistId: string | null,
): Image | null {
  return reference ? build.images.find(reference, origin, alt, artistId) : null
}

/** A JSON column; null stays null. Fields that are undefined are left out. */
export function json(value: unknown): SqlValue {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

export function flag(value: boolean): number {
  return value ? 1 : 0
}

export function joined(parts: (Localised | undefined | null)[], separator: string): Localised {
  const texts = parts.filter((part) => part !== undefined && part !== null)
  return { de: texts.map(({ de }) => de).join(separator), en: texts.map(({ en }) => en).join(separator) }
}
