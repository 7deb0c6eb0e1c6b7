/**
 * What the locations share: the last answers of the database, and who fills the next. 330 locations that miss the same
 * answer ask here, one of them gets the lease, the others wait for what it brings. Every two seconds without it another one
 * gets a lease, and who has waited for three leaves with nothing. In memory alone: what an eviction loses is read once more.
 */
import { log, reasonOf } from '../log.ts'
import { AnswerMemory } from './answer-memory.ts'
import { type Cached, CLOCK_SKEW_MS } from './cache-lifetime.ts'
import { type Entry, type Filled, LEASE_MS } from './tiered-cache.ts'

/** Answers, or lets the asker fill, with the last entry known; neither where others have been filling for too long. */
export type ShieldAnswer = { entry: Entry } | { entry: null; mayFill: true; former: Entry | null } | Busy
type Busy = { entry: null; mayFill: false }

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
/** Who has waited for longer gets no lease: it may have left. */
const WAIT_MS = 3_000

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
    const deadline = this.clock() + WAIT_MS
    for (;;) {
      const entry = this.memory.get(key)
      const isUsable = entry && entry.at - this.clock() < CLOCK_SKEW_MS
      if (isUsable && entry.version >= least.version && entry.at >= least.at) return { entry }
      const now = this.clock()
      if (now >= deadline) return { entry: null, mayFill: false }
      const lease = this.leases.get(key)
      const left = lease ? lease.since + LEASE_MS - now : 0
      if (!lease || left <= 0) {
        lease?.end()
        this.leases.set(key, newLease(now))
        return { entry: null, mayFill: true, former: entry }
      }
      await Promise.race([lease.given, this.pause(Math.min(left, deadline - now))])
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

/** A shield that is silent for longer does not answer any more. */
const PATIENCE_MS = 4_000
/** How long a filled entry waits until the shield has it. */
const GIVE_MS = 300

class ShieldIsBusy extends Error {
  constructor() {
    super('others have been filling for too long')
  }
}

class ShieldIsSilent extends Error {
  constructor() {
    super('too late')
  }
}

/**
 * The entry that one request of all locations fills. Where the shield fails the database is asked directly: the locations'
 * leases still keep most requests from it. Where the shield is busy or silent this throws: then the database is slow, or so
 * many ask that it would be.
 */
export async function fillThrough(
  openShield: () => OriginShieldApi,
  pause: (milliseconds: number) => Promise<void>,
  key: string,
  least: Cached,
  fill: (former: Entry | null) => Promise<Filled>,
): Promise<Filled> {
  let shield: OriginShieldApi | null = null
  let former: Entry | null = null
  try {
    shield = openShield()
    const answer = await Promise.race([shield.take(key, least), pause(PATIENCE_MS).then(isSilent)])
    if (answer.entry) return { entry: answer.entry, keep: true, isFault: false }
    if (!answer.mayFill) throw new ShieldIsBusy()
    former = answer.former
  } catch (error) {
    if (error instanceof ShieldIsBusy) throw error
    log('error', 'origin shield did not answer', { error: reasonOf(error) })
    if (error instanceof ShieldIsSilent) throw error
  }
  let given: Entry | null = null
  try {
    const filled = await fill(former)
    if (filled.keep) given = filled.entry
    return filled
  } finally {
    // Those who wait get the next lease where nothing came.
    if (shield) await Promise.race([handOver(shield, key, given), pause(GIVE_MS)])
  }
}

/** Never throws: the asker has its answer. */
async function handOver(shield: OriginShieldApi, key: string, entry: Entry | null): Promise<void> {
  try {
    await shield.give(key, entry)
  } catch (error) {
    log('warn', 'origin shield did not take an answer', { error: reasonOf(error) })
  }
}

function isSilent(): never {
  throw new ShieldIsSilent()
}
