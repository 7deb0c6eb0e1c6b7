/**
 * The passes in use at one counter, by their last heartbeat. The counter stores each heartbeat, so that a restart, or an
 * object that slept, neither forgets a holder nor keeps one who has left: a pass counts for `ACTIVE_MS` after the last
 * heartbeat, whatever happened in between.
 */
import { ACTIVE_MS } from './waiting-room.ts'

export type Heartbeat = { passId: string; at: number }

export class ActivePasses {
  /** By pass; in the order of the heartbeats, since a repeated one is put at the end. */
  private readonly beats: Map<string, number>
  /** Passes of which the coordinator may not have heard. */
  private readonly untold: Set<string>

  /** `stored` are the heartbeats that an earlier life of the object wrote, in any order. */
  constructor(stored: readonly Heartbeat[]) {
    const sorted = stored.toSorted((a, b) => a.at - b.at)
    this.beats = new Map(sorted.map(({ passId, at }) => [passId, at]))
    this.untold = new Set(this.beats.keys())
  }

  beat(passId: string, now: number): void {
    if (!this.beats.delete(passId)) this.untold.add(passId)
    this.beats.set(passId, now)
  }

  end(passId: string): void {
    this.untold.add(passId)
    this.beats.delete(passId)
  }

  count(now: number): number {
    for (const [passId, at] of this.beats) {
      if (at > now - ACTIVE_MS) break
      this.beats.delete(passId)
    }
    return this.beats.size
  }

  /** Passes that this counter has seen since it last told the coordinator. */
  seen(): string[] {
    return [...this.untold]
  }

  /** The coordinator has heard of these. */
  told(passIds: readonly string[]): void {
    for (const passId of passIds) this.untold.delete(passId)
  }

  /** When the number changes although nobody sends a heartbeat; null where no pass is in use. */
  nextEnd(): number | null {
    for (const at of this.beats.values()) return at + ACTIVE_MS
    return null
  }
}
