/**
 * A clock that advances by one millisecond at each `tick`. When a pause ends, the paused work resumes. The tick ends after
 * this work has ended or paused again.
 */
export class VirtualClock {
  now: number
  private readonly due = new Map<number, (() => void)[]>()

  constructor(now: number) {
    this.now = now
  }

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => this.at(this.now + Math.max(1, Math.round(milliseconds)), resolve))

  at(instant: number, wake: () => void): void {
    const wakes = this.due.get(instant)
    if (wakes) wakes.push(wake)
    else this.due.set(instant, [wake])
  }

  /** Advances by one millisecond. */
  async tick(): Promise<void> {
    this.now++
    const wakes = this.due.get(this.now)
    if (!wakes) return
    this.due.delete(this.now)
    for (const wake of wakes) wake()
    // Resumed work runs in microtasks, which all end before the event loop's next task.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
