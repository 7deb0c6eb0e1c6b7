/**
 * The called visitors whose pages keep asking for admission, in the order of their positions. A visitor who asks is
 * admitted if the number of visitors ahead is smaller than the number of free slots. The time of asking does not affect
 * the order. A visitor who asks more often gains nothing, and one who comes late has the same position as before.
 * Each answer says when to ask again. The visitor keeps their turn until shortly after that instant.
 */

/** How much later than requested a page may ask and still keep its turn. */
const LATE_MS = 2_500
const SOONEST_SECONDS = 0.7
/**
 * If the shop is not full, a visitor whose turn comes within this time is told to ask exactly then. Others are told to
 * ask before their turn.
 */
const EXACT_SECONDS = 4
const MAX_SECONDS = 10
/** If the shop is full, nobody knows when the next shopper leaves, so visitors ask at least this often. */
const MAX_SECONDS_WHEN_FULL = 4

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

  /** Adds the visitor or keeps their turn. Returns how many visitors in the line are ahead of them. */
  ask(id: string, order: number, now: number): number {
    this.dropMissingFirst(now)
    const presentOrder = this.orders.get(id)
    if (presentOrder !== undefined) {
      const index = this.indexOf(id, presentOrder)
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
   * Returns in how many seconds the visitor at `index` should ask again, and keeps their turn until then. `slots` slots are
   * free now, and `perSecond` more become free each second.
   */
  askAgainIn(index: number, slots: number, perSecond: number, isFull: boolean, now: number): number {
    const turnIn = (index + 1 - slots) / Math.max(0.1, perSecond)
    const seconds = isFull
      ? Math.min(MAX_SECONDS_WHEN_FULL, turnIn / 2)
      : turnIn <= EXACT_SECONDS
        ? turnIn
        : Math.min(MAX_SECONDS, turnIn - EXACT_SECONDS + 1)
    const rounded = Math.round(Math.max(SOONEST_SECONDS, seconds) * 10) / 10
    const waiting = this.line[index]
    if (waiting) waiting.expectedAt = now + rounded * 1000
    return rounded
  }

  leave(id: string): void {
    const order = this.orders.get(id)
    if (order === undefined) return
    this.line.splice(this.indexOf(id, order), 1)
    this.orders.delete(id)
  }

  /** Removes visitors who did not ask when they were expected. */
  dropMissing(now: number): void {
    this.line = this.line.filter(({ id, expectedAt }) => {
      const isPresent = expectedAt > now - LATE_MS
      if (!isPresent) this.orders.delete(id)
      return isPresent
    })
  }

  clear(): void {
    this.line = []
    this.orders.clear()
  }

  private dropMissingFirst(now: number): void {
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
