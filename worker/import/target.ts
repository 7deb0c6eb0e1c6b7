/**
 * The target of an import: a database that runs a list of statements in one transaction, a bucket, and the claims of
 * EventSeats objects. There are implementations for local bindings, for a running local server, and for the API of a
 * deployment.
 */
import type { SeatClaim } from '../domain/seats/seat-hold.ts'

export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/** All parameters are strings, so that every implementation binds them the same way. Lists are JSON. */
export type Statement = { sql: string; params: string[] }

export type ImportTarget = {
  d1: {
    query(sql: string, params?: string[]): Promise<Row[]>
    /** Runs all statements in one transaction. Throws the database's error. */
    batch(statements: Statement[]): Promise<void>
  }
  bucket: {
    has(key: string): Promise<boolean>
    /** Returns null if there is no such object. */
    read(key: string): Promise<Uint8Array | null>
    put(key: string, bytes: Uint8Array, options: { contentType: string; cacheControl: string }): Promise<void>
  }
  claims: AskClaims
}

/**
 * Returns the seats and standing places that an event's EventSeats objects have assigned to carts and orders. If an object
 * is unreachable, throws an error whose message is written for the operator.
 */
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

/** Returns an import target for miniflare's bindings. */
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
