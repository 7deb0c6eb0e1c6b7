/** Carriers. There are few, and every checkout reads all of them. */
import { carriers } from '../../schema/tables/catalogue.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import type { Carrier } from '../domain/orders/shipping.ts'
import type { Database } from './database.ts'

const carriersOfVersion = new PerVersion<'all', Carrier[]>('carriers', 1)

export function loadCarriers(db: Database, version: number): Promise<Carrier[]> {
  return carriersOfVersion.read(version, 'all', () => db.select().from(carriers).orderBy(carriers.sortOrder))
}
