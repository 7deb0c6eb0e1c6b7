/**
 * Simulates a presale in virtual time with the waiting room's own rules. Some fans close the page before they are admitted.
 * Ghosts join the queue and never poll. Bots poll every second, forge entries and try to use an entry twice. The simulation
 * includes the edge's caches of the status, and counters that lose their memory when they are idle. The coordinator and the
 * counters restart at the times in `restartsAt`. `properties` (waiting-room-verdict.ts) checks the results.
 */
import { counterOf } from '../../worker/domain/waiting-room/arrival-counts.ts'
import { newLottery, rankOf } from '../../worker/domain/waiting-room/lottery.ts'
import { isCalled, pollAfterSeconds, positionOf } from '../../worker/domain/waiting-room/queue-position.ts'
import { readEntry, writeEntry } from '../../worker/domain/waiting-room/queue-token.ts'
import { newRoom, type RoomState, type SpentEntry } from '../../worker/domain/waiting-room/room-state.ts'
import { WaitingLedger } from '../../worker/domain/waiting-room/waiting-ledger.ts'
import {
  ACTIVE_MS,
  COUNTERS,
  type QueueEntry,
  type QueueStatus,
  type Redeemed,
  type RoomControls,
} from '../../worker/domain/waiting-room/waiting-room.ts'
import { Random } from './random.ts'
import { SimulatedCounter } from './simulated-waiting-counter.ts'

export type Scenario = {
  early: number
  late: number
  /** The duration of the rush before the opening, and of the rush after it. */
  rushMs: number
  seats: number
  targetActive: number
  ratePerSecond: number
  bots: number
  ghosts: number
  /** Ten times the probability that a fan closes the page at a poll. */
  quitters: number
  /** Seconds after the opening at which coordinator and counters restart. */
  restartsAt: number[]
  /** The number of edge locations, each of which caches the status for two seconds. */
  locations: number
  seed: number
}

type Stay = { seconds: number; seats: number; vanishes: boolean }
type Load = { peak: number; total: number }

const ROOM = 'event/evt_simulated'
const SECRET = 'of the simulated shop'
const TICK = 100
const OPENS_AT = 1_800_000_000_000
const CACHE_MS = 2000
const HEARTBEAT_MS = 60_000
const MIN_POLL_MS = 700
const LONGEST_MS = 30 * 60_000
/** The simulation continues this long after the last sale, so that every slot becomes free. */
const DRAIN_MS = 160_000
const [FAN, GHOST, BOT] = [0, 1, 2]

/** Events by tick. An event is the index of the queue entry that it concerns. */
class Agenda {
  private readonly ticks = new Map<number, number[]>()

  add(at: number, index: number): void {
    const tick = Math.ceil(at / TICK)
    const due = this.ticks.get(tick)
    if (due) due.push(index)
    else this.ticks.set(tick, [index])
  }

  take(now: number): number[] {
    const tick = now / TICK
    const due = this.ticks.get(tick) ?? []
    this.ticks.delete(tick)
    return due
  }
}

/** Counts the requests to one object per second. */
class Meter {
  private second = 0
  private count = 0
  readonly load: Load = { peak: 0, total: 0 }

  note(now: number): void {
    const second = Math.floor(now / 1000)
    if (second !== this.second) {
      this.second = second
      this.count = 0
    }
    this.count++
    this.load.total++
    this.load.peak = Math.max(this.load.peak, this.count)
  }
}

/** Returns the stay and the purchase of the k-th admitted visitor. They do not depend on the admission rule that is tested. */
export function stayOf(scenario: Scenario, k: number): Stay {
  const random = new Random(scenario.seed * 7919 + k * 104_729)
  const buys = random.chance(0.8)
  return {
    seconds: 20 + random.below(80),
    seats: buys ? 1 + random.below(4) : 0,
    vanishes: !buys || random.chance(0.1),
  }
}

