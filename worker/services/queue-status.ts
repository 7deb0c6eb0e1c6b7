/**
 * What the waiting rooms' coordinators publish, as the edge knows it: kept two seconds in the isolate and for its location,
 * so that a million polls wake the coordinator about once a second a location. And what the edge tells the counters.
 */
import { addLoad, NO_LOAD } from '../domain/admission-rate.ts'
import { counterOf } from '../domain/arrivals.ts'
import type { LoadReport, Place, QueueStatus, Redeemed, RoomControls } from '../domain/waiting-room.ts'
import type { Env } from '../env.ts'
import { keepJson, recallJson } from '../integrations/edge-cache.ts'
import { log, reasonOf } from './log.ts'
import { objectsOf } from './seat-objects.ts'

const FRESH_MS = 2_000
/** While one request asks, and where the coordinator is out of reach, the others go by what was true before. */
/** Right after the opening the status before it is of no use: so often it is asked anew. */
const OPENING_MS = 250
const STALE_MS = 30_000
const UNREACHED_SECONDS = 3
const LOAD_EVERY_MS = 1_000

const known = new Map<string, { at: number; asked: number; status: QueueStatus }>()
/** When a coordinator last failed: it is left alone for a moment, however many wait. */
const failedAt = new Map<string, number>()

function coordinator(env: Env, room: string) {
  return objectsOf(env, env.WAITING_ROOM).getByName(room)
}

function counter(env: Env, room: string, placeId: string) {
  return objectsOf(env, env.WAITING_COUNTER).getByName(`${room}/${counterOf(placeId)}`)
}

/** The room's status, at most about two seconds old. Throws where the coordinator was never reached. */
export async function queueStatus(env: Env, room: string, now: number): Promise<QueueStatus> {
  const before = known.get(room)
  if (before) {
    const opens = before.status.phase === 'gathering' && now >= before.status.opensAt
    if (now - before.at < FRESH_MS && !opens) return before.status
    if (now - before.asked < (opens ? OPENING_MS : FRESH_MS) && now - before.at < STALE_MS) return before.status
    before.asked = now
  }
  if (now - (failedAt.get(room) ?? 0) < FRESH_MS) return before ? before.status : outOfReach(room)
  try {
    const shared = await recallJson<QueueStatus>(`queue/${room}`)
    // The cache counts whole seconds; the status itself says how old it is.
    const isCurrent = shared && now - shared.at < FRESH_MS && !(shared.phase === 'gathering' && now >= shared.opensAt)
    const status = isCurrent ? shared : await coordinator(env, room).status(now)
    if (status !== shared) await keepJson(`queue/${room}`, status, FRESH_MS / 1000)
    known.set(room, { at: now, asked: now, status })
    return status
  } catch (error) {
    failedAt.set(room, now)
    log('error', 'waiting room did not answer', { room, error: reasonOf(error) })
    return before ? before.status : outOfReach(room)
  }
}

function outOfReach(room: string): never {
  throw new Error(`the status of ${room} is not known`)
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
  known.set(controls.key, { at: now, asked: now, status })
  await keepJson(`queue/${controls.key}`, status, FRESH_MS / 1000)
  return status
}

/** Where the coordinator does not answer, the place is still good and asks again. */
export async function redeemPlace(
  env: Env,
  place: Place,
  cartId: string,
  { entering }: QueueStatus,
  now: number,
): Promise<Redeemed> {
  try {
    return await coordinator(env, place.room).redeem(place, cartId, now)
  } catch (error) {
    log('error', 'waiting room did not answer', { room: place.room, error: reasonOf(error) })
    return { ok: false, reason: 'soon', ahead: entering, askInSeconds: UNREACHED_SECONDS }
  }
}

export function countArrival(env: Env, place: Place): Promise<void> {
  return counter(env, place.room, place.id).arrive(place)
}

const unsent = new Map<string, { load: LoadReport; since: number }>()

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
