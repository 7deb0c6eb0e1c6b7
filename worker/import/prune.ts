/**
 * `--prune` removes a row if the files of its source no longer contain its entry. A row stays if an order, a cart, a
 * newsletter subscriber, a request to customer service or another row that stays needs it. If such a row is for sale, it
 * is taken off sale. It is also marked in `catalogue_sources`, so that a later import of its entry restores it.
 *
 * A row that a bundle of another source contains stays on sale. If it is a product, it disappears from the lists, but fans
 * can still buy it in the bundle.
 */
import type { BundlePart, BundleParts } from '../../schema/catalogue-values.ts'
import type { Wanted } from './build.ts'
import type { Current } from './current.ts'
import { ENTITY_KINDS, type EntityKind, TABLES } from './ids.ts'
import { deleteByIds } from './sql.ts'
import type { ImportTarget, Statement } from './target.ts'

export type Pruning = {
  sources: Set<string>
  /** The reasons why rows must stay, by id: orders, subscribers or requests refer to them. */
  referred: Map<string, string>
  /** The ids of events whose tickets are held or being ordered, or whose holds could not be read. */
  held: Set<string>
  /** The catalogue's rows by id, with a label for messages and the ids of the rows to which they refer. */
  rows: Map<string, { label: string; refersTo: string[]; parts: BundlePart[] }>
}

/** If several of these reasons apply to a row, the report names the first of them. */
const REFERRED = [
  { sql: 'SELECT DISTINCT variant_id AS id FROM order_items', reason: 'orders refer to it' },
  { sql: 'SELECT DISTINCT product_id AS id FROM order_items', reason: 'orders refer to it' },
  { sql: 'SELECT event_id AS id FROM order_items UNION SELECT event_id FROM tickets', reason: 'orders refer to it' },
  { sql: 'SELECT DISTINCT shop_id AS id FROM orders', reason: 'orders refer to it' },
  { sql: 'SELECT DISTINCT voucher_id AS id FROM voucher_redemptions', reason: 'orders have used it' },
  { sql: 'SELECT DISTINCT shop_id AS id FROM subscribers', reason: 'newsletter subscribers refer to it' },
  { sql: 'SELECT DISTINCT shop_id AS id FROM submissions', reason: 'requests to customer service refer to it' },
]

const REFERENCES = [
  "SELECT id, 'artist or category ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c FROM categories",
  "SELECT id, 'venue ' || slug AS label, NULL AS a, NULL AS b, NULL AS c FROM venues",
  "SELECT id, 'shop ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c FROM shops",
  "SELECT id, 'tour ' || slug AS label, NULL AS a, NULL AS b, NULL AS c FROM tours",
  "SELECT id, 'event ' || slug AS label, artist_id AS a, venue_id AS b, NULL AS c FROM events",
  "SELECT id, 'pricing category ' || number AS label, event_id AS a, NULL AS b, NULL AS c FROM pricing_categories",
  "SELECT id, 'presale code' AS label, event_id AS a, pricing_category_id AS b, NULL AS c FROM presale_codes",
  "SELECT id, type || ' ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c, bundle FROM products",
  "SELECT id, 'variant ' || sku AS label, product_id AS a, event_id AS b, pricing_category_id AS c FROM variants",
  "SELECT id, 'news' AS label, shop_id AS a, NULL AS b, NULL AS c FROM news",
  "SELECT id, 'redirect ' || from_path AS label, shop_id AS a, NULL AS b, NULL AS c FROM redirects",
  "SELECT id, 'voucher' AS label, shop_id AS a, NULL AS b, NULL AS c FROM vouchers",
]

export async function readPruning({ d1 }: ImportTarget, sources: Set<string>): Promise<Pruning> {
  const referred: Pruning['referred'] = new Map()
  for (const { sql, reason } of REFERRED) {
    for (const { id } of await d1.query(sql))
      if (id !== null && !referred.has(String(id))) referred.set(String(id), reason)
  }
  const rows: Pruning['rows'] = new Map()
  for (const sql of REFERENCES) {
    for (const { id, label, a, b, c, bundle } of await d1.query(sql)) {
      rows.set(String(id), {
        label: String(label),
        refersTo: [a, b, c].filter((reference) => typeof reference === 'string'),
        parts: partsOf(bundle),
      })
    }
  }
  return { sources, referred, held: new Set(), rows }
}

/** Returns the parts that the JSON column `bundle` lists. */
function partsOf(bundle: unknown): BundlePart[] {
  if (typeof bundle !== 'string') return []
  const parts = JSON.parse(bundle) as BundleParts
  return [
    ...parts.common_items,
    ...parts.combinations.flatMap((combination) => combination.parts),
    ...parts.additional_products,
    ...parts.additional_product_group,
  ]
}

type PrunePlan = { statements: Statement[]; notes: string[]; deleted: Map<EntityKind, number> }

