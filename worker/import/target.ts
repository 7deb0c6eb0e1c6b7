/**
 * The target of an import: a database that runs a list of statements in one transaction, and a bucket. Local bindings, a
 * deployment's HTTP API and tests each implement it.
 */
import type { SeatClaim } from '../domain/seats/seat-hold.ts'

export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/** Parameters are texts only (lists are JSON), so that every transport binds them the same way. */
export type Statement = { sql: string; params: string[] }

export type ImportTarget = {
  d1: {
    query(sql: string, params?: string[]): Promise<Row[]>
    /** All or nothing; throws the database's error. */
    batch(statements: Statement[]): Promise<void>
  }
  bucket: {
    has(key: string): Promise<boolean>
    /** Null if there is no such object. */
    read(key: string): Promise<Uint8Array | null>
    put(key: string, bytes: Uint8Array, options: { contentType: string; cacheControl: string }): Promise<void>
  }
  claims: AskClaims
}

/** The seats that an event's objects have given to carts and orders. Throws, in words for the operator, if they are unreachable. */
export type AskClaims = (event: { id: string; slug: string; blockCount: number }) => Promise<SeatClaim[]>

/** The part of Cloudflare's D1 binding that an import needs. */
type D1Binding = {
  prepare(sql: string): { bind(...params: string[]): D1Prepared }
  batch(statements: D1Prepared[]): Promise<unknown>
}
type D1Prepared = { all<T>(): Promise<{ results: T[] }> }

/** The part of Cloudflare's R2 binding that an import needs. */
type R2Binding = {
  head(key: string): Promise<unknown>
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
  put(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    options: { httpMetadata: { contentType: string; cacheControl: string } },
  ): Promise<unknown>
}

/** An import target of a worker's (or miniflare's) bindings. */
export function bindingsTarget(db: D1Binding, bucket: R2Binding, claims: AskClaims): ImportTarget {
  return {
    d1: databaseTarget(db),
    bucket: {
      has: async (key) => (await bucket.head(key)) !== null,
      async read(key) {
        const object = await bucket.get(key)
        return object && new Uint8Array(await object.arrayBuffer())
      },
      async put(key, bytes, { contentType, cacheControl }) {
        await bucket.put(key, new Uint8Array(bytes), { httpMetadata: { contentType, cacheControl } })
      },
    },
    claims,
  }
}

export function databaseTarget(db: D1Binding): ImportTarget['d1'] {
  return {
    async query(sql, params = []) {
      return (
        await db
          .prepare(sql)
          .bind(...params)
          .all<Row>()
      ).results
    },
    async batch(statements) {
      await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)))
    },
  }
}
