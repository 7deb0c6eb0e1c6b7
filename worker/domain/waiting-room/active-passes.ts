/**
 * The passes in use at one counter, ordered by their last heartbeat. The counter stores each heartbeat. A pass therefore
 * counts for `ACTIVE_MS` after its last heartbeat, even if the object restarted or hibernated in between.
 */
import { ACTIVE_MS } from './waiting-room.ts'

export type Heartbeat = { passId: string; at: number }

export class ActivePasses {
  /** The last heartbeat of each pass, oldest first: a new heartbeat moves its pass to the end. */
  private readonly beats: Map<string, number>
  /**
   * Passes that may have started or been ended without the coordinator knowing. After a restart, these are all stored
   * passes.
   */
  private readonly unreported: Set<string>

  /** `stored` are the heartbeats that earlier instances of the object stored, in any order. */
  constructor(stored: readonly Heartbeat[]) {
    const sorted = stored.toSorted((a, b) => a.at - b.at)
    this.beats = new Map(sorted.map(({ passId, at }) => [passId, at]))
    this.unreported = new Set(this.beats.keys())
  }

  beat(passId: string, now: number): void {
    if (!this.beats.delete(passId)) this.unreported.add(passId)
    this.beats.set(passId, now)
  }

  end(passId: string): void {
    this.unreported.add(passId)
    this.beats.delete(passId)
  }

  count(now: number): number {
    for (const [passId, at] of this.beats) {
      if (at > now - ACTIVE_MS) break
      this.beats.delete(passId)
    }
    return this.beats.size
  }

  /** Returns the passes to include in the next report. */
  toReport(): string[] {
    return [...this.unreported]
  }

  /** Call this after the coordinator has received a report with these passes. */
  markReported(passIds: readonly string[]): void {
    for (const passId of passIds) this.unreported.delete(passId)
  }

  /** Returns the instant at which the count drops if no heartbeat arrives; null if no pass is in use. */
  nextEnd(): number | null {
    for (const at of this.beats.values()) return at + ACTIVE_MS
    return null
  }
}
