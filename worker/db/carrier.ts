/** Carriers, kept by the isolate under the catalogue version: there are few and every checkout asks for all. */
import { carriers } from '../../schema/tables/catalogue.ts'
import type { Carrier } from '../domain/orders/shipping.ts'
import type { Database } from './database.ts'

let known: { version: number; rows: Carrier[] } | null = null

export async function loadCarriers(db: Database, version: number): Promise<Carrier[]> {
  if (known?.version === version) return known.rows
  const rows = await db.select().from(carriers).orderBy(carriers.sortOrder)
  known = { version, rows }
  return rows
}
