/**
 * A cache for public answers with three tiers: the isolate's memory, the location's cache, and the source. On a miss, only
 * one request in the isolate fills the entry. Usually only one isolate in the location does so. The other requests wait for
 * the entry, or send a stale one if its lifetime allows. If the source is unreachable or slow, the last known entry is sent
 * instead.
 *
 * The location's cache has no compare-and-set, so its lease is best effort: if several isolates miss within the same few
 * milliseconds, all of them fill the entry. Each of them sends a request to the origin shield, but the shield lets only one
 * request through to the database.
 */
import { log, reasonOf } from '../log.ts'
import type { AnswerMemory } from './answer-memory.ts'
import { type Cached, type CacheState, CLOCK_SKEW_MS, fewEarly } from './cache-lifetime.ts'

/** A finished answer: bytes and headers as they are sent. Entries are immutable. */
export type Entry = Cached & {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

export type LocationCache = {
  match(key: string): Promise<Entry | null>
  put(key: string, entry: Entry, seconds: number): Promise<void>
}

export type Tiers = {
  memory: AnswerMemory<Entry>
  location: LocationCache
  /** Epoch milliseconds. */
  clock(): number
  pause(milliseconds: number): Promise<void>
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number
}

export type Question = {
  key: string
  judge(entry: Entry, now: number): CacheState
  /** How long the location's cache stores the entry. It may be old by then, but can replace an unreachable source. */
  keepSeconds: number
  /** Reads the source. Throws if it is unreachable. `former` is the last known entry. */
  fill(former: Entry | null): Promise<Filled>
  /**
   * Several isolates may find `former` unusable at the same instant. They spread their lookups over this time in
   * milliseconds. Without this function, they do not wait.
   */
  spreadMs?: (former: Entry, now: number) => number
  /**
   * Whether this client may cause a fill. Without this function, every client may. A refill in the background does not call
   * it.
   */
  allow?: (() => Promise<boolean>) | undefined
  waitUntil(work: Promise<unknown>): void
}

/**
 * `keep` is false if the entry must not be cached. `isFault` is true if the source failed in part, so that an earlier entry
 * is better.
 */
export type Filled = { entry: Entry; keep: boolean; isFault: boolean }

/** Thrown if `allow` refused the fill and no cached entry can be sent. */
export class NotAllowedToFill extends Error {
  constructor() {
    super('the client has requested too many uncached answers')
  }
}

/** After this time, another request takes over from the one that is filling. */
export const LEASE_MS = 2_000
/** A source that takes longer is slow: the last known entry is sent, and the fill continues in the background. */
const FILL_MS = 1_500
/** How long a request without a usable entry waits for another request of its isolate. */
const WAIT_MS = 6_000
/** The pause between two lookups of a waiting request: in the memory, and in the location's cache. */
const LOOK_MS = 25
const LOOK_AT_LOCATION_MS = 50
const RENEWAL_SPREAD_MS = 120

/** How long a location does not retry a source that failed or was slow. */
const FAILED_MS = 500
/** How long an isolate sends the last known answer after such a failure, while it refills in the background. */
const STANDS_IN_MS = 5_000
const MAX_FAILED = 1_000

const LEASED = 200
const RELEASED = 204
const FAILED = 500

class SourceIsSlow extends Error {
  constructor() {
    super('the source is slow')
  }
}

export class TieredCache {
  private readonly tiers: Tiers
  /**
   * By key, the time at which a request of this isolate began to fill the entry. The isolate's other requests poll, because
   * a request cannot await another request's promise.
   */
  private readonly filling = new Map<string, number>()
  private readonly failedAt = new Map<string, number>()

  constructor(tiers: Tiers) {
    this.tiers = tiers
  }

  /**
   * The entry from memory, if it can be sent at once. If it is not fresh, this also starts a refill in the background.
   */
  recall(question: Question): Entry | null {
    const entry = this.tiers.memory.get(question.key)
    if (!entry) return null
    const now = this.tiers.clock()
    const state = question.judge(entry, now)
    if (state === 'fresh') return entry
    // If `failedAt` is in the future, the clock was set back after the failure. Such a failure does not count.
    const sinceFailure = now - (this.failedAt.get(question.key) ?? -Infinity)
    const replacesSource = state === 'old' && sinceFailure >= 0 && sinceFailure < STANDS_IN_MS
    if (state !== 'stale' && !replacesSource) return null
    this.refill(question)
    return entry
  }

  /** The entry from memory, if it is fresh. */
  peek(key: string, judge: Question['judge']): Entry | null {
    const entry = this.tiers.memory.get(key)
    return entry && judge(entry, this.tiers.clock()) === 'fresh' ? entry : null
  }

  /**
   * Returns a usable entry, and fills it if necessary. If that fails and no known entry can be sent instead, throws the
   * error of `fill`, or NotAllowedToFill. Throws SourceIsSlow if other requests of this isolate were filling the entry for
   * all of WAIT_MS.
   */
  async read(question: Question): Promise<Entry> {
    const { clock, pause } = this.tiers
    const deadline = clock() + WAIT_MS
    for (;;) {
      const known = this.recall(question)
      if (known) return known
      // If the filling request takes too long, a waiting request takes over.
      if (!this.isFilling(question.key)) break
      if (clock() >= deadline) throw new SourceIsSlow()
      await pause(LOOK_MS)
    }
    return this.asOnlyOne(question, () => this.fetch(question))
  }

  private isFilling(key: string): boolean {
    const since = this.filling.get(key)
    return since !== undefined && this.tiers.clock() - since < LEASE_MS
  }

  /** Stores a value that this isolate has changed. Other isolates get it with their next lookup in the location. */
  async replace(key: string, entry: Entry, keepSeconds: number): Promise<void> {
    const { memory, location } = this.tiers
    memory.put(key, entry)
    await location.put(key, entry, keepSeconds)
  }

  forget(key: string): void {
    this.tiers.memory.delete(key)
  }

  private async asOnlyOne<Answer>({ key }: Question, work: () => Promise<Answer>): Promise<Answer> {
    const since = this.tiers.clock()
    this.filling.set(key, since)
    try {
      return await work()
    } finally {
      if (this.filling.get(key) === since) this.filling.delete(key)
    }
  }

  /** Refills the entry in the background, while a stale or old one is sent. */
  private refill(question: Question): void {
    if (this.isFilling(question.key)) return
    const work = this.asOnlyOne(question, () => this.renew(question))
    question.waitUntil(
      work.catch((error: unknown) => log('warn', 'stale answer not refilled', { error: reasonOf(error) })),
    )
  }

  private async renew(question: Question): Promise<void> {
    const { memory, location, clock, pause, random } = this.tiers
    // No client waits for this. Several isolates may find an entry stale at once. The random delay spreads them, so that
    // later isolates see the lease of the first.
    await pause(random() * RENEWAL_SPREAD_MS)
    const shared = await location.match(question.key)
    if (shared && question.judge(shared, clock()) === 'fresh') this.remember(question.key, shared)
    else if (!(await this.leaseOf(question.key))) await this.fill(question, newerOf(memory.get(question.key), shared))
  }

  private async fetch(question: Question): Promise<Entry> {
    const { memory, location, clock, pause, random } = this.tiers
    let former = memory.get(question.key)
    const spreadMs = former && question.spreadMs ? question.spreadMs(former, clock()) : 0
    if (spreadMs > 0) await pause(fewEarly(random()) * spreadMs)
    const deadline = clock() + LEASE_MS
    for (;;) {
      const shared = await location.match(question.key)
      if (shared) {
        const state = question.judge(shared, clock())
        if (state === 'fresh' || state === 'stale') {
          this.remember(question.key, shared)
          return shared
        }
        former = newerOf(former, shared)
      }
      const lease = clock() < deadline ? await this.leaseOf(question.key) : null
      if (!lease) return this.fillIfAllowed(question, former)
      // Another isolate has just failed to fill the entry, so this one does not try.
      if (lease.status === FAILED && former && question.judge(former, clock()) !== 'gone') {
        this.useFormerFor(question.key, former)
        return former
      }
      await pause(LOOK_AT_LOCATION_MS)
    }
  }

  private async fillIfAllowed(question: Question, former: Entry | null): Promise<Entry> {
    if (!question.allow || (await question.allow())) return this.fill(question, former)
    if (former && question.judge(former, this.tiers.clock()) !== 'gone') return former
    throw new NotAllowedToFill()
  }

  private async leaseOf(key: string): Promise<Entry | null> {
    const lease = await this.tiers.location.match(leaseKey(key))
    if (!lease || lease.status === RELEASED) return null
    const lifeMs = lease.status === FAILED ? FAILED_MS : LEASE_MS
    const age = this.tiers.clock() - lease.at
    return age > -CLOCK_SKEW_MS && age < lifeMs ? lease : null
  }

  private lease(key: string, status: number): Promise<void> {
    const entry = { version: 0, at: this.tiers.clock(), status, headers: [], body: new ArrayBuffer(0) }
    return this.tiers.location.put(leaseKey(key), entry, LEASE_MS / 1000)
  }

  private async fill(question: Question, former: Entry | null): Promise<Entry> {
    const { clock, pause } = this.tiers
    const { key } = question
    await this.lease(key, LEASED)
    const filling = this.askSource(question, former)
    try {
      const isUsable = former !== null && question.judge(former, clock()) !== 'gone'
      const entry = await (isUsable ? Promise.race([filling, pause(FILL_MS).then(isSlow)]) : filling)
      this.failedAt.delete(key)
      return entry
    } catch (error) {
      question.waitUntil(this.lease(key, FAILED))
      if (error instanceof SourceIsSlow) question.waitUntil(filling.catch(noteLateFailure))
      if (!former || question.judge(former, clock()) === 'gone') throw error
      this.useFormerFor(key, former)
      log('error', 'source failed: sending the last known answer', { kind: kindOf(key), error: reasonOf(error) })
      return former
    }
  }

  /** Stores the entry even if the request no longer waits for it. */
  private async askSource(question: Question, former: Entry | null): Promise<Entry> {
    const { location } = this.tiers
    const { key, keepSeconds } = question
    const { entry, keep, isFault } = await question.fill(former)
    if (!keep && isFault && former) throw new Error('the source returned only a part of the answer')
    if (keep) {
      this.remember(key, entry)
      // The lease ends only after the entry is stored. If both happen between an isolate's lookup of the entry and its
      // lookup of the lease, the isolate fills the entry again.
      question.waitUntil(location.put(key, entry, keepSeconds).then(() => this.lease(key, RELEASED)))
    } else {
      question.waitUntil(this.lease(key, RELEASED))
    }
    return entry
  }

  private useFormerFor(key: string, former: Entry): void {
    if (this.failedAt.size >= MAX_FAILED) this.failedAt.clear()
    this.failedAt.set(key, this.tiers.clock())
    this.remember(key, former)
  }

  /** Never replaces an entry of a newer version with one of an older version. */
  private remember(key: string, entry: Entry): void {
    const known = this.tiers.memory.get(key)
    if (!known || entry.version >= known.version) this.tiers.memory.put(key, entry)
  }
}

function leaseKey(key: string): string {
  return `lease/${key}`
}

function newerOf(one: Entry | null, other: Entry | null): Entry | null {
  return one && (!other || one.at >= other.at) ? one : other
}

/** Returns the part of a key that may be logged. The rest may contain text that a visitor has typed. */
function kindOf(key: string): string {
  return key.split(/[|/]/, 1)[0] ?? ''
}

function isSlow(): never {
  throw new SourceIsSlow()
}

function noteLateFailure(error: unknown): void {
  log('warn', 'slow source failed', { error: reasonOf(error) })
}
