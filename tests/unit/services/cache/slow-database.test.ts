/** Tests the cache tiers and the shield with a database that answers late or never, in virtual time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AnswerMemory } from '../../../../worker/services/cache/answer-memory.ts'
import type { Cached } from '../../../../worker/services/cache/cache-lifetime.ts'
import { fillThrough, type OriginShieldApi, ShieldStore } from '../../../../worker/services/cache/shield-store.ts'
import {
  type Entry,
  type Filled,
  type LocationCache,
  TieredCache,
} from '../../../../worker/services/cache/tiered-cache.ts'
import { VirtualClock } from '../../../support/virtual-clock.ts'

const SECOND = 1_000
const BEGIN = 1_800_000_000_000
const ANY: Cached = { version: 0, at: 0 }
const NEVER = new Promise<never>(() => {})

let clock: VirtualClock
let queries: number

beforeEach(() => {
  clock = new VirtualClock(BEGIN)
  queries = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

function entryAt(at: number): Entry {
  return { version: 1, at, status: 200, headers: [], body: new ArrayBuffer(0) }
}

function newLocation(): LocationCache {
  const entries = new Map<string, Entry>()
  return {
    match: async (key) => entries.get(key) ?? null,
    put: async (key, entry) => void entries.set(key, entry),
  }
}

function newIsolate(location: LocationCache, former: Entry | null): TieredCache {
  const memory = new AnswerMemory<Entry>(1_000_000)
  if (former) memory.put('answer|x', former)
  return new TieredCache({ memory, location, clock: () => clock.now, pause: clock.pause, random: () => 0 })
}

/** Returns a query that answers after the given number of milliseconds. */
function database(milliseconds: number) {
  return async (): Promise<Filled> => {
    queries++
    const at = clock.now
    await clock.pause(milliseconds)
    return { entry: entryAt(at), keep: true, isFault: false }
  }
}

function ask(isolate: TieredCache, fill: () => Promise<Filled>): Promise<Entry> {
  return isolate.read({
    key: 'answer|x',
    keepSeconds: 1_800,
    judge: ({ at }, now) => (now - at < 5 * SECOND ? 'fresh' : 'old'),
    fill,
    waitUntil: (work) => void work.catch(() => {}),
  })
}

async function passTime(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed++) await clock.tick()
}

it('shield allows few queries to a slow database, and every request is answered within two seconds', async () => {
  const store = new ShieldStore(() => clock.now, clock.pause)
  const shield: OriginShieldApi = {
    take: (key, least) => store.take(key, least),
    give: async (key, entry) => store.give(key, entry),
  }
  const least = () => ({ version: 1, at: clock.now - 5 * SECOND })
  const fill = () => fillThrough(() => shield, clock.pause, 'answer|x', least(), database(10 * SECOND))
  const former = entryAt(BEGIN - 60 * SECOND)
  const isolates = Array.from({ length: 50 }, () => newIsolate(newLocation(), former))
  let [asked, answered, longest] = [0, 0, 0]
  for (let turn = 0; turn < 20; turn++) {
    for (const isolate of isolates) {
      const begun = clock.now
      asked++
      void ask(isolate, fill).then(() => {
        answered++
        longest = Math.max(longest, clock.now - begun)
      })
    }
    await passTime(SECOND)
  }
  await passTime(3 * SECOND)
  expect([asked, answered]).toEqual([1_000, 1_000])
  expect(longest).toBeLessThan(2 * SECOND)
  // The shield gives a lease every two seconds, and another when an answer arrives that is too old to use.
  expect(queries).toBeLessThanOrEqual(16)
})

it('TieredCache stores the late answer of a slow database', async () => {
  const isolate = newIsolate(newLocation(), entryAt(BEGIN - 60 * SECOND))
  const first = ask(isolate, database(3 * SECOND))
  await passTime(2 * SECOND)
  expect((await first).at).toBe(BEGIN - 60 * SECOND)
  await passTime(2 * SECOND)
  expect((await ask(isolate, database(3 * SECOND))).at).toBeGreaterThanOrEqual(BEGIN)
  expect(queries).toBe(1)
})

it('TieredCache without a cached answer sends at most four queries in nine seconds, and rejects some requests', async () => {
  const isolate = newIsolate(newLocation(), null)
  const asked = Array.from({ length: 20 }, () => ask(isolate, database(20 * SECOND)))
  const outcomes = Promise.allSettled(asked)
  await passTime(9 * SECOND)
  expect(queries).toBeLessThanOrEqual(4)
  await passTime(25 * SECOND)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
})

it('shield gives leases to requests that still wait, and none to a request that timed out', async () => {
  const store = new ShieldStore(() => clock.now, clock.pause)
  expect(await store.take('answer|x', ANY)).toMatchObject({ mayFill: true })
  const waiting = [store.take('answer|x', ANY), store.take('answer|x', ANY)]
  await passTime(2 * SECOND)
  expect(await waiting[0]).toMatchObject({ mayFill: true })
  await passTime(SECOND)
  expect(await waiting[1]).toEqual({ entry: null, mayFill: false })
  await passTime(SECOND)
  expect(await store.take('answer|x', ANY)).toMatchObject({ mayFill: true })
})

it('fillThrough returns the answer even if the shield never confirms the storage of the answer', async () => {
  const shield: OriginShieldApi = {
    take: async () => ({ entry: null, mayFill: true, former: null }),
    give: () => NEVER,
  }
  const filled = fillThrough(() => shield, clock.pause, 'answer|x', ANY, database(10))
  const done = vi.fn()
  void filled.then(done)
  await passTime(SECOND)
  expect(done).toHaveBeenCalledOnce()
})

it('fillThrough does not query the database when the shield is silent or busy', async () => {
  const silent: OriginShieldApi = { take: () => NEVER, give: async () => {} }
  const busy: OriginShieldApi = { take: async () => ({ entry: null, mayFill: false }), give: async () => {} }
  for (const shield of [silent, busy]) {
    const refused = expect(fillThrough(() => shield, clock.pause, 'answer|x', ANY, database(10))).rejects.toThrow()
    await passTime(5 * SECOND)
    await refused
  }
  expect(queries).toBe(0)
})

it('fillThrough queries the database when the shield fails, and gives the shield the answer', async () => {
  const give = vi.fn(async () => {})
  const shield: OriginShieldApi = { take: () => Promise.reject(new Error('unreachable')), give }
  const filled = fillThrough(() => shield, clock.pause, 'answer|x', ANY, database(10))
  await passTime(SECOND)
  expect(give).toHaveBeenCalledWith('answer|x', (await filled).entry)
  expect(queries).toBe(1)
})

it('TieredCache logs the kind of a key without the rest, which may contain search terms', async () => {
  const lines = vi.spyOn(console, 'error')
  const isolate = newIsolate(newLocation(), entryAt(BEGIN - 60 * SECOND))
  await ask(isolate, () => Promise.reject(new Error('unreachable')))
  expect(lines.mock.calls.flat().join()).toContain('"kind":"answer"')
  expect(lines.mock.calls.flat().join()).not.toContain('answer|x')
})
