/**
 * What the locations share: the last answers of the database, and who fills the next. 330 locations that miss the same
 * answer ask here, one of them gets the lease, the others wait for what it brings. In memory alone: what an eviction loses
 * is read once more.
 */
import { AnswerMemory } from '../domain/answer-memory.ts'
import { type Cached, CLOCK_SKEW_MS } from '../domain/cache-lifetime.ts'
import { log, reasonOf } from './log.ts'
import { type Entry, type Filled, LEASE_MS } from './tiered-cache.ts'

/** Answers, or lets the asker fill, with the last entry known. */
export type ShieldAnswer = { entry: Entry } | { entry: null; former: Entry | null }

export type OriginShieldApi = {
  /** An entry of at least this version that was read no earlier than `at`. */
  take(key: string, least: Cached): Promise<ShieldAnswer>
  /** What the asker has filled; null where it could not. */
  give(key: string, entry: Entry | null): Promise<void>
}

type Lease = { since: number; given: Promise<void>; end(): void }

/** How many share the keys. An object takes about 1,000 requests a second. */
export const SHIELDS = 32
const LIMIT_BYTES = 32 * 1024 * 1024

export class ShieldStore {
  private readonly clock: () => number
  private readonly pause: (milliseconds: number) => Promise<void>
  private readonly memory = new AnswerMemory<Entry>(LIMIT_BYTES)
  private readonly leases = new Map<string, Lease>()

  constructor(clock: () => number, pause: (milliseconds: number) => Promise<void>) {
    this.clock = clock
    this.pause = pause
  }

  async take(key: string, least: Cached): Promise<ShieldAnswer> {
    for (;;) {
      const entry = this.memory.get(key)
      const isUsable = entry && entry.at - this.clock() < CLOCK_SKEW_MS
      if (isUsable && entry.version >= least.version && entry.at >= least.at) return { entry }
      const lease = this.leases.get(key)
      const left = lease ? lease.since + LEASE_MS - this.clock() : 0
      if (!lease || left <= 0) {
        lease?.end()
        this.leases.set(key, newLease(this.clock()))
        return { entry: null, former: entry }
      }
      await Promise.race([lease.given, this.pause(left)])
    }
  }

  give(key: string, entry: Entry | null): void {
    const known = this.memory.get(key)
    if (entry && (!known || entry.version >= known.version)) this.memory.put(key, entry)
    const lease = this.leases.get(key)
    this.leases.delete(key)
    lease?.end()
  }
}

function newLease(since: number): Lease {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { since, given: promise, end: resolve }
}

/** A shield that is silent for longer is gone round. */
const PATIENCE_MS = 3_000

/**
 * The entry that one request of all locations fills. Where the shield is out of reach the database is asked directly: the
 * locations' leases still keep most requests from it.
 */
export async function fillThrough(
  openShield: () => OriginShieldApi,
  pause: (milliseconds: number) => Promise<void>,
  key: string,
  least: Cached,
  fill: (former: Entry | null) => Promise<Filled>,
): Promise<Filled> {
  let shield: OriginShieldApi
  let former: Entry | null = null
  try {
    shield = openShield()
    const tooLate = pause(PATIENCE_MS).then((): never => {
      throw new Error('too late')
    })
    const answer = await Promise.race([shield.take(key, least), tooLate])
    if (answer.entry) return { entry: answer.entry, keep: true, isFault: false }
    former = answer.former
  } catch (error) {
    log('error', 'origin shield did not answer', { error: reasonOf(error) })
    return fill(null)
  }
  let given: Entry | null = null
  try {
    const filled = await fill(former)
    if (filled.keep) given = filled.entry
    return filled
  } finally {
    // Those who wait get the next lease where nothing came.
    await shield.give(key, given).catch((error: unknown) => {
      log('warn', 'origin shield did not take an answer', { error: reasonOf(error) })
    })
  }
}
