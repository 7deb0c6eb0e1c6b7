/**
 * Conditions on lists of ids. A list is passed as one JSON parameter, because D1 allows only a hundred parameters. The
 * statement's text is then the same for every length.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'

export function isOneOf(column: Column | SQL, ids: string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}

export function isNoneOf(column: Column | SQL, ids: string[]): SQL {
  return sql`${column} not in (select value from json_each(${JSON.stringify(ids)}))`
}
