/**
 * One request's reads. Whatever is asked in the same tick goes to D1 as one batch, so that a page whose resolvers ask side
 * by side costs one round trip.
 */
import type { Database } from './database.ts'
import { type Select, type Statement, statementOf } from './statement.ts'

type Asked = { statement: Statement<unknown>; resolve: (rows: unknown[]) => void; reject: (error: unknown) => void }

export class Reads {
  private readonly db: Database
  private waiting: Asked[] = []

  constructor(db: Database) {
    this.db = db
  }

  ask<Row>(question: Statement<Row>): Promise<Row[]>
  ask<Rows extends unknown[]>(question: Select<Rows>): Promise<Rows>
  ask(question: Statement<unknown> | Select<unknown[]>): Promise<unknown[]> {
    const statement = 'text' in question ? question : statementOf(question)
    return new Promise((resolve, reject) => {
      this.waiting.push({ statement, resolve, reject })
      if (this.waiting.length === 1) queueMicrotask(() => void this.flush())
    })
  }

  private async flush(): Promise<void> {
    const asked = this.waiting
    this.waiting = []
    try {
      const tables = await this.run(asked.map(({ statement }) => statement))
      for (const [index, { statement, resolve }] of asked.entries()) resolve((tables[index] ?? []).map(statement.read))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  private async run(statements: Statement<unknown>[]): Promise<unknown[][][]> {
    const bound = statements.map(({ text, values }) => this.db.$client.prepare(text).bind(...values))
    const [only] = bound
    // Alone, D1 hands out cells as they came; a batch's it has made into objects, in the same order.
    if (only && bound.length === 1) return [await only.raw()]
    const results = await this.db.$client.batch<object>(bound)
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)))
  }
}
