/**
 * Runs statements in one transaction. An `insert … select … where`, which checks the current rows, must be written as raw
 * SQL, and Drizzle's own batch cannot bind the values of raw statements.
 */
import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import type { BoundText } from './insert.ts'

const dialect = new SQLiteAsyncDialect()

/** Either all statements take effect, or none of them. Throws an error with SQLite's message. */
export function runBatch(db: Database, statements: (SQLWrapper | BoundText)[]): Promise<D1Result[]> {
  return db.$client.batch(
    statements.map((statement) => {
      const { text, values } = 'text' in statement ? statement : textOf(statement)
      return db.$client.prepare(text).bind(...values)
    }),
  )
}

function textOf(statement: SQLWrapper): BoundText {
  const { sql, params } = dialect.sqlToQuery(statement.getSQL())
  return { text: sql, values: params }
}
