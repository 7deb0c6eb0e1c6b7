/**
 * Time that passes by events alone: `pause` ends at its moment, and the work that this wakes is done before time goes on.
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

  /** One millisecond further. */
  async tick(): Promise<void> {
    this.now++
    const wakes = this.due.get(this.now)
    if (!wakes) return
    this.due.delete(this.now)
    for (const wake of wakes) wake()
    // What was woken runs by microtasks alone; all of them are done when a task of the loop's next phase comes.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
