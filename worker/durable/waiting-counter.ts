/**
 * One of a room's counters, named `${room key}/${index}`: takes arrivals and heartbeats of its share of the places, so that
 * a rush spreads over many objects.
 */
import { DurableObject } from 'cloudflare:workers'
import { ACTIVE_MS, type LoadReport, type Place, type WaitingCounterApi } from '../domain/waiting-room.ts'
import type { Env } from '../env.ts'

export class WaitingCounter extends DurableObject<Env> implements WaitingCounterApi {
  private readonly beats = new Map<string, number>()

  async arrive(_place: Place): Promise<void> {}

  async beat(passId: string, leaves: boolean, _load: LoadReport | null, now: number): Promise<void> {
    this.beats.delete(passId)
    if (!leaves) this.beats.set(passId, now + ACTIVE_MS)
  }
}
