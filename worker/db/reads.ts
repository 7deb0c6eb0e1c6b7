/**
 * One request's reads. Whatever is asked in the same tick goes to D1 as one batch, so that a page whose resolvers ask side
 * by side costs one round trip.
 */
import type { Database } from './database.ts'
import { type Select, type Statement, statementOf } from './statement.ts'

type Asked = {
  statement: Statement<unknown>
  resolve: (rows: unknown[][]) => void
  reject: (error: unknown) => void
}

/** The database, or a session of it. */
type Client = Pick<D1Database, 'prepare' | 'batch'>

export class Reads {
  private readonly open: () => Client
  private readonly answers: Map<string, Promise<unknown[][]>> | null
  private client: Client | null = null
  private waiting: Asked[] = []

  /**
   * `open` is called with the first question: most requests are answered without one. What runs an operation twice, for two
   * languages, reads once what both ask.
   */
  constructor(db: Database, open: () => Client = () => db.$client, repeats: 'read again' | 'read once' = 'read again') {
    this.open = open
    this.answers = repeats === 'read once' ? new Map() : null
  }

  ask<Row>(question: Statement<Row>): Promise<Row[]>
  ask<Rows extends unknown[]>(question: Select<Rows>): Promise<Rows>
  async ask(question: Statement<unknown> | Select<unknown[]>): Promise<unknown[]> {
    const statement = 'text' in question ? question : statementOf(question)
    if (!this.answers) return (await this.queue(statement)).map(statement.read)
    const key = JSON.stringify([statement.text, statement.values])
    const known = this.answers.get(key) ?? this.queue(statement)
    this.answers.set(key, known)
    return (await known).map(statement.read)
  }

  private queue(statement: Statement<unknown>): Promise<unknown[][]> {
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
      for (const [index, { resolve }] of asked.entries()) resolve(tables[index] ?? [])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  private async run(statements: Statement<unknown>[]): Promise<unknown[][][]> {
    this.client ??= this.open()
    const { client } = this
    const bound = statements.map(({ text, values }) => client.prepare(text).bind(...values))
    const [only] = bound
    // Alone, D1 hands out cells as they came; a batch's it has made into objects, in the same order.
    if (only && bound.length === 1) return [await only.raw()]
    const results = await client.batch<object>(bound)
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)))
  }
}
