/**
 * Finished answers in the isolate's memory, in front of the Cache API. Keys bear the catalogue version, so an entry is
 * never wrong, only unused; bounded by bytes, the least recently used leaves first.
 */

export type CachedAnswer = { body: string; status: number; headers: Record<string, string> }

const LIMIT_BYTES = 24 * 1024 * 1024
const LARGEST_ENTRY = 2 * 1024 * 1024

const entries = new Map<string, CachedAnswer>()
let bytes = 0

function weightOf(key: string, answer: CachedAnswer): number {
  return 2 * (key.length + answer.body.length)
}

export function recall(key: string): CachedAnswer | null {
  const entry = entries.get(key)
  if (!entry) return null
  entries.delete(key)
  entries.set(key, entry)
  return entry
}

export function remember(key: string, answer: CachedAnswer): void {
  const weight = weightOf(key, answer)
  if (weight > LARGEST_ENTRY) return
  const old = entries.get(key)
  if (old) {
    bytes -= weightOf(key, old)
    entries.delete(key)
  }
  entries.set(key, answer)
  bytes += weight
  for (const [oldest, entry] of entries) {
    if (bytes <= LIMIT_BYTES) break
    entries.delete(oldest)
    bytes -= weightOf(oldest, entry)
  }
}
