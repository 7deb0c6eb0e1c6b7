/**
 * The keys that this isolate has blocked for a minute because of too many failures. A Cloudflare rate limit cannot be read
 * without being incremented. A limit on failures is therefore read only after a failure, and the isolate remembers that a
 * key has exceeded it. The isolate also counts failures itself, because it may check many requests before the rate limit's
 * first answer arrives.
 */
import { BoundedMap } from '../domain/memory/bounded-map.ts'

const BLOCKED_MS = 60_000

type Seen = { since: number; failures: number; blockedUntil: number }

export class FailureMemory {
  private readonly seen = new BoundedMap<string, Seen>('failed tries of a key', 10_000)
  /** The number of failures within a minute that blocks a key. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Milliseconds until the key is unblocked; 0 if it is not blocked. */
  msUntilUnblocked(key: string, now: number): number {
    return Math.max(0, (this.seen.get(key)?.blockedUntil ?? 0) - now)
  }

  /** Counts a failure, and blocks the key if it has reached the limit. */
  note(key: string, now: number): void {
    const known = this.seen.get(key)
    // A new count does not unblock a key that an earlier failure blocked.
    const seen =
      known && now - known.since < BLOCKED_MS
        ? known
        : { since: now, failures: 0, blockedUntil: known?.blockedUntil ?? 0 }
    seen.failures++
    this.seen.set(key, seen)
    if (seen.failures >= this.limit) this.block(key, now)
  }

  block(key: string, now: number): void {
    this.seen.set(key, { since: now, failures: 0, ...this.seen.get(key), blockedUntil: now + BLOCKED_MS })
  }
}
