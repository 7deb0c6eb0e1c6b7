/**
 * The cache tiers on Cloudflare: this isolate's memory, the location's cache, and the origin shields between all locations
 * and the database.
 */
import type { Env } from '../../env.ts'
import { locationCache } from '../../integrations/edge-cache.ts'
import { objectsOf } from '../seat-objects.ts'
import { AnswerMemory } from './answer-memory.ts'
import { type Cached, shareOf } from './cache-lifetime.ts'
import { fillThrough, handOver, type OriginShieldApi, SHIELDS } from './shield-store.ts'
import { type Entry, type Filled, TieredCache } from './tiered-cache.ts'

/** An isolate has 128 MB. */
const MEMORY_BYTES = 24 * 1024 * 1024

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export const edgeCache = new TieredCache({
  memory: new AnswerMemory<Entry>(MEMORY_BYTES),
  location: locationCache,
  clock: () => Date.now(),
  pause,
  random: () => Math.random(),
})

/** The parts of a request that the tiers need. */
export type EdgeRequest = {
  env: Env
  /** The location's code; empty if the platform gives none. */
  colo: string
  /** Lets the work continue after the response. */
  waitUntil(work: Promise<unknown>): void
}

export function coloOf({ cf }: Request): string {
  return typeof cf?.colo === 'string' ? cf.colo : ''
}

let share: number | null = null

/** A random number from 0 to 1, chosen once per isolate. Workers have no randomness outside of requests. */
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
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError('bytes in a SharedArrayBuffer cannot be cached')
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}

/** Returns the value in an entry's JSON. Each entry object is parsed only once. */
export function jsonOf<Value>(entry: Entry): Value {
  if (!decoded.has(entry)) decoded.set(entry, JSON.parse(decoder.decode(entry.body)))
  return decoded.get(entry) as Value
}

/** Reads an entry through its origin shield (`fillThrough`). */
export function shielded(
  env: Env,
  key: string,
  least: Cached,
  fill: (former: Entry | null) => Promise<Filled>,
): Promise<Filled> {
  return fillThrough(() => shieldOf(env, key), pause, key, least, fill)
}

/** Stores an entry in the shield of its key. No request asked for this entry: it was filled together with another one. */
export async function storeInShield(env: Env, key: string, entry: Entry): Promise<void> {
  await handOver(shieldOf(env, key), key, entry)
}

function shieldOf(env: Env, key: string): OriginShieldApi {
  return objectsOf(env, env.ORIGIN_SHIELD).getByName(String(Math.floor(shareOf(key) * SHIELDS)))
}
