/** Reads the rows of the database that the import compares with the catalogue files. */
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import type { Localised } from '../../schema/locale.ts'
import { codeKey } from './ids.ts'
import type { Withdrawal } from './seat-map/withdrawal.ts'
import type { ImportTarget, Row } from './target.ts'

type CurrentVariant = {
  productId: string | null
  eventId: string | null
  sku: string
  priceCents: number
  active: boolean
  /** The price in the last row of the price history; null if there is none. */
  lastPriceCents: number | null
  stock: { initial: number; available: number } | null
}

export type CurrentEvent = {
  slug: string
  seatPlanKey: string
  seatPlanVersion: number
  blockCount: number
  salesEndAt: number
  /**
   * The block of each section that was ever imported, by section id. The map is empty for an event that was imported
   * before blocks were stored.
   */
  blocks: Map<string, number>
  /**
   * The seats that earlier imports removed and that are still absent, and the areas that they made smaller or removed.
   */
  withdrawn: Withdrawal[]
}

export type Current = {
  /** The catalogue's version; 0 before the first import. */
  version: number
  /** The imported rows, by id. An empty hash marks an absent row that `--prune` could not delete. */
  sources: Map<string, { kind: string; source: string; hash: string }>
  categories: Map<string, { name: Localised; slug: string }>
  venueTimeZones: Map<string, string>
  shops: Map<string, { slug: string; domain: string | null; artistId: string | null; meta: ShopMeta }>
  /** The ids of the products that are bundles. */
  bundleIds: string[]
  /** The ids of the products that a bundle may leave out (`bind_leave_empty`). */
  optionalProductIds: string[]
  variants: Map<string, CurrentVariant>
  events: Map<string, CurrentEvent>
  voucherUse: Map<string, number>
  /** The ids of vouchers and presale codes, by `codeKey`. */
  codeIds: Map<string, string>
  /**
   * The check value (`codeSecretCheck`) of the secret with which stored codes are hashed; null before the first code.
   */
  codeCheck: string | null
}

export async function readCurrent({ d1 }: ImportTarget): Promise<Current> {
  const [
    state,
    sources,
    categories,
    venues,
    shops,
    bundles,
    optionalProducts,
    variants,
    events,
    vouchers,
    presaleCodes,
    blocks,
    withdrawn,
  ] = await Promise.all([
    d1.query('SELECT version, code_check FROM catalogue_state WHERE id = 1'),
    d1.query('SELECT kind, source, entity_id, hash FROM catalogue_sources'),
    d1.query('SELECT id, slug, name FROM categories'),
    d1.query('SELECT id, time_zone FROM venues'),
    d1.query('SELECT id, slug, domain, artist_id, meta FROM shops'),
    d1.query("SELECT id FROM products WHERE type = 'bundle'"),
    d1.query("SELECT id FROM products WHERE meta ->> 'bind_leave_empty' = 1"),
    d1.query(
      `SELECT v.id, v.product_id, v.event_id, v.sku, v.price_cents, v.active, s.initial, s.available,
        (SELECT h.price_cents FROM price_history h WHERE h.variant_id = v.id ORDER BY h.since_at DESC LIMIT 1) AS last_price
       FROM variants v LEFT JOIN variant_stock s ON s.variant_id = v.id`,
    ),
    d1.query('SELECT id, slug, seat_plan_key, seat_plan_version, block_count, sales_end_at FROM events'),
    d1.query('SELECT id, code_hash, used_cents FROM vouchers'),
    d1.query('SELECT id, event_id, code_hash FROM presale_codes'),
    d1.query('SELECT event_id, section_id, block FROM section_blocks'),
    d1.query('SELECT event_id, section_id, seat_id, capacity FROM withdrawn_seats'),
  ])
  const blocksOf = Map.groupBy(blocks, ({ event_id }) => event_id)
  const withdrawnOf = Map.groupBy(withdrawn, ({ event_id }) => event_id)
  return {
    version: state[0] ? number(state[0], 'version') : 0,
    sources: keyed(sources, 'entity_id', (row) => ({
      kind: text(row, 'kind'),
      source: text(row, 'source'),
      hash: text(row, 'hash'),
    })),
    categories: keyed(categories, 'id', (row) => ({
      slug: text(row, 'slug'),
      name: JSON.parse(text(row, 'name')) as Localised,
    })),
    venueTimeZones: keyed(venues, 'id', (row) => text(row, 'time_zone')),
    shops: keyed(shops, 'id', (row) => ({
      slug: text(row, 'slug'),
      domain: row.domain === null ? null : text(row, 'domain'),
      artistId: row.artist_id === null ? null : text(row, 'artist_id'),
      meta: JSON.parse(text(row, 'meta')) as ShopMeta,
    })),
    bundleIds: bundles.map((row) => text(row, 'id')),
    optionalProductIds: optionalProducts.map((row) => text(row, 'id')),
    variants: keyed(variants, 'id', (row) => ({
      productId: row.product_id === null ? null : text(row, 'product_id'),
      eventId: row.event_id === null ? null : text(row, 'event_id'),
      sku: text(row, 'sku'),
      priceCents: number(row, 'price_cents'),
      active: row.active === 1,
      lastPriceCents: row.last_price === null ? null : number(row, 'last_price'),
      stock: row.initial === null ? null : { initial: number(row, 'initial'), available: number(row, 'available') },
    })),
    events: keyed(events, 'id', (row) => ({
      slug: text(row, 'slug'),
      seatPlanKey: text(row, 'seat_plan_key'),
      seatPlanVersion: number(row, 'seat_plan_version'),
      blockCount: number(row, 'block_count'),
      salesEndAt: number(row, 'sales_end_at'),
      blocks: new Map(
        (blocksOf.get(text(row, 'id')) ?? []).map((block) => [text(block, 'section_id'), number(block, 'block')]),
      ),
      withdrawn: (withdrawnOf.get(text(row, 'id')) ?? []).map((seat) => ({
        sectionId: text(seat, 'section_id'),
        seatId: text(seat, 'seat_id'),
        capacity: number(seat, 'capacity'),
      })),
    })),
    codeIds: new Map([
      ...vouchers.map((row) => [codeKey(null, text(row, 'code_hash')), text(row, 'id')] as const),
      ...presaleCodes.map((row) => [codeKey(text(row, 'event_id'), text(row, 'code_hash')), text(row, 'id')] as const),
    ]),
    codeCheck: typeof state[0]?.code_check === 'string' ? state[0].code_check : null,
    voucherUse: keyed(vouchers, 'id', (row) => number(row, 'used_cents')),
  }
}

function keyed<Value>(rows: Row[], key: string, convert: (row: Row) => Value): Map<string, Value> {
  return new Map(rows.map((row) => [text(row, key), convert(row)]))
}

function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`)
  return value
}

function number(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`)
  return value
}
