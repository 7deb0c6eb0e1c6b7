/**
 * The keys that have had too many failures within a minute, as far as this isolate knows. Cloudflare's rate limits cannot be
 * read without being counted, so a limit that counts failures alone says only after a failure that its key has had too
 * many. The isolate remembers it for a minute, and counts for itself what it has seen, because many requests may be
 * judged before the first answer of the limit is there.
 */
import { BoundedMap } from '../domain/memory/bounded-map.ts'

const SHUT_MS = 60_000

type Seen = { since: number; failures: number; shutUntil: number }

export class FailureMemory {
  private readonly seen = new BoundedMap<string, Seen>('failed tries of a key', 10_000)
  /** How many failures a key may have within a minute; the last of them shuts it. */
  readonly most: number

  constructor(most: number) {
    this.most = most
  }

  /** Milliseconds until the key may be used again; 0 where it may be now. */
  msUntilOpen(key: string, now: number): number {
    return Math.max(0, (this.seen.get(key)?.shutUntil ?? 0) - now)
  }

  /** Counts a failure. Shuts the key from the last one that it may have. */
  note(key: string, now: number): void {
    const known = this.seen.get(key)
    const seen = known && now - known.since < SHUT_MS ? known : { since: now, failures: 0, shutUntil: 0 }
    seen.failures++
    this.seen.set(key, seen)
    if (seen.failures >= this.most) this.shut(key, now)
  }

  shut(key: string, now: number): void {
    this.seen.set(key, { since: now, failures: 0, ...this.seen.get(key), shutUntil: now + SHUT_MS })
  }
}
