/**
 * Carts in the order in which their holds expire: a binary heap of (instant, cart). If the expiry of a cart changes, the
 * cart is added again. The ledger checks the holds of each cart that it takes, so outdated entries do no harm.
 */
type Entry = { at: number; cartId: string }

export class ExpiryQueue {
  private readonly heap: Entry[] = []

  add(at: number, cartId: string): void {
    const { heap } = this
    const entry = { at, cartId }
    let hole = heap.length
    heap.push(entry)
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      const above = heap[parent]
      if (!above || above.at <= at) break
      heap[hole] = above
      hole = parent
    }
    heap[hole] = entry
  }

  /** Removes and returns the cart with the earliest entry that is due at `now`; null if none is due. */
  takeDue(now: number): string | null {
    const { heap } = this
    const first = heap[0]
    if (!first || first.at > now) return null
    const last = heap.pop()
    if (last && heap.length > 0) this.sink(last)
    return first.cartId
  }

  private sink(entry: Entry): void {
    const { heap } = this
    let hole = 0
    for (;;) {
      const left = 2 * hole + 1
      const [a, b] = [heap[left], heap[left + 1]]
      if (!a) break
      const [child, at] = b && b.at < a.at ? [b, left + 1] : [a, left]
      if (child.at >= entry.at) break
      heap[hole] = child
      hole = at
    }
    heap[hole] = entry
  }
}
