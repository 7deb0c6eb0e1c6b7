/** Carriers, kept by the isolate under the catalogue version: there are few and every checkout asks for all. */
import { carriers } from '../../schema/tables/catalogue.ts'
import type { Carrier } from '../domain/shipping.ts'
import type { Database } from './database.ts'

let known: { version: number; rows: Promise<Carrier[]> } | null = null

export function loadCarriers(db: Database, version: number): Promise<Carrier[]> {
  if (known?.version !== version) {
    const rows = db
      .select()
      .from(carriers)
      .orderBy(carriers.sortOrder)
      .then((all) => all)
    known = { version, rows }
    rows.catch(() => {
      known = null
    })
  }
  return known.rows
}
