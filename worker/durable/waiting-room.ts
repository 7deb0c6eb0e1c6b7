/** The coordinator of one waiting room, named by the room's key: says who is called and exchanges places for passes. */
import { DurableObject } from 'cloudflare:workers'
import {
  PASS_MS,
  type Place,
  type QueueStatus,
  type RoomControls,
  type WaitingRoomApi,
} from '../domain/waiting-room.ts'
import type { Env } from '../env.ts'

export class WaitingRoom extends DurableObject<Env> implements WaitingRoomApi {
  async configure(_controls: RoomControls, now: number): Promise<QueueStatus> {
    return this.status(now)
  }

  async status(now: number): Promise<QueueStatus> {
    return {
      room: this.ctx.id.name ?? '',
      phase: 'open',
      opensAt: 0,
      drawThreshold: 1,
      servedUntil: 0,
      early: 0,
      late: [],
      rate: 0,
      active: 0,
      targetActive: 0,
      seedHash: '',
      seed: null,
      at: now,
    }
  }

  async redeem(_place: Place, _cartId: string, now: number): Promise<{ ok: true; until: number }> {
    return { ok: true, until: now + PASS_MS }
  }

  async report(): Promise<void> {}
}
