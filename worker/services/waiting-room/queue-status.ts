/**
 * What the waiting rooms' coordinators publish, as the edge knows it: kept two seconds in the isolate and for its location,
 * where one isolate asks for all, so that a million polls wake the coordinator about once a second a location. And what the
 * edge tells the counters.
 */
import { BoundedMap } from '../../domain/memory/bounded-map.ts'
import { addLoad, NO_LOAD } from '../../domain/waiting-room/admission-rate.ts'
import { counterOf } from '../../domain/waiting-room/arrival-counts.ts'
import type { LoadReport, Place, QueueStatus, Redeemed, RoomControls } from '../../domain/waiting-room/waiting-room.ts'
import type { Env } from '../../env.ts'
import { type CacheState, type Lifetime, lifetimeOfIsolate, stateByAge } from '../cache/cache-lifetime.ts'
import { type EdgeRequest, edgeCache, jsonEntry, jsonOf, shareOfIsolate } from '../cache/edge-tiers.ts'
import type { Entry, Question } from '../cache/tiered-cache.ts'
import { log, reasonOf } from '../log.ts'
import { objectsOf } from '../seat-objects.ts'

/** While one request asks the coordinator anew, the others go by what was true before; so they do where it is out of reach. */
const LIFETIME: Lifetime = { freshMs: 1_100, staleMs: 2_000, lastMs: 30_000 }
/** At the opening the status before it is of no use to anybody: so long the isolates take to ask. */
const OPENING_SPREAD_MS = 300
/** A coordinator that failed is left alone for so long by an isolate, however many wait. */
const FAILED_MS = 2_000
const UNREACHED_SECONDS = 3
const LOAD_EVERY_MS = 1_000

export type Asker = Pick<EdgeRequest, 'env' | 'waitUntil'>

const failedAt = new BoundedMap<string, number>('failures of coordinators', 100)

function coordinator(env: Env, room: string) {
  return objectsOf(env, env.WAITING_ROOM).getByName(room)
}

function counter(env: Env, room: string, placeId: string) {
  return objectsOf(env, env.WAITING_COUNTER).getByName(`${room}/${counterOf(placeId)}`)
}

/** The status as the tiers keep it. `share` is the isolate's, from 0 to 1. */
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

/** The room's status, at most two seconds old while its coordinator answers. Throws where it was never reached. */
export async function queueStatus({ env, waitUntil }: Asker, room: string): Promise<QueueStatus> {
  const fill = async () => {
    if (Date.now() - (failedAt.get(room) ?? 0) < FAILED_MS) throw new Error(`the status of ${room} is not known`)
    try {
      return { entry: entryOf(await coordinator(env, room).status(Date.now())), keep: true, isFault: false }
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

/** What stands in where the status cannot be had: by the controls alone, and calling nobody. */
export function statusUnknown({ key, mode, opensAt, targetActive }: RoomControls, now: number): QueueStatus {
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

/** Sets a room; the answer is its status from then on. */
export async function configureRoom(env: Env, controls: RoomControls, now: number): Promise<QueueStatus> {
  const status = await coordinator(env, controls.key).configure(controls, now)
  await edgeCache.replace(keyOf(controls.key), entryOf(status), LIFETIME.lastMs / 1000)
  return status
}

/** Where the coordinator does not answer, the place is still good and asks again. */
export async function redeemPlace(
  env: Env,
  place: Place,
  { cartId, issuedTo }: { cartId: string; issuedTo: string },
  { entering }: QueueStatus,
  now: number,
): Promise<Redeemed> {
  try {
    return await coordinator(env, place.room).redeem(place, cartId, now, issuedTo)
  } catch (error) {
    log('error', 'waiting room did not answer', { room: place.room, error: reasonOf(error) })
    return { ok: false, reason: 'soon', ahead: entering, askInSeconds: UNREACHED_SECONDS }
  }
}

export function countArrival(env: Env, place: Place): Promise<void> {
  return counter(env, place.room, place.id).arrive(place)
}

const unsent = new BoundedMap<string, { load: LoadReport; since: number }>('load not yet reported', 100)

/** How the seats' objects answered; sent along with the next beat. */
export function noteLoad(room: string, load: LoadReport, now: number): void {
  if (load.holds === 0 && load.overloads === 0) return
  const before = unsent.get(room) ?? { load: NO_LOAD, since: now }
  unsent.set(room, { load: addLoad(before.load, load), since: before.since })
}

/** True once there is load to tell that is a second old. */
export function loadIsDue(room: string, now: number): boolean {
  const kept = unsent.get(room)
  return kept !== undefined && now - kept.since >= LOAD_EVERY_MS
}

/**
 * Says that a pass is in use, and what the isolate saw of the load since. False where an order has ended the pass; true
 * where the counter does not answer.
 */
export async function beatPass(env: Env, { room, placeId }: { room: string; placeId: string }, now: number) {
  const load = unsent.get(room)?.load ?? null
  unsent.delete(room)
  try {
    return await counter(env, room, placeId).beat(placeId, load, now)
  } catch (error) {
    log('error', 'waiting counter did not answer', { room, error: reasonOf(error) })
    return true
  }
}
