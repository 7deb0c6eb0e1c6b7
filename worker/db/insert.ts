/**
 * Builds the insert statement of a table once per isolate, because an order always writes the same statements with other
 * values. Missing columns get their default, as in Drizzle's own insert.
 */
import { type AnyColumn, getTableColumns, getTableName, type InferInsertModel, is, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

export type BoundText = { text: string; values: unknown[] }

export function inserterOf<Table extends SQLiteTable>(table: Table): (row: InferInsertModel<Table>) => BoundText {
  const columns: [string, AnyColumn][] = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
  const marks = columns.map(() => '?').join(', ')
  const text = `insert into "${getTableName(table)}" (${names}) values (${marks})`
  for (const [key, { default: given }] of columns)
    if (is(given, SQL)) throw new Error(`${key}: inserterOf does not support SQL expressions as defaults`)
  return (row) => {
    const given: Record<string, unknown> = row
    return { text, values: columns.map(([key, column]) => boundOf(column, given[key])) }
  }
}

function boundOf(column: AnyColumn, given: unknown): unknown {
  const value = given === undefined ? (column.defaultFn?.() ?? column.default ?? null) : given
  return value === null ? null : column.mapToDriverValue(value)
}
