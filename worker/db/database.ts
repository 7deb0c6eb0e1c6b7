/** The database handle: Drizzle over D1. Each file of this folder contains the queries of one noun, but no rules. */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database & { $client: D1Database }

const handles = new WeakMap<D1Database, Database>()

/**
 * Returns the same handle for the same binding. Drizzle gets no schema, because only its relational queries need one. A
 * schema would be evaluated again for each Durable Object, because each object has a binding of its own.
 */
export function openDatabase(binding: D1Database): Database {
  const known = handles.get(binding)
  if (known) return known
  const handle = drizzle(binding)
  handles.set(binding, handle)
  return handle
}

/**
 * Opens a read session on the nearest replica that is at least as current as `bookmark`; without a bookmark, on any
 * replica.
 */
export function openReplica(binding: D1Database, bookmark: string | null): D1DatabaseSession {
  return binding.withSession(bookmark ?? 'first-unconstrained')
}
