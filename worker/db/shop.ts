/**
 * The shops, the catalogue's version and the waiting rooms in use. All are asked by every request, so an isolate keeps them: the version for two
 * seconds, the rest as long as the version stands. An import is therefore seen everywhere within a few seconds (the
 * specification's threshold is five). Only finished values are kept: a promise of one request must not be awaited by
 * another, the platform forbids it.
 */
import { eq } from 'drizzle-orm'
import { CATALOGUE_VERSION_CHECK_MS } from '../../schema/limits.ts'
import { catalogueState, redirects, shops } from '../../schema/tables/shop.ts'
import type { ShopRow } from '../context.ts'
import type { Database } from './database.ts'
import { type RoomRow, roomsInUse } from './waiting-room.ts'

type Redirects = ReadonlyMap<string, ReadonlyMap<string, string>>

/** After a quiet while, or after its own change, what an isolate knows of rooms is too old to let anybody in by. */
const FORMER_MS = 10_000

let knownVersion: { at: number; version: number; rooms: RoomRow[] } | null = null
let knownShops: { version: number; rows: ShopRow[] } | null = null
let knownRedirects: { version: number; byShop: Redirects } | null = null

/** The version this isolate goes by at `now`, if it need not ask. */
export function freshCatalogueVersion(now: number): number | null {
  if (!knownVersion || now < knownVersion.at || now - knownVersion.at >= CATALOGUE_VERSION_CHECK_MS) return null
  return knownVersion.version
}

/** The waiting rooms in use, as they stood when the version was last asked for. */
export function knownRooms(): RoomRow[] {
  return knownVersion?.rooms ?? []
}

/** Makes this isolate ask anew: its own change of a room must show at once. */
export function forgetCatalogueVersion(): void {
  if (knownVersion) knownVersion = { ...knownVersion, at: 0 }
}

/** 0 where nothing was imported yet. */
export async function loadCatalogueVersion(db: Database, now: number): Promise<number> {
  const fresh = freshCatalogueVersion(now)
  if (fresh !== null) return fresh
  const former = knownVersion
  // Whoever comes while this request asks goes by the former version.
  if (former && now - former.at < FORMER_MS) knownVersion = { ...former, at: now }
  try {
    const [[row], rooms] = await db.batch([
      db.select({ version: catalogueState.version }).from(catalogueState).where(eq(catalogueState.id, 1)),
      roomsInUse(db),
    ])
    knownVersion = { at: now, version: row?.version ?? 0, rooms }
  } catch (error) {
    // D1 out of reach: go on with what was true two seconds ago, if anything was.
    if (!former) throw error
  }
  return knownVersion?.version ?? 0
}

export async function loadShops(db: Database, version: number): Promise<ShopRow[]> {
  if (knownShops?.version === version) return knownShops.rows
  const rows = await db.select().from(shops).orderBy(shops.slug)
  knownShops = { version, rows }
  return rows
}

/** Redirects by path, for one shop: its own before those of every shop. */
export async function loadRedirects(
  db: Database,
  version: number,
  shopId: string,
): Promise<ReadonlyMap<string, string>> {
  const byShop = knownRedirects?.version === version ? knownRedirects.byShop : await readRedirects(db, version)
  return new Map([...(byShop.get('') ?? []), ...(byShop.get(shopId) ?? [])])
}

async function readRedirects(db: Database, version: number): Promise<Redirects> {
  const byShop = new Map<string, Map<string, string>>()
  for (const row of await db.select().from(redirects)) {
    const map = byShop.get(row.shopId ?? '') ?? new Map<string, string>()
    map.set(row.fromPath, row.toPath)
    byShop.set(row.shopId ?? '', map)
  }
  knownRedirects = { version, byShop }
  return byShop
}
