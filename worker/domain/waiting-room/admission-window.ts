/**
 * No ten seconds let in more than ten times the rate: what was saved up for a second may come in at once, but is then
 * missing from the seconds after it. Instants are epoch milliseconds and never go back.
 */
const WINDOW_MS = 10_000

export class AdmissionWindow {
  private instants: number[]

  /** `instants` of admissions before, in any order. */
  constructor(instants: readonly number[]) {
    this.instants = [...instants].sort((a, b) => a - b)
  }

  note(at: number): void {
    this.instants.push(at)
  }

  /** How many may come in now. */
  room(perSecond: number, now: number): number {
    const kept = this.instants.findIndex((at) => at > now - WINDOW_MS)
    if (kept !== 0) this.instants.splice(0, kept < 0 ? this.instants.length : kept)
    return Math.max(1, Math.floor((perSecond * WINDOW_MS) / 1000)) - this.instants.length
  }
}
