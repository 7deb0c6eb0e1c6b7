/**
 * Cached entries in memory, limited in bytes. The least recently used entries are evicted first, and oversized entries are
 * never stored.
 */
type Weighed = { body: ArrayBuffer }

/** Estimated size of an entry without key and body. */
const ENTRY_BYTES = 500

export class AnswerMemory<Entry extends Weighed> {
  private readonly limitBytes: number
  private readonly entries = new Map<string, Entry>()
  bytes = 0

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes
  }

  get(key: string): Entry | null {
    const entry = this.entries.get(key)
    if (!entry) return null
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry
  }

  put(key: string, entry: Entry): void {
    this.delete(key)
    const weight = weightOf(key, entry)
    if (weight > this.limitBytes / 8) return
    this.entries.set(key, entry)
    this.bytes += weight
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.limitBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.bytes -= weightOf(key, entry)
  }
}

function weightOf(key: string, { body }: Weighed): number {
  return 2 * key.length + body.byteLength + ENTRY_BYTES
}
