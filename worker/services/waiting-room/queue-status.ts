/**
 * The published status of the waiting rooms, which each isolate and each location caches for two seconds. One isolate
 * refreshes the status for the whole location, so even a million polls wake the coordinator only about once a second per
 * location. This module also sends arrivals, heartbeats and load to the counters.
 */
import { BoundedMap } from '../../domain/memory/bounded-map.ts'
import { addLoad, NO_LOAD } from '../../domain/waiting-room/admission-rate.ts'
import type {
  LoadReport,
  QueueEntry,
  QueueStatus,
  Redeemed,
  RoomControls,
} from '../../domain/waiting-room/waiting-room.ts'
import type { Env } from '../../env.ts'
import { type CacheState, type Lifetime, lifetimeOfIsolate, stateByAge } from '../cache/cache-lifetime.ts'
import { type EdgeRequest, edgeCache, jsonEntry, jsonOf, shareOfIsolate } from '../cache/edge-tiers.ts'
import type { Entry, Question } from '../cache/tiered-cache.ts'
import { log, reasonOf } from '../log.ts'
import { entryCounter, roomCoordinator } from '../seat-objects.ts'

/** While one request refreshes the status, or if the coordinator is unreachable, other requests use the stale one. */
const LIFETIME: Lifetime = { freshMs: 1_100, staleMs: 2_000, lastMs: 30_000 }
/**
 * At the opening, every cached status becomes old, so all isolates need a new one at once. They spread their lookups over
 * this time.
 */
const OPENING_SPREAD_MS = 300
/** After a failure, an isolate does not ask the coordinator again for this long, however many visitors wait. */
const FAILED_MS = 2_000
const UNREACHED_SECONDS = 3
const LOAD_EVERY_MS = 1_000

export type Asker = Pick<EdgeRequest, 'env' | 'waitUntil'>

const failedAt = new BoundedMap<string, number>('failures of coordinators', 100)

/**
 * Returns the question with which the cache reads a room's status. `share` is a random number from 0 to 1 that each isolate
 * chooses once, so that isolates refresh at different times.
 */
export function statusQuestion(room: string, share: number, filling: Pick<Question, 'fill' | 'waitUntil'>): Question {
  const lifetime = lifetimeOfIsolate(LIFETIME, share)
  const opensAtOf = (entry: Entry) => {
    const { phase, opensAt } = jsonOf<QueueStatus>(entry)
    return phase === 'gathering' && entry.at < opensAt ? opensAt : Number.POSITIVE_INFINITY
  }
  const judge = (entry: Entry, now: number): CacheState => {
    const state = stateByAge(entry.at, lifetime, now)
    return now >= opensAtOf(entry) && state !== 'gone' ? 'old' : state
  }
  const spreadMs = (former: Entry, now: number) => (now >= opensAtOf(former) ? OPENING_SPREAD_MS : 0)
  return { key: keyOf(room), keepSeconds: LIFETIME.lastMs / 1000, judge, spreadMs, ...filling }
}

function keyOf(room: string): string {
  return `queue/${room}`
}

/**
 * The room's status, at most two seconds old while its coordinator answers. If it does not answer, the status is at most 30
 * seconds old. Throws if no such status is cached.
 */
export async function queueStatus({ env, waitUntil }: Asker, room: string): Promise<QueueStatus> {
  const fill = async () => {
    if (Date.now() - (failedAt.get(room) ?? 0) < FAILED_MS)
      throw new Error(`the coordinator of ${room} failed recently`)
    try {
      return { entry: entryOf(await roomCoordinator(env, room).status(Date.now())), keep: true, isFault: false }
    } catch (error) {
      failedAt.set(room, Date.now())
      log('error', 'waiting room did not answer', { room, error: reasonOf(error) })
      throw error
    }
  }
  const question = statusQuestion(room, shareOfIsolate(), { fill, waitUntil })
  return jsonOf(await edgeCache.read(question))
}

function entryOf(status: QueueStatus): Entry {
  return jsonEntry({ version: 0, at: status.at }, status)
}

/**
 * Replaces a status that is unavailable. The replacement depends only on the room's controls and on `now`. With it, only
 * visitors with a silent pass are called.
 */
export function fallbackStatus({ key, mode, opensAt, targetActive }: RoomControls, now: number): QueueStatus {
  const gathers = mode !== 'automatic' && now < opensAt
  return {
    room: key,
    phase: mode === 'paused' ? 'paused' : gathers ? 'gathering' : 'serving',
    opensAt,
    drawThreshold: 0,
    servedUntil: 0,
    early: 0,
    late: [],
    entering: 0,
    rate: 0,
    pace: 0,
    active: 0,
    targetActive,
    seedHash: '',
    seed: null,
    at: now,
  }
}

/** Configures a room and returns its new status. Throws if the coordinator cannot be reached. */
export async function configureRoom(env: Env, controls: RoomControls, now: number): Promise<QueueStatus> {
  const status = await roomCoordinator(env, controls.key).configure(controls, now)
  await edgeCache.replace(keyOf(controls.key), entryOf(status), LIFETIME.lastMs / 1000)
  return status
}

/** If the coordinator does not answer, the entry stays valid and the visitor asks again. */
export async function redeemEntry(
  env: Env,
  entry: QueueEntry,
  { cartId, issuedTo }: { cartId: string; issuedTo: string },
  { entering }: QueueStatus,
  now: number,
): Promise<Redeemed> {
  try {
    return await roomCoordinator(env, entry.room).redeem(entry, cartId, now, issuedTo)
  } catch (error) {
    log('error', 'waiting room did not answer', { room: entry.room, error: reasonOf(error) })
    return { ok: false, reason: 'soon', ahead: entering, askInSeconds: UNREACHED_SECONDS }
  }
}

export function countArrival(env: Env, entry: QueueEntry): Promise<void> {
  return entryCounter(env, entry.room, entry.id).arrive(entry)
}

const unsent = new BoundedMap<string, { load: LoadReport; since: number }>('load not yet reported', 100)

/** Notes the load that a command measured at the seat objects. This isolate's next heartbeat for the room reports it. */
export function noteLoad(room: string, load: LoadReport, now: number): void {
  if (load.holds === 0 && load.overloads === 0) return
  const before = unsent.get(room) ?? { load: NO_LOAD, since: now }
  unsent.set(room, { load: addLoad(before.load, load), since: before.since })
}

/** Whether unsent load is at least a second old. */
export function loadIsDue(room: string, now: number): boolean {
  const waiting = unsent.get(room)
  return waiting !== undefined && now - waiting.since >= LOAD_EVERY_MS
}

/**
 * Sends a heartbeat for a pass, with the load that this isolate measured. Returns false if an order has ended the pass,
 * otherwise true, even if the counter does not answer.
 */
export async function sendHeartbeat(env: Env, { room, entryId }: { room: string; entryId: string }, now: number) {
  const load = unsent.get(room)?.load ?? null
  unsent.delete(room)
  try {
    return await entryCounter(env, room, entryId).beat(entryId, load, now)
  } catch (error) {
    log('error', 'waiting counter did not answer', { room, error: reasonOf(error) })
    return true
  }
}
