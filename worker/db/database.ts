/** The database handle: Drizzle over D1. Queries are in this folder, by noun; rules are not. */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as tables from '../../schema/tables/index.ts'

export type Database = DrizzleD1Database<typeof tables> & { $client: D1Database }

const handles = new WeakMap<D1Database, Database>()

/** Returns the same handle for the same binding, because creating one costs more than a query. */
export function openDatabase(binding: D1Database): Database {
  const known = handles.get(binding)
  if (known) return known
  const handle = drizzle(binding, { schema: tables })
  handles.set(binding, handle)
  return handle
}

/** Opens a read session on the nearest replica that is at least as current as `bookmark`; without one, on any replica. */
export function openReplica(binding: D1Database, bookmark: string | null): D1DatabaseSession {
  return binding.withSession(bookmark ?? 'first-unconstrained')
}
