/**
 * What is the same for all visitors, in three tiers: the isolate's memory, the location's cache, the source. A miss is
 * filled by one request of an isolate and, as far as the location's cache can tell, by one isolate of a location; the others
 * wait for it, or send what was true before where its lifetime allows that. A source that is out of reach or slow is answered
 * for by the last entry known.
 *
 * The location's cache has no compare-and-set, so its lease is best effort: isolates that miss in the same few milliseconds
 * all fill. The race costs an answer made twice, and one more request to the origin shield, which lets one of all
 * reach the database.
 */
import { log, reasonOf } from '../log.ts'
import type { AnswerMemory } from './answer-memory.ts'
import { type Cached, type CacheState, CLOCK_SKEW_MS, fewEarly } from './cache-lifetime.ts'

/** A finished answer: bytes and headers as they are sent. Entries are never changed. */
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
  /** From 0 up to, not including, 1. */
  random(): number
}

export type Question = {
  key: string
  judge(entry: Entry, now: number): CacheState
  /** How long the location may keep the entry: as long as it may be of use, if only where the source is out of reach. */
  keepSeconds: number
  /** `keep: false` answers this request alone. Throws where the source is out of reach. `former` is the last entry known. */
  fill(former: Entry | null): Promise<Filled>
  /** Over how many milliseconds isolates are spread that find this entry of use no more at the same instant; absent, none. */
  spreadMs?: (former: Entry, now: number) => number
  /** Whether the asker may cause a fill; absent, always. Behind an answer that was sent nobody is asked. */
  allow?: (() => Promise<boolean>) | undefined
  waitUntil(work: Promise<unknown>): void
}

/** `isFault`: the source failed in part; then what was whole a while ago is better, if there is any. */
export type Filled = { entry: Entry; keep: boolean; isFault: boolean }

/** Thrown where `allow` said no, and nothing is known that could be sent. */
export class NotAllowedToFill extends Error {
  constructor() {
    super('too many answers were asked for that nobody had')
  }
}

/** A request that fills for longer is given up by the others, one of which goes on in its place. */
export const LEASE_MS = 2_000
/** A source that takes longer is slow: the last entry known is sent, and the fill goes on behind it. */
const FILL_MS = 1_500
/** Where no entry is known, a request waits this long for the others of its isolate. */
const WAIT_MS = 6_000
/** How often those who wait look for the answer. */
const LOOK_MS = 25
const LOOK_AT_LOCATION_MS = 50
const RENEWAL_SPREAD_MS = 120

/** How long a source that failed or was slow is left alone, and its last known answer sent without asking. */
const FAILED_MS = 500
const STANDS_IN_MS = 5_000
const MOST_FAILED = 1_000

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
  /** When a request of this isolate began to fill: a promise of one request must not be awaited by another. */
  private readonly filling = new Map<string, number>()
  private readonly failedAt = new Map<string, number>()

  constructor(tiers: Tiers) {
    this.tiers = tiers
  }

  /** What memory has and may be sent at once. */
  recall(question: Question): Entry | null {
    const entry = this.tiers.memory.get(question.key)
    if (!entry) return null
    const now = this.tiers.clock()
    const state = question.judge(entry, now)
    if (state === 'fresh') return entry
    // A failure in the future is one of before the clock was set back.
    const sinceFailure = now - (this.failedAt.get(question.key) ?? -Infinity)
    const standsIn = state === 'old' && sinceFailure >= 0 && sinceFailure < STANDS_IN_MS
    if (state !== 'stale' && !standsIn) return null
    this.refill(question)
    return entry
  }

  /** What memory has, if it is fresh. */
  peek(key: string, judge: Question['judge']): Entry | null {
    const entry = this.tiers.memory.get(key)
    return entry && judge(entry, this.tiers.clock()) === 'fresh' ? entry : null
  }

  /** Throws what `fill` throws, where no entry is known that could stand in. */
  async read(question: Question): Promise<Entry> {
    const { clock, pause } = this.tiers
    const deadline = clock() + WAIT_MS
    for (;;) {
      const known = this.recall(question)
      if (known) return known
      // Where the one that fills takes too long, one of those who wait goes on in its place.
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

  /** What was changed from here: the location's other isolates have it with their next look. */
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

  /** Behind an answer that was sent: nobody waits for it. */
  private refill(question: Question): void {
    if (this.isFilling(question.key)) return
    const work = this.asOnlyOne(question, () => this.renew(question))
    question.waitUntil(
      work.catch((error: unknown) => log('warn', 'an answer was not renewed', { error: reasonOf(error) })),
    )
  }

  private async renew(question: Question): Promise<void> {
    const { memory, location, clock, pause, random } = this.tiers
    // Nobody waits: isolates that find an answer stale together come one after the other, and the later ones see the lease.
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
      // Somebody has just tried in vain: that is not done again by everybody.
      if (lease.status === FAILED && former && question.judge(former, clock()) !== 'gone') {
        this.letStandIn(question.key, former)
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
      this.letStandIn(key, former)
      log('error', 'the last known answer stands in', { kind: kindOf(key), error: reasonOf(error) })
      return former
    }
  }

  /** Keeps what it is given, even where nobody waits for it any more. */
  private async askSource(question: Question, former: Entry | null): Promise<Entry> {
    const { location } = this.tiers
    const { key, keepSeconds } = question
    const { entry, keep, isFault } = await question.fill(former)
    if (!keep && isFault && former) throw new Error('an answer is not whole')
    if (keep) {
      this.remember(key, entry)
      // The answer first: whoever finds the lease gone finds it.
      question.waitUntil(location.put(key, entry, keepSeconds).then(() => this.lease(key, RELEASED)))
    } else {
      question.waitUntil(this.lease(key, RELEASED))
    }
    return entry
  }

  private letStandIn(key: string, former: Entry): void {
    if (this.failedAt.size >= MOST_FAILED) this.failedAt.clear()
    this.failedAt.set(key, this.tiers.clock())
    this.remember(key, former)
  }

  /** Never an older version over a newer one. */
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

/** The rest of a key may hold what a visitor has typed. */
function kindOf(key: string): string {
  return key.split(/[|/]/, 1)[0] ?? ''
}

function isSlow(): never {
  throw new SourceIsSlow()
}

function noteLateFailure(error: unknown): void {
  log('warn', 'a slow source has failed', { error: reasonOf(error) })
}
