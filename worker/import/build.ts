/**
 * Types and helpers with which the import turns the catalogue's entries into wanted rows, that is, the rows that the
 * database should contain afterwards. A reference must name an entry of these files or of an earlier import. Each
 * wanted row has an origin, so that a fault that is found later can name the file.
 */

import { CATEGORY_TYPES, type Image } from '../../schema/catalogue-values.ts'
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

/** The rows of one parent in a table whose rows have no ids. If the parent changes, all of them are replaced. */
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
  /** The name of the entry in messages to the author, such as "event club-night". */
  label: string
  origin: Origin
  row: Row
  /** Columns that are written once and never updated, such as the time of the first import. */
  insertOnly: string[]
  children: ChildSet[]
  /** The stock of a merch or bundle variant; null if it is unlimited. Other rows have no such field. */
  stock?: number | null
  /** The prices of a variant before its first import, the oldest first. */
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
  /** The import cannot hash codes without CODE_SECRET. */
  codeSecrets: CodeSecrets
  /** The ids of all entries that references may name. */
  known: Set<string>
  /** The names of the artists of these files and of earlier imports, by id. */
  artistNames: ReadonlyMap<string, Localised>
  wanted: Wanted[]
  /** The ids of the wanted rows. */
  wantedIds: Set<string>
  /** The files to write to the bucket, by key. */
  objects: Map<string, Uint8Array>
  /** The snippets of records to write to the bucket, by key. Synthesising one takes time, and most imports need none. */
  audio: Map<string, () => Uint8Array>
  /**
   * The events whose new plan removes seats or standing places. The import must check that none of these seats and
   * places is sold or held.
   */
  shrunkEvents: ShrunkEvent[]
}

type NewWanted = Omit<Wanted, 'id' | 'row' | 'insertOnly' | 'children'> &
  Partial<Pick<Wanted, 'insertOnly' | 'children'>> & { row: Row & { id: string } }

/** Adds a wanted row. By default, it has no child rows, and an update writes all of its columns. */
export function want(build: Build, wanted: NewWanted): void {
  const { id } = wanted.row
  build.wanted.push({ id, insertOnly: [], children: [], ...wanted })
  build.wantedIds.add(id)
}

/** Reports a fault at the field `path` of the entry at `origin`. */
export function reportFault(build: Build, origin: Origin, path: readonly PropertyKey[], message: string): void {
  build.faults.push(faultAt(origin, path, message))
}

export function ticketSku(
  slug: string,
  variant: { sku?: string | undefined; pricingCategory: number; kind: string },
): string {
  return variant.sku ?? `${slug}-${variant.pricingCategory}-${variant.kind}`
}

/** Returns the id of the entry that `path` names. Reports a fault if there is no such entry. */
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
    reportFault(
      build,
      origin,
      at,
      `there is no ${what} "${path.at(-1)}"; expected one from these files or an earlier import`,
    )
  }
  return id
}

export function referArtist(build: Build, slug: string, origin: Origin, at: PropertyKey[]): string {
  return refer(build, 'category', ['ARTIST', slug], origin, at, 'artist')
}

/** Returns the id of a category that is named by its slug, or by type and slug if several types share the slug. */
export function referCategory(build: Build, reference: string, origin: Origin, at: PropertyKey[]): string {
  const [typeOrSlug = '', slug] = reference.split(':')
  if (slug !== undefined) return refer(build, 'category', [typeOrSlug, slug], origin, at, typeOrSlug.toLowerCase())
  const found = CATEGORY_TYPES.filter(
    (type) => type !== 'ARTIST' && build.known.has(entityId('category', type, typeOrSlug)),
  )
  if (found.length > 1) {
    const choices = found.map((type) => `"${type}:${reference}"`).join(' or ')
    reportFault(build, origin, at, `expected ${choices}: several categories have the slug "${reference}"`)
  }
  return refer(build, 'category', [found[0] ?? 'CATEGORY', reference], origin, at, 'category')
}

/** Reports a fault for each slug that names no product, bundle or event. */
export function checkItems(build: Build, slugs: string[] | undefined, origin: Origin, at: PropertyKey[]): void {
  for (const [index, slug] of (slugs ?? []).entries()) {
    if (build.known.has(entityId('event', slug))) continue
    refer(build, 'product', [slug], origin, [...at, index], 'product, bundle or event')
  }
}

/**
 * Returns the value of a JSON column with an image. `artistId` is the image's owner; null if it belongs to all shops.
 */
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
  kind: 'picture' | 'logo' = 'picture',
): Image | null {
  return reference ? build.images.find(reference, origin, alt, artistId, kind) : null
}

/** Returns the value of a JSON column. Null and undefined become null, and undefined fields are left out. */
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
