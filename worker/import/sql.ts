/**
 * Statements that write many rows. D1 allows only 100 bound parameters per statement. Therefore a statement binds its rows
 * as one JSON array, which `json_each` unpacks.
 */
import type { Row, Statement } from './target.ts'

/** D1 accepts strings of up to 2 MB. Characters of catalogue texts take up to three bytes. */
const MAX_CHARACTERS = 500_000

/**
 * Inserts rows, which must all have the same columns. A row whose `key` exists is updated, except for the columns of the
 * key and of `insertOnly`. With an empty `key`, no row is updated. The statement does not use REPLACE, which would first
 * delete the existing row and, with it, the rows that refer to it.
 */
export function upsertRows(table: string, rows: Row[], key: string[], insertOnly: string[]): Statement[] {
  const first = rows[0]
  if (!first) return []
  const columns = Object.keys(first)
  const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(', ')
  const updated = columns.filter((column) => !key.includes(column) && !insertOnly.includes(column))
  const sets = updated.map((column) => `"${column}" = excluded."${column}"`).join(', ')
  const conflict = key.length === 0 ? '' : ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sets}`
  const names = columns.map((column) => `"${column}"`).join(', ')
  const sql = `INSERT INTO ${table} (${names}) SELECT ${values} FROM json_each(?1) WHERE true${conflict}`
  return chunks(rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? null)))).map((list) => ({
    sql,
    params: [list],
  }))
}

/**
 * Writes the stock that the catalogue gives to variants. The available stock of a variant changes by as much as its initial
 * stock. A CHECK refuses a stock below zero.
 */
export function countStock(counted: [variantId: string, stock: number][]): Statement[] {
  const sql = `INSERT INTO variant_stock (variant_id, initial, available)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[1]') FROM json_each(?1) WHERE true
    ON CONFLICT (variant_id) DO UPDATE SET available = available + excluded.initial - initial, initial = excluded.initial`
  return chunks(counted.map((entry) => JSON.stringify(entry))).map((list) => ({ sql, params: [list] }))
}

export function deleteByIds(table: string, column: string, ids: string[]): Statement[] {
  const sql = `DELETE FROM ${table} WHERE "${column}" IN (SELECT value FROM json_each(?1))`
  return chunks(ids.map((id) => JSON.stringify(id))).map((list) => ({ sql, params: [list] }))
}

/** Splits the items into JSON arrays that are short enough to bind. */
export function chunks(items: string[]): string[] {
  const lists: string[] = []
  let list: string[] = []
  let length = 0
  for (const item of items) {
    if (length + item.length > MAX_CHARACTERS && list.length > 0) {
      lists.push(`[${list.join()}]`)
      list = []
      length = 0
    }
    list.push(item)
    length += item.length + 1
  }
  if (list.length > 0) lists.push(`[${list.join()}]`)
  return lists
}
