/**
 * Batches the reads of one request. All queries of one tick go to D1 as one batch, so resolvers that run in parallel cost
 * one round trip. Queries for each row of a list (`askEach`) become one statement for all rows.
 */
import type { Database } from './database.ts'
import { type Select, type Statement, statementOf } from './statement.ts'

type Asked = {
  statement: Statement<unknown>
  resolve: (rows: unknown[][]) => void
  reject: (error: unknown) => void
}

/** The same query for several subjects in one tick. */
type Group = { ids: Set<string>; rows: Promise<Map<string, unknown[]>>; send(): void }

/** The database, or a session of it. */
type Client = Pick<D1Database, 'prepare' | 'batch'>

export class Reads {
  private readonly open: () => Client
  private readonly answers: Map<string, Promise<unknown[][]>> | null
  private client: Client | null = null
  private waiting: Asked[] = []
  private groups = new Map<string, Group>()
  private isScheduled = false

  /**
   * `open` is called at the first query, because most requests make none. With `read once`, a repeated query returns the
   * rows of the first one. Answering an operation in all languages then reads only once.
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

  /**
   * Returns the rows of the subject `id`. All calls with the same `name` in one tick share one statement. `idOf` returns the
   * subject of a row. The rows keep the sequence in which the statement returns them.
   */
  async askEach<Row>(
    name: string,
    id: string,
    question: (ids: string[]) => Select<Row[]>,
    idOf: (row: Row) => string | null,
  ): Promise<Row[]> {
    const group = this.groups.get(name) ?? this.newGroup(name, question, idOf)
    group.ids.add(id)
    return ((await group.rows).get(id) ?? []) as Row[]
  }

  private newGroup<Row>(
    name: string,
    question: (ids: string[]) => Select<Row[]>,
    idOf: (row: Row) => string | null,
  ): Group {
    const { promise: sent, resolve: send } = Promise.withResolvers<Row[]>()
    const ids = new Set<string>()
    const rows = sent.then((all) => Map.groupBy(all, (row) => idOf(row) ?? ''))
    const group = { ids, rows, send: () => send(this.ask(question([...ids]))) }
    this.groups.set(name, group)
    this.schedule()
    return group
  }

  private queue(statement: Statement<unknown>): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ statement, resolve, reject })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    queueMicrotask(() => void this.flush())
  }

  private async flush(): Promise<void> {
    for (const group of this.groups.values()) group.send()
    this.groups.clear()
    const asked = this.waiting
    this.waiting = []
    this.isScheduled = false
    if (asked.length === 0) return
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
    // `raw` returns rows as arrays, and `batch` returns rows as objects. Both keep the sequence of the selected columns.
    if (only && bound.length === 1) return [await only.raw()]
    const results = await client.batch<object>(bound)
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)))
  }
}
