/**
 * The state that every request depends on: the catalogue version with the active waiting rooms, and the shops with their
 * redirects. Both come through the cache tiers. If the database is unreachable, the last known state remains in effect, so
 * an active room stays active.
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

/**
 * `bookmark` is a D1 bookmark at which the database has this version. A replica answers reads only once it has reached the
 * bookmark.
 */
export type CatalogueState = CatalogueMoment & {
  rooms: RoomRow[]
  bookmark: string | null
  /** The ids of protected shops; absent in a state that an earlier deployment cached. */
  lockedShops?: string[]
}

export type Shops = { shops: ShopRow[]; redirects: Redirect[]; artists: CategoryRow[]; version: number }

/**
 * States read before this instant are used only if the database is unreachable or slow. So when a request in this
 * isolate changes a waiting room, the isolate uses the change at once.
 */
let readSince = 0

export function forgetCatalogueState(now: number): void {
  readSince = now
  edgeCache.forget(CATALOGUE_KEY)
}

/** The state, if this isolate has it in memory. */
export function recallCatalogueState(request: EdgeRequest): CatalogueState | null {
  const entry = edgeCache.recall(catalogueQuestion(request))
  return entry && jsonOf<CatalogueState>(entry)
}

/** Throws if the database is unreachable and no state is cached. */
export async function readCatalogueState(request: EdgeRequest): Promise<CatalogueState> {
  return jsonOf<CatalogueState>(await edgeCache.read(catalogueQuestion(request)))
}

export function catalogueQuestion({ env, colo, waitUntil }: EdgeRequest): Question {
  return stateQuestion(readSince, shareOfIsolate(), {
    fill: (former) =>
      shielded(env, shieldKeyFor(colo, CATALOGUE_KEY), leastOfState(readSince, Date.now()), async (shared) => {
        const db = openDatabase(env.DB)
        const at = Date.now()
        // The primary, because a replica may not have the latest import yet.
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
 * The shops of the state's version. If they cannot be read, older shops are used. In either case, every shop that the
 * state lists as protected is protected.
 */
export async function readShopsOf(request: EdgeRequest, state: CatalogueState): Promise<Shops> {
  const entry = await entryOfVersion(request, state, 'shops and artists', null, readShops)
  const { shops, redirects, artists } = jsonOf<Awaited<ReturnType<typeof readShops>>>(entry)
  return { shops: withLocks(shops, state.lockedShops ?? []), redirects, artists, version: entry.version }
}

/** Reads a small public value that only imports change, once per version. */
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
