/**
 * The shops, the redirects and the catalogue version with the active waiting rooms. The edge caches them per location
 * (services/catalogue-state); Durable Objects and jobs cache the shops of one version per isolate.
 */
import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { categories } from '../../schema/tables/category.ts'
import { events } from '../../schema/tables/event.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { catalogueState, news, redirects, shops } from '../../schema/tables/shop.ts'
import { PerVersion } from '../domain/memory/bounded-map.ts'
import type { CategoryRow } from './category.ts'
import type { Database } from './database.ts'
import type { Reads } from './reads.ts'
import { type RoomRow, roomsInUse } from './waiting-room.ts'

/** A redirect from an old path of one shop, or of all shops if `shopId` is null. */
export type Redirect = { shopId: string | null; fromPath: string; toPath: string }

/** `artists` are the artists of bands' shops. Every answer about a band's shop contains its artist. */
type ShopRows = { shops: ShopRow[]; redirects: Redirect[]; artists: CategoryRow[] }

const VERSION_MS = 2_000

let knownVersion: { at: number; version: number } | null = null
const shopsOfVersion = new PerVersion<'all', ShopRow[]>('shops of jobs and objects', 1)

type VersionAndRooms = { version: number; rooms: RoomRow[]; lockedShops: string[] }

/**
 * The version is 0 before the first import. Version, rooms and protected shops are read in one batch, so they are
 * consistent.
 */
export async function readVersionAndRooms(db: Database, reads: Reads): Promise<VersionAndRooms> {
  const [[row], rooms, locked] = await Promise.all([
    reads.ask(selectVersion(db)),
    reads.ask(roomsInUse(db)),
    reads.ask(db.select({ id: shops.id }).from(shops).where(sql`${shops.meta} -> '$.password' IS NOT NULL`)),
  ])
  return { version: row?.version ?? 0, rooms, lockedShops: locked.map(({ id }) => id) }
}

export async function readShops(db: Database, reads: Reads): Promise<ShopRows> {
  const [rows, paths, artists] = await Promise.all([
    reads.ask(db.select().from(shops).orderBy(shops.slug)),
    reads.ask(
      db.select({ shopId: redirects.shopId, fromPath: redirects.fromPath, toPath: redirects.toPath }).from(redirects),
    ),
    reads.ask(
      db
        .select(getTableColumns(categories))
        .from(categories)
        .innerJoin(shops, eq(shops.artistId, categories.id))
        .orderBy(asc(categories.id)),
    ),
  ])
  return { shops: rows, redirects: paths, artists }
}

function selectVersion(db: Database) {
  return db.select({ version: catalogueState.version }).from(catalogueState).where(eq(catalogueState.id, 1))
}

/** The fingerprint of the secret with which the import hashed codes; null before the first code. */
export async function loadCodeCheck(db: Database): Promise<string | null> {
  const [row] = await db
    .select({ codeCheck: catalogueState.codeCheck })
    .from(catalogueState)
    .where(eq(catalogueState.id, 1))
  return row?.codeCheck ?? null
}

/**
 * The catalogue version for work outside of requests. It is cached for two seconds, so that a job does not read it for each
 * mail.
 */
export async function loadCatalogueVersion(db: Database, now: number): Promise<number> {
  if (knownVersion && now >= knownVersion.at && now - knownVersion.at < VERSION_MS) return knownVersion.version
  const [row] = await selectVersion(db)
  knownVersion = { at: now, version: row?.version ?? 0 }
  return knownVersion.version
}

export function loadShops(db: Database, version: number): Promise<ShopRow[]> {
  return shopsOfVersion.read(version, 'all', () => db.select().from(shops).orderBy(shops.slug))
}

/** A shop's news, by sort order, then latest first, each with whether it links to the page of a cancelled event. */
export function newsOfShop(db: Database, shopId: string) {
  const isCancelled = sql<number>`exists (select 1 from ${events} where ${news.url} = '/events/' || ${events.slug} and ${events.slug} = substr(${news.url}, 9) and ${events.status} = 'cancelled')`
  return db
    .select({ ...getTableColumns(news), linksToCancelled: isCancelled.as('links_to_cancelled') })
    .from(news)
    .where(eq(news.shopId, shopId))
    .orderBy(asc(news.sortOrder), desc(news.publishedAt))
}
