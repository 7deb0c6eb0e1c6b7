/**
 * All columns of a table with unique names. D1 answers a batch with objects keyed by column name, so two tables joined in
 * one statement must not both have an `id`. Each column keeps its decoder.
 */
import {
  type AnyColumn,
  getTableColumns,
  getTableName,
  type InferSelectModel,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm'

type Aliased<Of extends Table> = { [Key in keyof InferSelectModel<Of>]: SQL.Aliased<InferSelectModel<Of>[Key]> }

export function columnsOf<Of extends Table>(table: Of): Aliased<Of> {
  return aliased(table, Object.keys(getTableColumns(table))) as Aliased<Of>
}

/** The same for some columns. The type claims the whole row, because the code that shows rows is written for whole rows. */
export function someColumnsOf<Of extends Table>(
  table: Of,
  keys: readonly (keyof InferSelectModel<Of> & string)[],
): Aliased<Of> {
  return aliased(table, keys) as Aliased<Of>
}

function aliased(table: Table, keys: readonly string[]): Record<string, SQL.Aliased> {
  const columns: Record<string, AnyColumn> = getTableColumns(table)
  const prefix = getTableName(table)
  return Object.fromEntries(
    keys.flatMap((key) => {
      const column = columns[key]
      return column ? [[key, sql`${column}`.mapWith(column).as(`${prefix}__${column.name}`)]] : []
    }),
  )
}
