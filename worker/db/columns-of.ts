/**
 * All columns of a table under names of their own. D1 answers a batch with objects keyed by column name, so two tables
 * joined in one statement must not both have an `id`; each column keeps its decoder.
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
  const columns: Record<string, AnyColumn> = getTableColumns(table)
  const prefix = getTableName(table)
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`${column}`.mapWith(column).as(`${prefix}__${column.name}`),
    ]),
  ) as Aliased<Of>
}
