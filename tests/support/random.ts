/** Generates random numbers with mulberry32. The same seed gives the same numbers on every machine. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** Picks one item. Throws for an empty list. */
  one<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  /** Picks `amount` different items in random order, or all items if there are fewer. */
  some<Item>(items: readonly Item[], amount: number): Item[] {
    const rest = [...items]
    const chosen: Item[] = []
    while (chosen.length < amount && rest.length > 0) chosen.push(...rest.splice(this.below(rest.length), 1))
    return chosen
  }
}
