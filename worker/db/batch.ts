/**
 * One transaction of statements written as SQL. Drizzle's own batch cannot bind the values of raw statements, and an
 * `insert … select … where` that decides by the rows as they are can be written in no other way.
 */
import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

const dialect = new SQLiteAsyncDialect()

/** All or none; throws with SQLite's reason in the message. */
export function runBatch(db: Database, statements: SQLWrapper[]): Promise<D1Result[]> {
  return db.$client.batch(
    statements.map((statement) => {
      const { sql, params } = dialect.sqlToQuery(statement.getSQL())
      return db.$client.prepare(sql).bind(...params)
    }),
  )
}
