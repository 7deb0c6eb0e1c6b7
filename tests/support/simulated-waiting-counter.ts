/**
 * Simulates a WaitingCounter in virtual time: its stored rows, its alarm and its memory. The memory is lost at a restart,
 * and after ten seconds without a call or an alarm.
 */
import { ActivePasses, type Heartbeat } from '../../worker/domain/waiting-room/active-passes.ts'
import { NO_LOAD } from '../../worker/domain/waiting-room/admission-rate.ts'
import { ArrivalCount, type BucketTotal } from '../../worker/domain/waiting-room/arrival-counts.ts'
import type { Report } from '../../worker/domain/waiting-room/waiting-counter-report.ts'

const IDLE_MS = 10_000
const REPORT_MS = 1000
const ALIVE_MS = 60_000

type Memory = { arrivals: ArrivalCount; passes: ActivePasses }

export class SimulatedCounter {
  readonly index: number
  lives = 0
  private readonly heartbeats = new Map<string, number>()
  private storedArrivals: BucketTotal[] = []
  private memory: Memory | null = null
  private lastEventAt = 0
  private alarmAt = Number.POSITIVE_INFINITY

  constructor(index: number) {
    this.index = index
  }

  arrive(joinedAt: number, now: number): void {
    this.awake(now).arrivals.add(joinedAt)
    this.wakeAt(now + REPORT_MS)
  }

  beat(passId: string, now: number): void {
    this.awake(now).passes.beat(passId, now)
    this.heartbeats.set(passId, now)
    this.wakeAt(now + REPORT_MS)
  }

  end(passId: string, now: number): void {
    this.awake(now).passes.end(passId)
    this.heartbeats.delete(passId)
    this.wakeAt(now + REPORT_MS)
  }

  restart(): void {
    this.memory = null
  }

  /** Runs the alarm if it is due, and returns its report. Returns null if it is not due. */
  alarm(now: number): Report | null {
    if (now < this.alarmAt) return null
    this.alarmAt = Number.POSITIVE_INFINITY
    const { arrivals, passes } = this.awake(now)
    const closedUntil = arrivals.close(now)
    const report = {
      counter: this.index,
      arrivals: arrivals.totals(),
      active: passes.count(now),
      seen: passes.toReport(),
      load: NO_LOAD,
      now,
    }
    arrivals.forgetBefore(closedUntil)
    this.storedArrivals = arrivals.totals()
    passes.markReported(report.seen)
    const isNews = !arrivals.isEmpty || report.active !== passes.count(now)
    const end = isNews ? now + REPORT_MS : passes.nextEnd()
    if (end !== null) this.wakeAt(Math.min(end, now + ALIVE_MS))
    return report
  }

  private awake(now: number): Memory {
    if (now - this.lastEventAt >= IDLE_MS) this.memory = null
    this.lastEventAt = now
    if (!this.memory) {
      this.lives++
      const stored: Heartbeat[] = [...this.heartbeats].map(([passId, at]) => ({ passId, at }))
      this.memory = { arrivals: new ArrivalCount(this.storedArrivals), passes: new ActivePasses(stored) }
    }
    return this.memory
  }

  private wakeAt(at: number): void {
    this.alarmAt = Math.min(this.alarmAt, at)
  }
}
