/**
 * A clock that advances only by `tick`. A `pause` ends at its moment, and the work that it wakes is done before time goes on.
 * Moments are whole milliseconds.
 */
export class VirtualClock {
  now: number
  private readonly due = new Map<number, (() => void)[]>()

  constructor(now: number) {
    this.now = now
  }

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => this.at(this.now + Math.max(1, Math.round(milliseconds)), resolve))

  at(moment: number, wake: () => void): void {
    const wakes = this.due.get(moment)
    if (wakes) wakes.push(wake)
    else this.due.set(moment, [wake])
  }

  /** Advances by one millisecond. */
  async tick(): Promise<void> {
    this.now++
    const wakes = this.due.get(this.now)
    if (!wakes) return
    this.due.delete(this.now)
    for (const wake of wakes) wake()
    // Woken work runs in microtasks. All of them are done before the event loop's next task.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
