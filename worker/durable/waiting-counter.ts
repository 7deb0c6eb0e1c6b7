/**
 * One of a room's counters, named `${room key}/${index}`: takes arrivals and heartbeats of its share of the places and
 * tells the coordinator once a second while there is anything to tell. Between two reports it only counts in memory: a
 * crash loses a second of numbers, which blurs positions and moves nobody, since the order stands in the signed places.
 */
import { DurableObject } from 'cloudflare:workers'
import { ActivePasses } from '../domain/active-passes.ts'
import { addLoad, NO_LOAD } from '../domain/admission-rate.ts'
import { ArrivalCount } from '../domain/arrivals.ts'
import type { LoadReport, Place, WaitingCounterApi } from '../domain/waiting-room.ts'
import type { Env } from '../env.ts'
import { objectsOf } from '../services/seat-objects.ts'
import { CounterRows } from './waiting-counter.sql.ts'

const REPORT_MS = 1000
/** With passes in use the coordinator hears at least so often that the counter lives. */
const ALIVE_MS = 60_000

export class WaitingCounter extends DurableObject<Env> implements WaitingCounterApi {
  private readonly rows: CounterRows
  private readonly arrivals: ArrivalCount
  private readonly passes: ActivePasses
  private readonly room: string
  private readonly index: number
  private load: LoadReport = NO_LOAD
  private toldActive: number
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
    const record = this.rows.load()
    this.arrivals = new ArrivalCount(record?.arrivals ?? [])
    this.passes = new ActivePasses(record, Date.now())
    this.toldActive = record?.active ?? 0
  }

  async arrive({ room, joinedAt }: Place): Promise<void> {
    if (room !== this.room) throw new Error(`a place of ${room} came to ${this.room}`)
    this.arrivals.add(joinedAt)
    this.wakeAt(Date.now() + REPORT_MS)
  }

  async beat(passId: string, leaves: boolean, load: LoadReport | null, now: number): Promise<void> {
    if (leaves) this.passes.leave(passId)
    else this.passes.beat(passId, now)
    if (load) this.load = addLoad(this.load, load)
    this.wakeAt(Date.now() + REPORT_MS)
  }

  /** A report that fails is tried again by the platform, and by whoever comes next; the totals are still there. */
  override async alarm(): Promise<void> {
    this.alarmAt = Number.POSITIVE_INFINITY
    const now = Date.now()
    const closedUntil = this.arrivals.close(now)
    const arrivals = this.arrivals.totals()
    const active = this.passes.count(now)
    const { load } = this
    this.load = NO_LOAD
    this.rows.save({ arrivals, active, at: now })
    await objectsOf(this.env, this.env.WAITING_ROOM)
      .getByName(this.room)
      .report({ counter: this.index, arrivals, active, load, now })
    this.arrivals.forgetBefore(closedUntil)
    this.toldActive = active
    this.rest(now)
  }

  /** Sleeps until there is something to tell: seconds still told again, a pass that ends, or a sign of life. */
  private rest(now: number): void {
    const isNews = !this.arrivals.isEmpty || this.passes.count(now) !== this.toldActive
    const end = isNews ? now + REPORT_MS : this.passes.nextEnd(now)
    if (end !== null) this.wakeAt(Math.min(end, now + ALIVE_MS))
  }

  private wakeAt(at: number): void {
    if (at >= this.alarmAt) return
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
  }
}
