/**
 * The shops and the catalogue's version. Both are asked by every request, so an isolate keeps them: the version for two
 * seconds, the rest as long as the version stands. An import is therefore seen everywhere within a few seconds (the
 * specification's threshold is five).
 */
import { eq } from 'drizzle-orm'
import { CATALOGUE_VERSION_CHECK_MS } from '../../schema/limits.ts'
import { catalogueState, redirects, shops } from '../../schema/tables/shop.ts'
import type { ShopRow } from '../context.ts'
import type { Database } from './database.ts'

type Known<Value> = { version: number; value: Promise<Value> }

let versionKnown: { at: number; version: Promise<number> } | null = null
let shopsKnown: Known<ShopRow[]> | null = null
let redirectsKnown: Known<Map<string, Map<string, string>>> | null = null

/** 0 where nothing was imported yet. */
export function loadCatalogueVersion(db: Database, now: number): Promise<number> {
  if (versionKnown && now - versionKnown.at < CATALOGUE_VERSION_CHECK_MS && now >= versionKnown.at)
    return versionKnown.version
  const previous = versionKnown?.version
  const asked = db
    .select({ version: catalogueState.version })
    .from(catalogueState)
    .where(eq(catalogueState.id, 1))
    .then(([row]) => row?.version ?? 0)
  // D1 out of reach: go on with what was true two seconds ago, if anything was.
  const version = previous ? asked.catch(() => previous) : asked
  versionKnown = { at: now, version }
  version.catch(() => {
    versionKnown = null
  })
  return version
}

export function loadShops(db: Database, version: number): Promise<ShopRow[]> {
  if (shopsKnown?.version !== version) {
    const value = db
      .select()
      .from(shops)
      .orderBy(shops.slug)
      .then((rows) => rows)
    shopsKnown = { version, value }
    value.catch(() => {
      shopsKnown = null
    })
  }
  return shopsKnown.value
}

/** Redirects by path, for one shop: its own before those of every shop. */
export async function loadRedirects(
  db: Database,
  version: number,
  shopId: string,
): Promise<ReadonlyMap<string, string>> {
  if (redirectsKnown?.version !== version) {
    const value = db
      .select()
      .from(redirects)
      .then((rows) => {
        const byShop = new Map<string, Map<string, string>>()
        for (const row of rows) {
          const map = byShop.get(row.shopId ?? '') ?? new Map<string, string>()
          map.set(row.fromPath, row.toPath)
          byShop.set(row.shopId ?? '', map)
        }
        return byShop
      })
    redirectsKnown = { version, value }
    value.catch(() => {
      redirectsKnown = null
    })
  }
  const byShop = await redirectsKnown.value
  return new Map([...(byShop.get('') ?? []), ...(byShop.get(shopId) ?? [])])
}
