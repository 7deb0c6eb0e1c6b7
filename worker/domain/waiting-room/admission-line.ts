/**
 * The called visitors who are there, in the order of their positions. A visitor enters when they ask and fewer others are
 * before them than there is room for; so a called visitor who comes back late enters next, and asking more often helps
 * nobody. Each is told when to ask again, and keeps their turn for a moment after that instant.
 */

/** A page may be so much later than it was told. */
const LATE_MS = 2_500
const SOONEST_SECONDS = 0.7
/** Up to here a visitor is told the very second of their turn; farther back they ask more rarely. */
const EXACT_SECONDS = 4
const MOST_SECONDS = 10
/** Nobody knows when the next shopper leaves a full shop. */
const MOST_SECONDS_WHEN_FULL = 4

type Waiting = { id: string; order: number; expectedAt: number }

export class AdmissionLine {
  private line: Waiting[] = []
  private readonly orders = new Map<string, number>()

  get size(): number {
    return this.line.length
  }

  has(id: string): boolean {
    return this.orders.has(id)
  }

  /** Takes the visitor in, or leaves them where they are; answers how many who are there come before them. */
  ask(id: string, order: number, now: number): number {
    this.forgetFirst(now)
    const known = this.orders.get(id)
    if (known !== undefined) {
      const index = this.indexOf(id, known)
      const waiting = this.line[index]
      if (waiting) waiting.expectedAt = now
      return index
    }
    const index = this.firstAfter(order)
    this.line.splice(index, 0, { id, order, expectedAt: now })
    this.orders.set(id, order)
    return index
  }

  /**
   * When to ask again, in seconds, for the one at `index`: `slots` are free now, `perSecond` more become free. The visitor
   * keeps their turn until then.
   */
  askAgainIn(index: number, slots: number, perSecond: number, isFull: boolean, now: number): number {
    const turnIn = (index + 1 - slots) / Math.max(0.1, perSecond)
    const seconds = isFull
      ? Math.min(MOST_SECONDS_WHEN_FULL, turnIn / 2)
      : turnIn <= EXACT_SECONDS
        ? turnIn
        : Math.min(MOST_SECONDS, turnIn - EXACT_SECONDS + 1)
    const told = Math.round(Math.max(SOONEST_SECONDS, seconds) * 10) / 10
    const waiting = this.line[index]
    if (waiting) waiting.expectedAt = now + told * 1000
    return told
  }

  leave(id: string): void {
    const order = this.orders.get(id)
    if (order === undefined) return
    this.line.splice(this.indexOf(id, order), 1)
    this.orders.delete(id)
  }

  /** Forgets those who did not ask when they were expected. */
  forget(now: number): void {
    this.line = this.line.filter(({ id, expectedAt }) => {
      const isThere = expectedAt > now - LATE_MS
      if (!isThere) this.orders.delete(id)
      return isThere
    })
  }

  clear(): void {
    this.line = []
    this.orders.clear()
  }

  private forgetFirst(now: number): void {
    for (let first = this.line[0]; first && first.expectedAt <= now - LATE_MS; first = this.line[0])
      this.leave(first.id)
  }

  private indexOf(id: string, order: number): number {
    let index = this.firstAfter(order) - 1
    while (index > 0 && this.line[index]?.id !== id) index--
    return index
  }

  private firstAfter(order: number): number {
    let [low, high] = [0, this.line.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.line[middle]?.order ?? 0) <= order) low = middle + 1
      else high = middle
    }
    return low
  }
}
