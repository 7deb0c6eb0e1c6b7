/**
 * What every request goes by: the catalogue's version with the waiting rooms in use, and the shops with their redirects.
 * Both are read once for all locations and moment. Where the database is out of reach the last state known goes on: a room
 * that was in use stays in use.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { CategoryRow } from '../db/category.ts'
import { type Database, openDatabase, openReplica } from '../db/database.ts'
import { Reads } from '../db/reads.ts'
import { type Redirect, readShops, readVersionAndRooms } from '../db/shop.ts'
import type { RoomRow } from '../db/waiting-room.ts'
import { withLocks } from '../domain/catalogue/shop-range.ts'
import { type CatalogueMoment, leastVersion, nextMoment } from './cache/cache-lifetime.ts'
import { type EdgeRequest, edgeCache, jsonEntry, jsonOf, shareOfIsolate, shielded } from './cache/edge-tiers.ts'
import { CATALOGUE_KEY, leastOfState, shieldKeyFor, stateQuestion, versionQuestion } from './cache/public-answer.ts'
import type { Entry, Question } from './cache/tiered-cache.ts'

/** `bookmark` names a state of the database that has this version: replicas that lag behind it are not asked. */
export type CatalogueState = CatalogueMoment & {
  rooms: RoomRow[]
  bookmark: string | null
  /** The ids of the shops behind a password; absent in a state that an earlier deployment has read. */
  lockedShops?: string[]
}

export type Shops = { shops: ShopRow[]; redirects: Redirect[]; artists: CategoryRow[]; version: number }

/** This isolate's own change of a room must show at once. */
let readSince = 0

export function forgetCatalogueState(now: number): void {
  readSince = now
  edgeCache.forget(CATALOGUE_KEY)
}

/** The state if it need not be waited for. */
export function recallCatalogueState(request: EdgeRequest): CatalogueState | null {
  const entry = edgeCache.recall(catalogueQuestion(request))
  return entry && jsonOf<CatalogueState>(entry)
}

/** Throws where the database is out of reach and nothing is known. */
export async function readCatalogueState(request: EdgeRequest): Promise<CatalogueState> {
  return jsonOf<CatalogueState>(await edgeCache.read(catalogueQuestion(request)))
}

export function catalogueQuestion({ env, colo, waitUntil }: EdgeRequest): Question {
  return stateQuestion(readSince, shareOfIsolate(), {
    fill: (former) =>
      shielded(env, shieldKeyFor(colo, CATALOGUE_KEY), leastOfState(readSince, Date.now()), async (shared) => {
        const db = openDatabase(env.DB)
        const at = Date.now()
        // Not from a replica, which may not have heard of an import yet.
        const session = env.DB.withSession('first-primary')
        const { version, rooms, lockedShops } = await readVersionAndRooms(db, new Reads(db, () => session))
        const moment = nextMoment(momentOf(former, shared), version, at)
        const state: CatalogueState = { ...moment, rooms, lockedShops, bookmark: session.getBookmark() }
        return { entry: jsonEntry({ version, at }, state), keep: true, isFault: false }
      }),
    waitUntil,
  })
}

function momentOf(former: Entry | null, shared: Entry | null): CatalogueMoment | null {
  const newer = former && shared ? (former.at > shared.at ? former : shared) : (former ?? shared)
  return newer && jsonOf<CatalogueState>(newer)
}

/**
 * Those of the state's version; older ones where they cannot be read, but none that is behind a password in the state is open
 * in them.
 */
export async function readShopsOf(request: EdgeRequest, state: CatalogueState): Promise<Shops> {
  const entry = await entryOfVersion(request, state, 'shops and artists', null, readShops)
  const { shops, redirects, artists } = jsonOf<Awaited<ReturnType<typeof readShops>>>(entry)
  return { shops: withLocks(shops, state.lockedShops ?? []), redirects, artists, version: entry.version }
}

/** Something small that changes by imports alone, the same for all: read once for a version. */
export async function readOfVersion<Value>(...asked: Parameters<typeof entryOfVersion<Value>>): Promise<Value> {
  return jsonOf<Value>(await entryOfVersion(...asked))
}

function entryOfVersion<Value>(
  { env, colo, waitUntil }: EdgeRequest,
  state: CatalogueState,
  key: string,
  share: number | null,
  load: (db: Database, reads: Reads) => Promise<Value>,
  allow?: Question['allow'],
): Promise<Entry> {
  const shieldKey = share === null ? shieldKeyFor(colo, key) : key
  const fill = () =>
    shielded(env, shieldKey, { version: leastVersion(state, share, Date.now()), at: 0 }, async () => {
      const db = openDatabase(env.DB)
      const at = Date.now()
      const value = await load(db, new Reads(db, () => openReplica(env.DB, state.bookmark)))
      return { entry: jsonEntry({ version: state.version, at }, value), keep: true, isFault: false }
    })
  return edgeCache.read(versionQuestion(key, share, state, { fill, allow, waitUntil }))
}