export function planPruning(current: Current, wanted: Wanted[], now: number, pruning: Pruning): PrunePlan {
  const staying = new Map(wanted.map((entity) => [entity.id, entity]))
  const absent = new Map<string, { kind: EntityKind; marked: boolean }>()
  for (const [id, { source, kind, hash }] of current.sources) {
    const known = ENTITY_KINDS.find((candidate) => candidate === kind)
    if (known && pruning.sources.has(source) && !staying.has(id)) absent.set(id, { kind: known, marked: hash === '' })
  }
  const retained = rowsToKeep(absent, staying, pruning)
  const plan: PrunePlan = { statements: [], notes: [], deleted: new Map() }
  const changed = new Map<string, string[]>()
  const marked: string[] = []
  const gone: string[] = []
  for (const kind of ENTITY_KINDS.toReversed()) {
    const ids = [...absent].filter(([id, row]) => row.kind === kind && !retained.has(id)).map(([id]) => id)
    gone.push(...ids)
    if (ids.length > 0) plan.deleted.set(kind, ids.length)
    plan.statements.push(...deleteByIds(TABLES[kind], 'id', ids))
  }
  for (const [id, { reason, isPart }] of retained) {
    const row = absent.get(id)
    if (!row || row.marked) continue
    marked.push(id)
    const change = (isPart ? OFF_LISTS : OFF_SALE)[row.kind]
    const what = `${pruning.rows.get(id)?.label ?? id} is kept`
    plan.notes.push(`${what}${change ? (isPart ? ' and off the lists' : ' and off sale') : ''}: ${reason}`)
    if (!change) continue
    const sql = `UPDATE ${TABLES[row.kind]} SET ${change.replace('$now', String(now))} WHERE id IN (SELECT value FROM json_each(?1))`
    changed.set(sql, [...(changed.get(sql) ?? []), id])
  }
  for (const [sql, ids] of changed) plan.statements.push({ sql, params: [JSON.stringify(ids)] })
  plan.statements.push(...deleteByIds('catalogue_sources', 'entity_id', gone))
  if (marked.length > 0) {
    const sql = "UPDATE catalogue_sources SET hash = '' WHERE entity_id IN (SELECT value FROM json_each(?1))"
    plan.statements.push({ sql, params: [JSON.stringify(marked)] })
  }
  return plan
}

const OFF_SALE: Partial<Record<EntityKind, string>> = {
  product: 'active = 0, hidden = 1',
  variant: 'active = 0',
  event: 'sales_end_at = min(sales_end_at, $now)',
  voucher: 'expires_at = min(expires_at, $now)',
}

const OFF_LISTS: Partial<Record<EntityKind, string>> = { product: 'hidden = 1' }

type RetainedRow = { reason: string; isPart: boolean }

/** Returns the absent rows that must stay, each with the reason. */
function rowsToKeep(
  absent: Map<string, unknown>,
  staying: Map<string, Wanted>,
  { referred, held, rows }: Pruning,
): Map<string, RetainedRow> {
  const retained = new Map<string, RetainedRow>()
  const queue: string[] = []
  const keep = (id: string, reason: string, isPart = false) => {
    if (!absent.has(id) || retained.has(id)) return
    retained.set(id, { reason, isPart })
    queue.push(id)
  }
  for (const [id, reason] of bundledRows(absent, staying, rows)) keep(id, reason, true)
  for (const [id, reason] of referred) keep(id, reason)
  for (const id of held) keep(id, 'carts or new orders may hold its tickets')
  for (const [id, { label, refersTo }] of rows) {
    if (absent.has(id)) continue
    const entity = staying.get(id)
    const references = entity ? Object.values(entity.row) : refersTo
    for (const reference of references) if (typeof reference === 'string') keep(reference, `${label} refers to it`)
  }
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const row = rows.get(id)
    for (const reference of row?.refersTo ?? []) keep(reference, `${row?.label} refers to it`)
  }
  return retained
}

/**
 * Returns the rows that bundles of other sources need, each with the reason. These rows are the products and events in the
 * bundle, and the variants that the bundle lists for them. If it lists none, all variants are needed. Bundles in the
 * imported files are left out: if an imported bundle contains an absent row, the import reports a fault.
 */
function bundledRows(
  absent: Map<string, unknown>,
  staying: Map<string, Wanted>,
  rows: Pruning['rows'],
): Map<string, string> {
  const bundled = new Map<string, string>()
  const whole = new Map<string, string>()
  const note = (label: string, parts: BundlePart[]) => {
    for (const { productId, eventId, variantIds } of parts) {
      const thing = productId ?? eventId
      if (thing === undefined) continue
      bundled.set(thing, `${label} contains it`)
      if (!variantIds) whole.set(thing, `${label} contains it`)
      for (const variant of variantIds ?? []) bundled.set(variant, `${label} contains it`)
    }
  }
  for (const [id, { label, parts }] of rows) if (!absent.has(id) && !staying.has(id)) note(label, parts)
  for (const [id, { refersTo }] of rows)
    for (const thing of refersTo) {
      const reason = whole.get(thing)
      // All rows that refer to the product or event stay too, so that it is sold as before.
      if (reason !== undefined) bundled.set(id, reason)
    }
  return bundled
}
