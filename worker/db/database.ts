/** The database handle: Drizzle over D1. Queries live beside it by noun; rules do not. */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as tables from '../../schema/tables/index.ts'

export type Database = DrizzleD1Database<typeof tables> & { $client: D1Database }

const handles = new WeakMap<D1Database, Database>()

/** The same handle for the same binding: building one costs more than a query's share of it. */
export function openDatabase(binding: D1Database): Database {
  const known = handles.get(binding)
  if (known) return known
  const handle = drizzle(binding, { schema: tables })
  handles.set(binding, handle)
  return handle
}

/**
 * A session of reads on the nearest replica that has what the database had at `bookmark`. Without one any replica will do.
 */
export function openReplica(binding: D1Database, bookmark: string | null): D1DatabaseSession {
  return binding.withSession(bookmark ?? 'first-unconstrained')
}
