/** A clock that advances only when all work waits for it. A race with the same seed therefore always runs the same way. */
export class VirtualTime {
  now: number
  private readonly sleepers: { at: number; order: number; wake: () => void }[] = []
  private order = 0

  constructor(now: number) {
    this.now = now
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.sleepers.push({ at: this.now + ms, order: this.order++, wake })
    })
  }

  /** Runs until nothing waits any more. */
  async run(): Promise<void> {
    for (;;) {
      // All work that does not wait for the clock runs first.
      for (let turn = 0; turn < 100; turn++) await Promise.resolve()
      const [next] = this.sleepers.sort((a, b) => a.at - b.at || a.order - b.order).splice(0, 1)
      if (!next) return
      this.now = Math.max(this.now, next.at)
      next.wake()
    }
  }
}
