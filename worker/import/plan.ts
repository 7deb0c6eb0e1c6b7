/**
 * Compares the wanted rows with the rows of the last import and returns the statements that write the differences. A
 * row is written only if the hash of its content has changed. If any row is written, the same transaction raises the
 * catalogue's version by one. The transaction fails if the version has changed since it was read, so two simultaneous
 * imports cannot mix.
 */
import { createHash } from 'node:crypto'
import type { ChildSet, Wanted } from './build.ts'
import { faultAt } from './catalogue.ts'
import type { Current } from './current.ts'
import { ENTITY_KINDS, TABLES } from './ids.ts'
import { type Pruning, planPruning } from './prune.ts'
import { emptyReport, type Fault, type ImportReport } from './report.ts'
import { countStock, deleteByIds, upsertRows } from './sql.ts'
import { appendPrices, type PriceEntry } from './struck-price-history.ts'
import type { Row, Statement } from './target.ts'

export type ImportPlan = {
  /** The statements of the transaction; empty if nothing changes. */
  statements: Statement[]
  counts: ImportReport['counts']
  notes: string[]
  faults: Fault[]
  versionAfter: number
}

/** `now` is in epoch milliseconds. `pruning` is null for an import without `--prune`. */
export function planImport(current: Current, wanted: Wanted[], now: number, pruning: Pruning | null): ImportPlan {
  const { counts } = emptyReport(false)
  const faults: Fault[] = []
  const changed: { entity: Wanted; hash: string }[] = []
  for (const entity of wanted) {
    const before = current.sources.get(entity.id)
    const hash = hashOf(entity)
    if (before && before.hash !== '' && before.source !== entity.origin.source) {
      const message = `expected a slug that is free: ${entity.label} belongs to the source "${before.source}"`
      faults.push(faultAt(entity.origin, [], message))
    }
    if (!before) counts[entity.kind].created++
    else if (before.hash === hash) counts[entity.kind].unchanged++
    else counts[entity.kind].updated++
    if (before?.hash !== hash) changed.push({ entity, hash })
  }
  const statements: Statement[] = [
    ...freeDomains(
      current,
      changed.map(({ entity }) => entity),
    ),
  ]
  for (const kind of ENTITY_KINDS) {
    const ofKind = changed.map(({ entity }) => entity).filter((entity) => entity.kind === kind)
    for (const group of byInsertOnly(ofKind)) {
      statements.push(
        ...upsertRows(
          TABLES[kind],
          group.map(({ row }) => row),
          ['id'],
          group[0]?.insertOnly ?? [],
        ),
      )
    }
  }
  statements.push(...stockStatements(changed.map(({ entity }) => entity)))
  statements.push(...appendPrices(priceEntries(current, wanted, now)))
  statements.push(...childStatements(changed.map(({ entity }) => entity)))
  const notes: string[] = []
  if (pruning) {
    const pruned = planPruning(current, wanted, now, pruning)
    statements.push(...pruned.statements)
    notes.push(...pruned.notes)
    for (const [kind, count] of pruned.deleted) counts[kind].pruned += count
  }
  const sources = changed.map(({ entity: { kind, id, origin }, hash }) => ({
    source: origin.source,
    kind,
    entity_id: id,
    hash,
  }))
  statements.push(...upsertRows('catalogue_sources', sources, ['kind', 'entity_id'], []))
  const changes = statements.length > 0
  if (changes) statements.unshift(raiseVersion(current.version, now))
  return { statements, counts, notes, faults, versionAfter: current.version + (changes ? 1 : 0) }
}

/** Returns the hash of an entity's row, child rows and stock, without the columns that are written only once. */
function hashOf({ row, insertOnly, children, stock }: Wanted): string {
  const columns = Object.entries(row)
    .filter(([column]) => !insertOnly.includes(column))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([columns, children, stock ?? null])
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/**
 * Raises the catalogue's version from `version`. If another import has changed the version, the statement violates a
 * constraint (NOT NULL or the primary key), so the transaction fails.
 */
function raiseVersion(version: number, now: number): Statement {
  const sql =
    version === 0
      ? `INSERT INTO catalogue_state (id, version, imported_at) VALUES (1, 1, ${now})`
      : `UPDATE catalogue_state SET version = CASE version WHEN ${version} THEN ${version + 1} END, imported_at = ${now} WHERE id = 1`
  return { sql, params: [] }
}

/**
 * An import may move a domain from one shop to another, but two shops can never have the same domain. Therefore all changed
 * domains are first set to null.
 */
function freeDomains(current: Current, changed: Wanted[]): Statement[] {
  const moving = changed.filter(({ kind, id, row }) => {
    const before = kind === 'shop' ? current.shops.get(id)?.domain : null
    return before !== null && before !== undefined && before !== row.domain
  })
  if (moving.length === 0) return []
  const sql = 'UPDATE shops SET domain = NULL, has_custom_domain = 0 WHERE id IN (SELECT value FROM json_each(?1))'
  return [{ sql, params: [JSON.stringify(moving.map(({ id }) => id))] }]
}

function byInsertOnly(entities: Wanted[]): Wanted[][] {
  return [...Map.groupBy(entities, ({ insertOnly }) => insertOnly.join()).values()]
}

function stockStatements(changed: Wanted[]): Statement[] {
  const unlimited = changed.filter(({ stock }) => stock === null).map(({ id }) => id)
  const counted = changed.flatMap(({ id, stock }): [string, number][] =>
    typeof stock === 'number' ? [[id, stock]] : [],
  )
  return [...deleteByIds('variant_stock', 'variant_id', unlimited), ...countStock(counted)]
}

function priceEntries(current: Current, wanted: Wanted[], now: number): PriceEntry[] {
  return wanted.flatMap(({ kind, id, row, earlierPrices = [] }) => {
    if (kind !== 'variant') return []
    const last = current.variants.get(id)?.lastPriceCents ?? null
    // `earlierPrices` are written only if the variant has no price history yet.
    const entries = last === null ? [...earlierPrices] : []
    if ((entries.at(-1)?.priceCents ?? last) !== row.price_cents)
      entries.push({ priceCents: Number(row.price_cents ?? 0), sinceAt: now })
    return entries.map((entry) => ({ variantId: id, ...entry }))
  })
}

function childStatements(changed: Wanted[]): Statement[] {
  const sets = new Map<string, { parentColumn: string; parents: string[]; rows: Row[] }>()
  const add = ({ table, parentColumn, rows }: ChildSet, parent: string) => {
    const set = sets.get(table) ?? { parentColumn, parents: [], rows: [] }
    set.parents.push(parent)
    set.rows.push(...rows)
    sets.set(table, set)
  }
  for (const { id, children } of changed) for (const set of children) add(set, id)
  return [...sets].flatMap(([table, { parentColumn, parents, rows }]) => [
    ...deleteByIds(table, parentColumn, parents),
    ...upsertRows(table, rows, [], []),
  ])
}
