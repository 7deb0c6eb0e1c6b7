/**
 * Limits the admissions within any ten seconds to ten times the rate per second. Saved tokens may admit several visitors at
 * once; the following seconds then admit fewer. Instants are epoch milliseconds and never decrease.
 */
const WINDOW_MS = 10_000

export class AdmissionWindow {
  private instants: number[]

  /** `instants` are the instants of earlier admissions, in any order. */
  constructor(instants: readonly number[]) {
    this.instants = [...instants].sort((a, b) => a - b)
  }

  add(at: number): void {
    this.instants.push(at)
  }

  /** Returns how many more visitors may be admitted now. */
  slots(perSecond: number, now: number): number {
    const first = this.instants.findIndex((at) => at > now - WINDOW_MS)
    if (first !== 0) this.instants.splice(0, first < 0 ? this.instants.length : first)
    return Math.max(1, Math.floor((perSecond * WINDOW_MS) / 1000)) - this.instants.length
  }
}
