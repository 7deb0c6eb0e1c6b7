/**
 * One of a room's counters, named `${room key}/${index}`: takes the arrivals and heartbeats of its share of the entries and
 * tells the coordinator once a second while there is anything to tell. But for the first after a rest, arrivals are only
 * counted in memory between two reports: a crash loses a second of numbers, which blurs positions and moves nobody, since
 * the order stands in the signed entries. Heartbeats are stored at once, because they decide who counts as inside.
 */
import { DurableObject } from 'cloudflare:workers'
import { ActivePasses } from '../domain/waiting-room/active-passes.ts'
import { addLoad, NO_LOAD } from '../domain/waiting-room/admission-rate.ts'
import { ArrivalCount } from '../domain/waiting-room/arrival-counts.ts'
import type { LoadReport, Place, WaitingCounterApi } from '../domain/waiting-room/waiting-room.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { objectsOf } from '../services/seat-objects.ts'
import { CounterRows } from './waiting-counter.sql.ts'

const REPORT_MS = 1000
/** With passes in use the coordinator hears at least so often that the counter lives. */
const ALIVE_MS = 60_000
/** The platform gives an alarm up after a few failures; this object sets its own next one. */
const RETRY_MS = 5000

export class WaitingCounter extends DurableObject<Env> implements WaitingCounterApi {
  private readonly rows: CounterRows
  private readonly arrivals: ArrivalCount
  private readonly passes: ActivePasses
  private readonly room: string
  private readonly index: number
  private load: LoadReport = NO_LOAD
  private toldActive: number | null = null
  private alarmAt = Number.POSITIVE_INFINITY

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const name = ctx.id.name ?? ''
    const slash = name.lastIndexOf('/')
    this.room = name.slice(0, slash)
    this.index = Number(name.slice(slash + 1))
    if (slash < 1 || !Number.isSafeInteger(this.index))
      throw new Error('WaitingCounter objects are named by room and index')
    this.rows = new CounterRows(ctx.storage.sql)
    this.arrivals = new ArrivalCount(this.rows.arrivals())
    this.passes = new ActivePasses(this.rows.heartbeats())
  }

  async arrive({ room, joinedAt }: Place): Promise<void> {
    if (room !== this.room) throw new Error(`a place of ${room} came to ${this.room}`)
    this.arrivals.add(joinedAt)
    // In the commit that sets the alarm: an object that is evicted before it has not lost the arrival.
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
    const seen = this.passes.seen()
    const { load } = this
    this.load = NO_LOAD
    this.rows.saveArrivals(arrivals)
    this.rows.purge(now)
    try {
      await objectsOf(this.env, this.env.WAITING_ROOM)
        .getByName(this.room)
        .report({ counter: this.index, arrivals, active, seen, load, now })
    } catch (error) {
      // The totals are still there; the load of this second is lost, and the next second tells as much.
      log('error', 'waiting room did not take a report', { room: this.room, error: reasonOf(error) })
      this.wakeAt(Date.now() + RETRY_MS)
      return
    }
    this.arrivals.forgetBefore(closedUntil)
    this.rows.forgetArrivalsBefore(closedUntil)
    this.passes.told(seen)
    this.toldActive = active
    this.rest(now)
  }

  /** Sleeps until there is something to tell: seconds still told again, a pass that ends, or a sign of life. */
  private rest(now: number): void {
    const isNews = !this.arrivals.isEmpty || this.passes.seen().length > 0 || this.passes.count(now) !== this.toldActive
    const end = isNews ? now + REPORT_MS : this.passes.nextEnd()
    if (end !== null) this.wakeAt(Math.min(end, now + ALIVE_MS))
  }

  /** True where this sets the alarm: it would have come later, or not at all. */
  private wakeAt(at: number): boolean {
    if (at >= this.alarmAt) return false
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
    return true
  }
}
