/**
 * The tiers as the platform has them: this isolate's memory, the location's cache, and the origin shields, which stand
 * between all locations and the database.
 */
import type { Env } from '../../env.ts'
import { locationCache } from '../../integrations/edge-cache.ts'
import { log, reasonOf } from '../log.ts'
import { objectsOf } from '../seat-objects.ts'
import { AnswerMemory } from './answer-memory.ts'
import { type Cached, shareOf } from './cache-lifetime.ts'
import { fillThrough, type OriginShieldApi, SHIELDS } from './shield-store.ts'
import { type Entry, type Filled, TieredCache } from './tiered-cache.ts'

/** Of the 128 MB that an isolate has. */
const MEMORY_BYTES = 24 * 1024 * 1024

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export const edgeCache = new TieredCache({
  memory: new AnswerMemory<Entry>(MEMORY_BYTES),
  location: locationCache,
  clock: () => Date.now(),
  pause,
  random: () => Math.random(),
})

/** What a request brings: the bindings, and somewhere to leave work that outlives it. */
export type EdgeRequest = {
  env: Env
  /** The location's code; empty where the platform says none. */
  colo: string
  waitUntil(work: Promise<unknown>): void
}

export function coloOf({ cf }: Request): string {
  return typeof cf?.colo === 'string' ? cf.colo : ''
}

let share: number | null = null

/** From 0 to 1, drawn with the isolate's first request. */
export function shareOfIsolate(): number {
  share ??= Math.random()
  return share
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const decoded = new WeakMap<Entry, unknown>()

export function jsonEntry(cached: Cached, value: unknown): Entry {
  const body = encoder.encode(JSON.stringify(value))
  const entry: Entry = { ...cached, status: 200, headers: [], body: bytesOf(body) }
  decoded.set(entry, value)
  return entry
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError('these bytes are shared with a thread')
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}

/** The JSON of an entry, parsed once an isolate. */
export function jsonOf<Value>(entry: Entry): Value {
  if (!decoded.has(entry)) decoded.set(entry, JSON.parse(decoder.decode(entry.body)))
  return decoded.get(entry) as Value
}

/** The entry that one request of all locations fills. */
export function shielded(
  env: Env,
  key: string,
  least: Cached,
  fill: (former: Entry | null) => Promise<Filled>,
): Promise<Filled> {
  return fillThrough(() => shieldOf(env, key), pause, key, least, fill)
}

/** Gives the shield an entry that came along with another one. */
export async function handOut(env: Env, key: string, entry: Entry): Promise<void> {
  try {
    await shieldOf(env, key).give(key, entry)
  } catch (error) {
    log('warn', 'origin shield did not take an answer', { error: reasonOf(error) })
  }
}

function shieldOf(env: Env, key: string): OriginShieldApi {
  return objectsOf(env, env.ORIGIN_SHIELD).getByName(String(Math.floor(shareOf(key) * SHIELDS)))
}
