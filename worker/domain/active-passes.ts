/**
 * The passes in use, by their last heartbeat. They live in memory alone; after a restart nobody can tell who is still
 * inside, so the number last written stands until each holder must have been heard of again. Else a restart would look
 * like an empty house, and let in another one full.
 */
import { HEARTBEAT_SECONDS } from '../../schema/limits.ts'
import { ACTIVE_MS } from './waiting-room.ts'

const HEARD_AGAIN_MS = (HEARTBEAT_SECONDS + 15) * 1000

/** How many there were, by the record of `at`. */
export type LastCount = { active: number; at: number }

export class ActivePasses {
  /** By pass; in the order of the heartbeats, since a repeated one is put at the end. */
  private readonly beats = new Map<string, number>()
  private readonly least: number
  private readonly leastUntil: number

  constructor(last: LastCount | null, now: number) {
    this.least = last && last.at > now - ACTIVE_MS ? last.active : 0
    this.leastUntil = now + HEARD_AGAIN_MS
  }

  beat(passId: string, now: number): void {
    this.beats.delete(passId)
    this.beats.set(passId, now)
  }

  leave(passId: string): void {
    this.beats.delete(passId)
  }

  count(now: number): number {
    for (const [passId, at] of this.beats) {
      if (at > now - ACTIVE_MS) break
      this.beats.delete(passId)
    }
    return now < this.leastUntil ? Math.max(this.least, this.beats.size) : this.beats.size
  }

  /** When the number may change by itself; null for never. */
  nextEnd(now: number): number | null {
    if (this.least > 0 && now < this.leastUntil) return this.leastUntil
    for (const at of this.beats.values()) return at + ACTIVE_MS
    return null
  }
}
