/**
 * `--prune`: rows of a source that its files no longer hold go, unless something that stays refers to them. What orders refer
 * to is kept and taken off sale instead; it is marked in `catalogue_sources`, so that it comes back when its file does.
 */
import type { Wanted } from './build.ts'
import type { Current } from './current.ts'
import { ENTITY_KINDS, type EntityKind } from './ids.ts'
import { TABLES } from './plan.ts'
import { deleteByIds } from './sql.ts'
import type { ImportTarget, Statement } from './target.ts'

export type Pruning = {
  sources: Set<string>
  /** Ids in orders, tickets, submissions and subscriptions. */
  ordered: Set<string>
  /** Catalogue rows by id: what they are called, and the rows they refer to. */
  rows: Map<string, { label: string; refersTo: string[] }>
}

const ORDERED = [
  'SELECT DISTINCT variant_id AS id FROM order_items',
  'SELECT DISTINCT product_id AS id FROM order_items',
  'SELECT event_id AS id FROM order_items UNION SELECT event_id FROM tickets',
  'SELECT shop_id AS id FROM orders UNION SELECT shop_id FROM submissions UNION SELECT shop_id FROM subscribers',
  'SELECT id FROM vouchers WHERE used_cents > 0',
]

const REFERENCES = [
  "SELECT id, 'artist or category ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c FROM categories",
  "SELECT id, 'venue ' || slug AS label, NULL AS a, NULL AS b, NULL AS c FROM venues",
  "SELECT id, 'shop ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c FROM shops",
  "SELECT id, 'tour ' || slug AS label, NULL AS a, NULL AS b, NULL AS c FROM tours",
  "SELECT id, 'event ' || slug AS label, artist_id AS a, venue_id AS b, NULL AS c FROM events",
  "SELECT id, 'pricing category ' || number AS label, event_id AS a, NULL AS b, NULL AS c FROM pricing_categories",
  "SELECT id, 'presale code' AS label, event_id AS a, pricing_category_id AS b, NULL AS c FROM presale_codes",
  "SELECT id, type || ' ' || slug AS label, artist_id AS a, NULL AS b, NULL AS c FROM products",
  "SELECT id, 'variant ' || sku AS label, product_id AS a, event_id AS b, pricing_category_id AS c FROM variants",
  "SELECT id, 'news' AS label, shop_id AS a, NULL AS b, NULL AS c FROM news",
  "SELECT id, 'redirect ' || from_path AS label, shop_id AS a, NULL AS b, NULL AS c FROM redirects",
  "SELECT id, 'voucher' AS label, shop_id AS a, NULL AS b, NULL AS c FROM vouchers",
]

export async function readPruning({ d1 }: ImportTarget, sources: Set<string>): Promise<Pruning> {
  const ordered = new Set<string>()
  for (const sql of ORDERED) for (const { id } of await d1.query(sql)) if (id !== null) ordered.add(String(id))
  const rows: Pruning['rows'] = new Map()
  for (const sql of REFERENCES) {
    for (const { id, label, a, b, c } of await d1.query(sql)) {
      rows.set(String(id), {
        label: String(label),
        refersTo: [a, b, c].filter((reference) => typeof reference === 'string'),
      })
    }
  }
  return { sources, ordered, rows }
}

type PrunePlan = { statements: Statement[]; notes: string[]; deleted: Map<EntityKind, number> }

export function planPruning(current: Current, wanted: Wanted[], now: number, pruning: Pruning): PrunePlan {
  const staying = new Map(wanted.map((entity) => [entity.id, entity]))
  const absent = new Map<string, { kind: EntityKind; marked: boolean }>()
  for (const [id, { source, kind, hash }] of current.sources) {
    const known = ENTITY_KINDS.find((candidate) => candidate === kind)
    if (known && pruning.sources.has(source) && !staying.has(id)) absent.set(id, { kind: known, marked: hash === '' })
  }
  const kept = keptRows(absent, staying, pruning)
  const plan: PrunePlan = { statements: [], notes: [], deleted: new Map() }
  const takenOff = new Map<EntityKind, string[]>()
  const marked: string[] = []
  const gone: string[] = []
  for (const kind of ENTITY_KINDS.toReversed()) {
    const ids = [...absent].filter(([id, row]) => row.kind === kind && !kept.has(id)).map(([id]) => id)
    gone.push(...ids)
    if (ids.length > 0) plan.deleted.set(kind, ids.length)
    plan.statements.push(...deleteByIds(TABLES[kind], 'id', ids))
  }
  for (const [id, reason] of kept) {
    const row = absent.get(id)
    if (!row || row.marked) continue
    marked.push(id)
    takenOff.set(row.kind, [...(takenOff.get(row.kind) ?? []), id])
    plan.notes.push(
      `${pruning.rows.get(id)?.label ?? id} is kept${OFF_SALE[row.kind] ? ' and off sale' : ''}: ${reason}`,
    )
  }
  for (const [kind, ids] of takenOff) {
    const sets = OFF_SALE[kind]?.replace('$now', String(now))
    if (!sets) continue
    const sql = `UPDATE ${TABLES[kind]} SET ${sets} WHERE id IN (SELECT value FROM json_each(?1))`
    plan.statements.push({ sql, params: [JSON.stringify(ids)] })
  }
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

/** Absent rows that must stay, with the reason: orders refer to them, or something that stays does. */
function keptRows(
  absent: Map<string, unknown>,
  staying: Map<string, Wanted>,
  { ordered, rows }: Pruning,
): Map<string, string> {
  const kept = new Map<string, string>()
  const queue: string[] = []
  const keep = (id: string, reason: string) => {
    if (!absent.has(id) || kept.has(id)) return
    kept.set(id, reason)
    queue.push(id)
  }
  for (const id of ordered) keep(id, 'orders refer to it')
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
  return kept
}
