/**
 * The state of an origin shield: the database's last answers, and a lease for each answer that is being filled. If 330
 * locations miss the same answer, one request gets the lease to fill it, and the others wait for its entry. After LEASE_MS
 * without an entry, a waiting request gets a new lease. After WAIT_MS, a request gives up. Everything is in memory, so
 * after an eviction of the object, the entries are read from the database again.
 */
import { log, reasonOf } from '../log.ts'
import { AnswerMemory } from './answer-memory.ts'
import { type Cached, CLOCK_SKEW_MS } from './cache-lifetime.ts'
import { type Entry, type Filled, LEASE_MS } from './tiered-cache.ts'

/**
 * An entry, a lease to fill it, or `Busy`. A lease comes with the last known entry, if there is one. `Busy` means that other
 * requests have been filling the entry for too long.
 */
export type ShieldAnswer = { entry: Entry } | { entry: null; mayFill: true; former: Entry | null } | Busy
type Busy = { entry: null; mayFill: false }

export type OriginShieldApi = {
  /** Returns an entry of at least this version, read no earlier than `least.at`, or the lease to fill it. */
  take(key: string, least: Cached): Promise<ShieldAnswer>
  /** Stores the entry and ends the lease. `entry` is null if the caller could not fill it. */
  give(key: string, entry: Entry | null): Promise<void>
}

type Lease = { since: number; given: Promise<void>; end(): void }

/** The number of shields that share the keys. A Durable Object handles about 1,000 requests a second. */
export const SHIELDS = 32
const LIMIT_BYTES = 32 * 1024 * 1024
/** A request that has waited longer than this gets no lease, because its client may have left. */
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

/** If a shield has not answered within this time, the read fails. */
const TIMEOUT_MS = 4_000
/** How long the caller waits for the shield to store its entry. */
const GIVE_MS = 300

class ShieldIsBusy extends Error {
  constructor() {
    super('the origin shield has waited too long for another request to fill the answer')
  }
}

class ShieldIsSilent extends Error {
  constructor() {
    super(`the origin shield did not answer within ${TIMEOUT_MS} ms`)
  }
}

/**
 * Reads an entry through a shield. If the shield has no usable entry, it gives one request at a time the lease to fill it.
 * If the call to the shield fails, the entry is filled without this lease. The database can bear that, because each
 * location's own lease still holds back most requests. Throws if the shield is busy or does not answer in time, because the
 * database is then slow, or more requests would make it slow.
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
    const answer = await Promise.race([shield.take(key, least), pause(TIMEOUT_MS).then(isSilent)])
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
    // Without an entry, this only ends the lease. A waiting request then gets a new lease.
    if (shield) await Promise.race([handOver(shield, key, given), pause(GIVE_MS)])
  }
}

/** Gives the entry to the shield, which ends the lease. Never throws, because the caller already has its answer. */
export async function handOver(shield: OriginShieldApi, key: string, entry: Entry | null): Promise<void> {
  try {
    await shield.give(key, entry)
  } catch (error) {
    log('warn', 'origin shield did not store an answer', { error: reasonOf(error) })
  }
}

function isSilent(): never {
  throw new ShieldIsSilent()
}