export class QueueSimulation {
  readonly scenario: Scenario
  readonly joinedAt: Float64Array
  readonly ranks: Float64Array
  readonly kinds: Uint8Array
  /** The statuses published each second, in order. */
  readonly history: QueueStatus[] = []
  readonly admissions: { index: number; at: number }[] = []
  readonly refusals = { forged: 0, reused: 0, notCalled: 0, soon: 0, limited: 0, polls: 0 }
  readonly faults: string[] = []
  /**
   * Called visitors who must poll again before they are admitted. The value counts the visitors behind them who have been
   * admitted in the meantime.
   */
  private readonly passedBy = new Map<number, number>()
  maxPassedBy = 0
  leftWaiting = 0
  readonly coordinator = new Meter()
  /** The coordinator's requests that write. */
  readonly writes = new Meter()
  readonly counters = Array.from({ length: COUNTERS }, () => new Meter())
  rowsWritten = 0
  maxInside = 0
  soldOutAt = Number.POSITIVE_INFINITY
  private readonly random: Random
  private ledger = new WaitingLedger(newRoom(ROOM), [])
  private record: RoomState = newRoom(ROOM)
  private readonly spent = new Map<string, SpentEntry>()
  private readonly objects = Array.from({ length: COUNTERS }, (_, index) => new SimulatedCounter(index))
  private readonly caches: { status: QueueStatus; until: number }[] = []
  private readonly mayAskAt = new Map<number, number>()
  private readonly joining = new Agenda()
  private readonly polling = new Agenda()
  private readonly beating = new Agenda()
  private readonly leaving = new Agenda()
  private readonly visits = new Map<number, { from: number; to: number; vanishes: boolean }>()
  private readonly vanishing = new Agenda()
  private inside = 0
  private seatsLeft: number

  constructor(scenario: Scenario) {
    const { early, late, rushMs, bots, ghosts, seed, seats } = scenario
    this.scenario = scenario
    this.random = new Random(seed)
    this.seatsLeft = seats
    this.joinedAt = new Float64Array(early + late)
    this.ranks = new Float64Array(early + late).fill(-1)
    this.kinds = new Uint8Array(early + late)
    for (let index = 0; index < early + late; index++) {
      const offset = this.random.below(rushMs)
      this.joinedAt[index] = index < early ? OPENS_AT - 1 - offset : OPENS_AT + offset
      const dice = this.random.fraction()
      this.kinds[index] = dice < bots ? BOT : dice < bots + ghosts ? GHOST : FAN
      this.joining.add(this.joinedOf(index), index)
    }
  }

  run(): void {
    const { scenario, ledger } = this
    const start = OPENS_AT - scenario.rushMs - 10_000
    const secret = new Uint8Array(32).fill(scenario.seed)
    const controls: RoomControls = {
      key: ROOM,
      scope: 'event',
      shopId: 'shp_simulated',
      eventId: 'evt_simulated',
      mode: 'scheduled',
      opensAt: OPENS_AT,
      targetActive: scenario.targetActive,
      ratePerSecond: scenario.ratePerSecond,
      version: 1,
    }
    ledger.advance(start)
    ledger.configure(controls, newLottery(secret))
    let now = start
    for (; this.seatsLeft > 0 && now < OPENS_AT + LONGEST_MS; now += TICK) this.tick(now)
    const end = now + DRAIN_MS
    for (; now < end; now += TICK) this.drain(now)
  }

  get lives(): number {
    return this.objects.reduce((sum, { lives }) => sum + lives, 0)
  }

  /** Restarts the objects as after a crash. Only written state remains. */
  private restart(now: number): void {
    for (const object of this.objects) object.restart()
    const spent = [...this.spent.values()].filter(({ exchangedAt }) => exchangedAt >= this.record.clock - ACTIVE_MS)
    this.ledger = new WaitingLedger(structuredClone(this.record), spent)
    this.ledger.advance(now)
  }

  /** Continues after the last sale, when nobody arrives or sends heartbeats any more. */
  private drain(now: number): void {
    for (const object of this.objects) this.report(object, now)
    if (now % 1000 === 0) this.publish(now)
  }

  entryOf(index: number): QueueEntry {
    return { room: ROOM, id: `entry-${index}`, joinedAt: this.joinedOf(index) }
  }

  /** Returns the entry's rank in the lottery: null before the opening, and 0 for an entry that joins after it. */
  rankOf(index: number, status: QueueStatus): number | null {
    if (index >= this.scenario.early) return 0
    if (status.seed === null) return null
    const known = this.ranks[index] ?? -1
    if (known >= 0) return known
    const rank = rankOf(status.seed, this.entryOf(index))
    this.ranks[index] = rank
    return rank
  }

