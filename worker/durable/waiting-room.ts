/**
 * The coordinator of one waiting room, named by the room's key: says who is called and exchanges called places for passes,
 * each once. It decides by `WaitingLedger` in memory, writes what changed in the same turn, without an await in between,
 * and the answer leaves once the write is durable; so no crash sends anybody back or lets a place be used twice.
 */
import { DurableObject } from 'cloudflare:workers'
import { DAY } from '../../schema/limits.ts'
import { newDraw } from '../domain/waiting-room/lottery.ts'
import { newRoom } from '../domain/waiting-room/room-state.ts'
import { WaitingLedger } from '../domain/waiting-room/waiting-ledger.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type Place,
  type QueueStatus,
  type Redeemed,
  type RoomControls,
  type WaitingRoomApi,
} from '../domain/waiting-room/waiting-room.ts'
import type { Env } from '../env.ts'
import { RoomRows } from './waiting-room.sql.ts'

export class WaitingRoom extends DurableObject<Env> implements WaitingRoomApi {
  private readonly rows: RoomRows
  private readonly ledger: WaitingLedger
  private alarmAt = Number.POSITIVE_INFINITY
  private purgedAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const { name } = ctx.id
    if (!name) throw new Error("WaitingRoom objects are named by the room's key")
    this.rows = new RoomRows(ctx.storage.sql)
    const state = this.rows.state() ?? newRoom(name)
    this.ledger = new WaitingLedger(state, this.rows.spentSince(state.clock - ACTIVE_MS))
  }

  async configure(controls: RoomControls, now: number): Promise<QueueStatus> {
    return this.onLedger(now, (ledger) => {
      ledger.configure(controls, newDraw())
      return ledger.status()
    })
  }

  async status(now: number): Promise<QueueStatus> {
    return this.onLedger(now, (ledger) => ledger.status())
  }

  async redeem(place: Place, cartId: string, now: number, issuedTo = cartId): Promise<Redeemed> {
    return this.onLedger(now, (ledger) => {
      if (issuedTo !== cartId) this.rows.move(place.id, issuedTo, cartId)
      const { answer, spent } = ledger.redeem(place, cartId, this.rows.spent(place.id))
      if (spent) {
        this.rows.spend(spent)
        ledger.admit(spent)
      }
      return answer
    })
  }

  async endOfCart(cartId: string, orderedAt: number, now: number): Promise<string[]> {
    return this.onLedger(now, (ledger) => {
      const places = this.rows.spentBy(cartId, { after: now - LONGEST_PASS_MS, until: orderedAt })
      for (const { placeId, until } of places) {
        if (until <= now) continue
        this.rows.end(placeId, now)
        ledger.end(placeId)
      }
      return places.map(({ placeId }) => placeId)
    })
  }

  async report(report: Parameters<WaitingRoomApi['report']>[0]): Promise<void> {
    this.onLedger(report.now, (ledger) => ledger.report(report))
  }

  override async alarm(): Promise<void> {
    this.alarmAt = Number.POSITIVE_INFINITY
    const now = Date.now()
    if (now - this.purgedAt >= DAY) {
      this.rows.purge(now)
      this.purgedAt = now
    }
    this.onLedger(now, () => undefined)
  }

  /** Moves the room on to `now`, lets `act` decide, and writes what changed. */
  private onLedger<Answer>(now: number, act: (ledger: WaitingLedger) => Answer): Answer {
    const { ledger } = this
    ledger.advance(now)
    const answer = act(ledger)
    const change = ledger.takeChange()
    if (change) this.rows.saveState(change)
    const { wakeAt } = ledger
    if (wakeAt !== null && wakeAt < this.alarmAt) {
      this.alarmAt = wakeAt
      void this.ctx.storage.setAlarm(wakeAt)
    }
    return answer
  }
}
