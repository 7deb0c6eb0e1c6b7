/**
 * A counter of a waiting room. A room has several counters, named `${room key}/${index}`. Each queue entry belongs to
 * one counter, which receives its arrival and the heartbeats of its pass. While something changes, a counter reports to
 * the room's coordinator once a second.
 *
 * With each report, the counter also stores the arrivals so far. The first arrival after a pause is stored at once. A
 * crash therefore loses up to one second of arrivals. Displayed positions are then slightly wrong, but nobody's turn
 * changes, because the order of the queue follows from the signed entries. Heartbeats are stored immediately, because
 * they decide which visitors count as active.
 */
import { DurableObject } from 'cloudflare:workers'
import { ActivePasses } from '../domain/waiting-room/active-passes.ts'
import { addLoad, NO_LOAD } from '../domain/waiting-room/admission-rate.ts'
import { ArrivalCount } from '../domain/waiting-room/arrival-counts.ts'
import type { LoadReport, QueueEntry, WaitingCounterApi } from '../domain/waiting-room/waiting-room.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { roomCoordinator } from '../services/seat-objects.ts'
import { CounterRows } from './waiting-counter.sql.ts'

const REPORT_MS = 1000
/** While passes are in use, the counter reports at least this often, so that the coordinator knows that it works. */
const ALIVE_MS = 60_000
/** The platform stops retrying an alarm after a few failures, so this object sets its next alarm itself. */
const RETRY_MS = 5000

export class WaitingCounter extends DurableObject<Env> implements WaitingCounterApi {
  private readonly rows: CounterRows
  private readonly arrivals: ArrivalCount
  private readonly passes: ActivePasses
  private readonly room: string
  private readonly index: number
  private load: LoadReport = NO_LOAD
  private reportedActive: number | null = null
  private alarmAt = Number.POSITIVE_INFINITY

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const name = ctx.id.name ?? ''
    const slash = name.lastIndexOf('/')
    this.room = name.slice(0, slash)
    this.index = Number(name.slice(slash + 1))
    if (slash < 1 || !Number.isSafeInteger(this.index))
      throw new Error('the name of a WaitingCounter object must be `room key/index`')
    this.rows = new CounterRows(ctx.storage.sql)
    this.arrivals = new ArrivalCount(this.rows.arrivals())
    this.passes = new ActivePasses(this.rows.heartbeats())
  }

  async arrive({ room, joinedAt }: QueueEntry): Promise<void> {
    if (room !== this.room) throw new Error(`room ${this.room} received an entry of ${room}`)
    this.arrivals.add(joinedAt)
    // The write is committed together with the alarm, so an eviction before the alarm does not lose the arrival.
    if (this.wakeAt(Date.now() + REPORT_MS)) this.rows.saveArrivals(this.arrivals.totals())
  }

  async beat(passId: string, load: LoadReport | null, now: number): Promise<boolean> {
    if (load) this.load = addLoad(this.load, load)
    const isGood = !this.rows.hasEnded(passId)
    if (isGood) {
      this.passes.beat(passId, now)
      this.rows.saveHeartbeat(passId, now)
    }
    this.wakeAt(Date.now() + REPORT_MS)
    return isGood
  }

  async end(passId: string, now: number): Promise<void> {
    this.passes.end(passId)
    this.rows.endPass(passId, now)
    this.wakeAt(Date.now() + REPORT_MS)
  }

  override async alarm(): Promise<void> {
    this.alarmAt = Number.POSITIVE_INFINITY
    const now = Date.now()
    const closedUntil = this.arrivals.close(now)
    const arrivals = this.arrivals.totals()
    const active = this.passes.count(now)
    const seen = this.passes.toReport()
    const { load } = this
    this.load = NO_LOAD
    this.rows.saveArrivals(arrivals)
    this.rows.purge(now)
    try {
      await roomCoordinator(this.env, this.room).report({ counter: this.index, arrivals, active, seen, load, now })
    } catch (error) {
      // The next report repeats the totals. The load of this second is lost, but the next second has a similar load.
      log('error', 'waiting room did not accept a report', { room: this.room, error: reasonOf(error) })
      this.wakeAt(Date.now() + RETRY_MS)
      return
    }
    this.arrivals.forgetBefore(closedUntil)
    this.rows.forgetArrivalsBefore(closedUntil)
    this.passes.markReported(seen)
    this.reportedActive = active
    this.rest(now)
  }

  /**
   * Sets the alarm for the next report. The report is due after a second if something has changed, otherwise when the next
   * pass falls silent, but after `ALIVE_MS` at the latest. Sets no alarm if nothing has changed and no pass is in use.
   */
  private rest(now: number): void {
    const isChanged =
      !this.arrivals.isEmpty || this.passes.toReport().length > 0 || this.passes.count(now) !== this.reportedActive
    const end = isChanged ? now + REPORT_MS : this.passes.nextEnd()
    if (end !== null) this.wakeAt(Math.min(end, now + ALIVE_MS))
  }

  /** Sets the alarm unless an earlier one is set. Returns whether it did. */
  private wakeAt(at: number): boolean {
    if (at >= this.alarmAt) return false
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
    return true
  }
}
