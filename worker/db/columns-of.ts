/**
 * Selects all columns of a table under unique names. D1 returns the rows of a batch as objects with the column names as
 * keys, so columns of joined tables must not have the same name. Each column keeps its decoder.
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

/**
 * Like `columnsOf`, but for some columns only. The type still describes the whole row, because the code that shows rows
 * expects that type. Callers must therefore choose all columns that this code reads.
 */
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
