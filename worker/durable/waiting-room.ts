/**
 * The coordinator of a waiting room. Its name is the room's key. It decides which visitors are called, and exchanges
 * each called entry for a pass, once.
 *
 * It decides with a `WaitingLedger` in memory and writes the changes without an await in between. The runtime sends an
 * answer only when its write is durable. Therefore no crash moves a visitor back or lets an entry be used twice.
 */
import { DurableObject } from 'cloudflare:workers'
import { DAY } from '../../schema/limits.ts'
import { newLottery } from '../domain/waiting-room/lottery.ts'
import { newRoom } from '../domain/waiting-room/room-state.ts'
import { WaitingLedger } from '../domain/waiting-room/waiting-ledger.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type QueueEntry,
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
    if (!name) throw new Error("the name of a WaitingRoom object must be the room's key")
    this.rows = new RoomRows(ctx.storage.sql)
    const state = this.rows.state() ?? newRoom(name)
    this.ledger = new WaitingLedger(state, this.rows.spentSince(state.clock - ACTIVE_MS))
  }

  async configure(controls: RoomControls, now: number): Promise<QueueStatus> {
    return this.withLedger(now, (ledger) => {
      ledger.configure(controls, newLottery())
      return ledger.status()
    })
  }

  async status(now: number): Promise<QueueStatus> {
    return this.withLedger(now, (ledger) => ledger.status())
  }

  async redeem(entry: QueueEntry, cartId: string, now: number, issuedTo = cartId): Promise<Redeemed> {
    return this.withLedger(now, (ledger) => {
      if (issuedTo !== cartId) this.rows.move(entry.id, issuedTo, cartId)
      const { answer, spent } = ledger.redeem(entry, cartId, this.rows.spent(entry.id))
      if (spent) {
        this.rows.spend(spent)
        ledger.admit(spent)
      }
      return answer
    })
  }

  async endOfCart(cartId: string, orderedAt: number, now: number): Promise<string[]> {
    return this.withLedger(now, (ledger) => {
      const entries = this.rows.spentBy(cartId, { after: now - LONGEST_PASS_MS, until: orderedAt })
      for (const { entryId, returnsUntil } of entries) {
        if (returnsUntil <= now) continue
        this.rows.end(entryId, now)
        ledger.end(entryId)
      }
      return entries.map(({ entryId }) => entryId)
    })
  }

  async report(report: Parameters<WaitingRoomApi['report']>[0]): Promise<void> {
    this.withLedger(report.now, (ledger) => ledger.report(report))
  }

  override async alarm(): Promise<void> {
    this.alarmAt = Number.POSITIVE_INFINITY
    const now = Date.now()
    if (now - this.purgedAt >= DAY) {
      this.rows.purge(now)
      this.purgedAt = now
    }
    this.withLedger(now, () => undefined)
  }

  /** Advances the room to `now`, runs `act`, and writes the changes. */
  private withLedger<Answer>(now: number, act: (ledger: WaitingLedger) => Answer): Answer {
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