  private joinedOf(index: number): number {
    return this.joinedAt[index] ?? 0
  }

  private tick(now: number): void {
    this.vanish(now)
    for (const index of this.leaving.take(now)) this.leave(index, now)
    for (const index of this.beating.take(now)) this.beat(index, now)
    for (const index of this.joining.take(now)) this.join(index, now)
    for (const index of this.polling.take(now)) this.poll(index, now)
    if (this.scenario.restartsAt.includes((now - OPENS_AT) / 1000)) this.restart(now)
    for (const object of this.objects) this.report(object, now)
    if (now % 1000 === 0) this.publish(now)
    this.maxInside = Math.max(this.maxInside, this.inside)
  }

  /** Runs the coordinator's alarm. */
  private publish(now: number): void {
    this.ledger.advance(now)
    this.noteChange(now)
    this.history.push(this.ledger.status())
  }

  /**
   * If the ledger's state has changed, stores it and counts two written rows: the state and the next alarm. The real
   * coordinator does not set its alarm each time, so the count is an upper limit.
   */
  private noteChange(now: number): void {
    const change = this.ledger.takeChange()
    if (!change) return
    // `change` is the ledger's own state, which later calls modify. A copy is needed only for a restart, which reads `record`.
    this.record = this.scenario.restartsAt.length > 0 ? structuredClone(change) : change
    this.rowsWritten += 2
    this.writes.note(now)
  }

  private statusAt(location: number, now: number): QueueStatus {
    const cached = this.caches[location]
    const isPast = cached?.status.phase === 'gathering' && now >= cached.status.opensAt
    if (cached && !isPast && now < cached.until) return cached.status
    this.coordinator.note(now)
    this.ledger.advance(now)
    this.noteChange(now)
    const status = this.ledger.status()
    this.caches[location] = { status, until: now + CACHE_MS }
    return status
  }

  private join(index: number, now: number): void {
    const entry = this.entryOf(index)
    const counter = counterOf(entry.id)
    this.counters[counter]?.note(now)
    this.objects[counter]?.arrive(entry.joinedAt, now)
    if (this.kinds[index] === BOT) this.tryForged(entry)
    // A ghost closes the page. Its entry stays in the queue and is never used.
    if (this.kinds[index] !== GHOST) this.poll(index, now)
  }

  /** A bot sends a backdated entry to this waiting room, and its own entry to another one. */
  private tryForged(entry: QueueEntry): void {
    const cartId = `cart of ${entry.id}`
    const text = writeEntry(SECRET, entry, cartId)
    const earlier = text.replace(String(entry.joinedAt), String(entry.joinedAt - 40_000))
    if (earlier === text) throw new Error('the entry contains no join time')
    for (const [room, token] of [
      [ROOM, earlier],
      ['event/evt_other', text],
    ] as const) {
      if (readEntry(SECRET, room, [{ id: cartId, givenAt: entry.joinedAt }], token).ok)
        this.faults.push(`${entry.id} was accepted although forged`)
      else this.refusals.forged++
    }
  }

  private poll(index: number, now: number): void {
    const status = this.statusAt(index % this.scenario.locations, now)
    const entry = this.entryOf(index)
    const rank = this.rankOf(index, status)
    const isBot = this.kinds[index] === BOT
    this.refusals.polls++
    if (this.kinds[index] === FAN && this.random.chance(this.scenario.quitters / 10)) {
      this.passedBy.delete(index)
      this.leftWaiting++
      return
    }
    const isTurn = isCalled(status, entry, rank)
    const answer = isTurn ? this.exchange(index, entry, now) : null
    if (answer?.ok) return
    if (isBot) {
      this.polling.add(now + 1000, index)
      return
    }
    const position = positionOf(status, entry, rank)
    const seconds =
      answer?.reason === 'soon' ? answer.askInSeconds : pollAfterSeconds(status, position, now, this.random.fraction())
    // A poll arrives slightly late.
    this.polling.add(now + 1000 * seconds + this.random.below(400), index)
  }

