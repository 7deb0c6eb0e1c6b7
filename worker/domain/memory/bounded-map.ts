/**
 * The memory of an isolate: every cache and counter in module scope that grows with what visitors ask is one of these, has a
 * bound, and bears a name that worker/README.md lists.
 */

/** A map of at most `most` entries: adding one more drops the entry that was set longest ago. */
export class BoundedMap<Key, Value> {
  readonly name: string
  readonly most: number
  private readonly entries = new Map<Key, Value>()

  constructor(name: string, most: number) {
    this.name = name
    this.most = most
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
    if (this.entries.size > this.most && !oldest.done) this.entries.delete(oldest.value)
  }

  delete(key: Key): void {
    this.entries.delete(key)
  }
}

/** What was read of one version of the catalogue. Asking for another version forgets everything. */
export class PerVersion<Key, Value> {
  readonly name: string
  readonly most: number
  private version = -1
  private values: BoundedMap<Key, Value>

  constructor(name: string, most: number) {
    this.name = name
    this.most = most
    this.values = new BoundedMap(name, most)
  }

  of(version: number): BoundedMap<Key, Value> {
    if (version !== this.version) {
      this.version = version
      this.values = new BoundedMap(this.name, this.most)
    }
    return this.values
  }

  /** The value of a key, loaded once for the version. A load that fails is not remembered. */
  async read(version: number, key: Key, load: () => Promise<Value>): Promise<Value> {
    const known = this.of(version).get(key)
    if (known !== undefined) return known
    const value = await load()
    // Another version may have been asked for meanwhile.
    if (version === this.version) this.values.set(key, value)
    return value
  }
}
