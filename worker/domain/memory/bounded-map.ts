/**
 * The memory of an isolate. A cache or counter in module scope that grows with requests must use one of these classes, so
 * that it is bounded. worker/README.md lists the caches and counters by `name`.
 */

/** A map of at most `maxEntries` entries. If it is full, adding an entry drops the one that was set longest ago. */
export class BoundedMap<Key, Value> {
  readonly name: string
  readonly maxEntries: number
  private readonly entries = new Map<Key, Value>()

  constructor(name: string, maxEntries: number) {
    this.name = name
    this.maxEntries = maxEntries
  }

  get size(): number {
    return this.entries.size
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key)
  }

  has(key: Key): boolean {
    return this.entries.has(key)
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    const oldest = this.entries.keys().next()
    if (this.entries.size > this.maxEntries && !oldest.done) this.entries.delete(oldest.value)
  }

  delete(key: Key): void {
    this.entries.delete(key)
  }
}

/** A cache of values that belong to one catalogue version. A request for another version empties the cache. */
export class PerVersion<Key, Value> {
  readonly name: string
  readonly maxEntries: number
  private version = -1
  private values: BoundedMap<Key, Value>

  constructor(name: string, maxEntries: number) {
    this.name = name
    this.maxEntries = maxEntries
    this.values = new BoundedMap(name, maxEntries)
  }

  of(version: number): BoundedMap<Key, Value> {
    if (version !== this.version) {
      this.version = version
      this.values = new BoundedMap(this.name, this.maxEntries)
    }
    return this.values
  }

  /** Returns the cached value, or loads and caches it. A failed load is not cached. */
  async read(version: number, key: Key, load: () => Promise<Value>): Promise<Value> {
    const known = this.of(version).get(key)
    if (known !== undefined) return known
    const value = await load()
    // Meanwhile, another request may have asked for another version.
    if (version === this.version) this.values.set(key, value)
    return value
  }
}