  /** Returns null if the edge did not forward the request. A bot sends five at once, and the edge forwards at most one. */
  private exchange(index: number, entry: QueueEntry, now: number): Redeemed | null {
    const isBot = this.kinds[index] === BOT
    if (isBot) this.refusals.limited += 4
    if (now < (this.mayAskAt.get(index) ?? 0)) {
      this.refusals.limited++
      return null
    }
    const { answer, spent } = this.redeem(entry, `cart-${index}`, now)
    this.mayAskAt.set(
      index,
      now + (answer.ok || answer.reason !== 'soon' ? MIN_POLL_MS : answer.askInSeconds * 1000 - 200),
    )
    if (!answer.ok) {
      if (answer.reason === 'soon') {
        this.refusals.soon++
        if (!this.passedBy.has(index)) this.passedBy.set(index, 0)
      } else if (answer.reason === 'waiting') this.refusals.notCalled++
      else this.faults.push(`${entry.id} was refused as already used at its first exchange`)
      return answer
    }
    if (!spent) throw new Error('a first exchange must be written')
    this.enter(index, now)
    if (isBot) this.tryTwice(index, entry, now, answer.since)
    return answer
  }

  private redeem(entry: QueueEntry, cartId: string, now: number) {
    this.coordinator.note(now)
    this.ledger.advance(now)
    const result = this.ledger.redeem(entry, cartId, this.spent.get(entry.id) ?? null)
    if (result.spent) {
      this.spent.set(entry.id, result.spent)
      this.rowsWritten++
      this.writes.note(now)
      this.ledger.admit(result.spent)
    }
    this.noteChange(now)
    return result
  }

  private tryTwice(index: number, entry: QueueEntry, now: number, since: number): void {
    const again = this.redeem(entry, `cart-${index}`, now)
    if (!again.answer.ok || again.answer.since !== since || again.spent) this.faults.push('a repeated exchange differs')
    const { answer } = this.redeem(entry, `cart-${index}-sold-on`, now)
    if (answer.ok) this.faults.push('one entry admitted two carts')
    else this.refusals.reused++
  }

  private enter(index: number, now: number): void {
    this.notePassed(index)
    const stay = stayOf(this.scenario, this.admissions.length)
    const to = now + stay.seconds * 1000
    this.admissions.push({ index, at: now })
    this.inside++
    this.visits.set(index, { from: now, to, vanishes: stay.vanishes })
    this.beating.add(now + TICK + this.random.below(300), index)
    this.leaving.add(to, index)
    if (stay.seats === 0) return
    this.seatsLeft -= Math.min(this.seatsLeft, stay.seats)
    if (this.seatsLeft === 0) this.soldOutAt = now
  }

  private notePassed(index: number): void {
    this.maxPassedBy = Math.max(this.maxPassedBy, this.passedBy.get(index) ?? 0)
    this.passedBy.delete(index)
    for (const [other, count] of this.passedBy) if (this.isBefore(other, index)) this.passedBy.set(other, count + 1)
  }

  private isBefore(one: number, other: number): boolean {
    const { early } = this.scenario
    if (one < early && other < early) return (this.ranks[one] ?? 0) < (this.ranks[other] ?? 0)
    if (one < early || other < early) return one < early
    return this.joinedOf(one) < this.joinedOf(other)
  }

  private beat(index: number, now: number): void {
    if (now >= (this.visits.get(index)?.to ?? 0)) return
    const counter = counterOf(`entry-${index}`)
    this.counters[counter]?.note(now)
    this.objects[counter]?.beat(`entry-${index}`, now)
    this.beating.add(now + HEARTBEAT_MS, index)
  }

  /** For most buyers, the order ends the pass. The heartbeats of all other visitors just stop. */
  private leave(index: number, now: number): void {
    const visit = this.visits.get(index)
    if (visit?.vanishes) {
      const lastBeat = now - ((now - visit.from) % HEARTBEAT_MS)
      this.vanishing.add(lastBeat + ACTIVE_MS, index)
      return
    }
    const id = `entry-${index}`
    const object = this.objects[counterOf(id)]
    object?.end(id, now)
    this.coordinator.note(now)
    this.ledger.advance(now)
    this.ledger.end(id)
    this.noteChange(now)
    this.inside--
  }

  private vanish(now: number): void {
    this.inside -= this.vanishing.take(now).length
  }

  private report(object: SimulatedCounter, now: number): void {
    const report = object.alarm(now)
    if (!report) return
    this.rowsWritten += 2
    this.coordinator.note(now)
    this.ledger.advance(now)
    this.ledger.report(report)
    this.noteChange(now)
  }
}
