/**
 * A presale in virtual time on the waiting room's own rules: fans, ghosts who never come for their turn, and bots who
 * hammer, forge earlier places and try to use one twice. What is simulated is the world around: arrivals, the edge's caches of the status,
 * polls, the stay inside, the seats sold. What is measured is written down as it happens; `properties` judges it.
 */
import { ActivePasses } from '../../worker/domain/active-passes.ts'
import { NO_LOAD } from '../../worker/domain/admission-rate.ts'
import { ArrivalCount, counterOf } from '../../worker/domain/arrivals.ts'
import { newDraw, rankOf } from '../../worker/domain/draw.ts'
import { isCalled, pollAfterSeconds, positionOf } from '../../worker/domain/queue-position.ts'
import { readPlace, writePlace } from '../../worker/domain/queue-token.ts'
import { newRoom, type SpentPlace, WaitingLedger } from '../../worker/domain/waiting-ledger.ts'
import { COUNTERS, type Place, type QueueStatus, type RoomControls } from '../../worker/domain/waiting-room.ts'
import { Random } from './random.ts'

export type Scenario = {
  early: number
  late: number
  /** Length of the rush before and of that after the opening. */
  rushMs: number
  seats: number
  targetActive: number
  ratePerSecond: number
  bots: number
  ghosts: number
  /** Cities whose edge keeps the status for two seconds each. */
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
const COUNTED_AFTER_BEAT_MS = 150_000
const LONGEST_MS = 15 * 60_000
const [FAN, GHOST, BOT] = [0, 1, 2]

/** Events by tick; an event is the number of the place it concerns. */
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

/** Requests to one object, by the second. */
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

/** The k-th to be let in stays and buys the same whatever the door does, so that two doors can be compared. */
export function stayOf(scenario: Scenario, k: number): Stay {
  const random = new Random(scenario.seed * 7919 + k * 104_729)
  const buys = random.chance(0.8)
  return { seconds: 20 + random.below(80), seats: buys ? 1 + random.below(4) : 0, vanishes: random.chance(0.1) }
}

export class QueueSimulation {
  readonly scenario: Scenario
  readonly joinedAt: Float64Array
  readonly ranks: Float64Array
  readonly kinds: Uint8Array
  /** Published each second, in order. */
  readonly history: QueueStatus[] = []
  readonly admissions: { index: number; at: number }[] = []
  readonly refusals = { forged: 0, reused: 0, notCalled: 0, soon: 0, limited: 0, polls: 0 }
  readonly faults: string[] = []
  readonly coordinator = new Meter()
  /** Of those, what writes. */
  readonly writes = new Meter()
  readonly counters = Array.from({ length: COUNTERS }, () => new Meter())
  rowsWritten = 0
  mostInside = 0
  soldOutAt = Number.POSITIVE_INFINITY
  private readonly random: Random
  private readonly ledger = new WaitingLedger(newRoom(ROOM), [])
  private readonly spent = new Map<string, SpentPlace>()
  private readonly arrivals = Array.from({ length: COUNTERS }, () => new ArrivalCount([]))
  private readonly passes = Array.from({ length: COUNTERS }, () => new ActivePasses(null, 0))
  private readonly toldActive = new Array<number>(COUNTERS).fill(0)
  private readonly caches: { status: QueueStatus; until: number }[] = []
  private readonly askedAt = new Map<number, number>()
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
    ledger.configure(controls, newDraw(secret))
    for (let now = start; this.seatsLeft > 0 && now < OPENS_AT + LONGEST_MS; now += TICK) this.tick(now)
  }

  placeOf(index: number): Place {
    return { room: ROOM, id: `place-${index}`, joinedAt: this.joinedOf(index) }
  }

  /** The rank the room's own seed gives; to be asked after the opening. */
  rankOf(index: number, status: QueueStatus): number | null {
    if (index >= this.scenario.early) return 0
    if (status.seed === null) return null
    const known = this.ranks[index] ?? -1
    if (known >= 0) return known
    const rank = rankOf(status.seed, this.placeOf(index))
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
    for (let counter = (now / TICK) % 10; counter < COUNTERS; counter += 10) this.report(counter, now)
    if (now % 1000 === 0) this.publish(now)
    this.mostInside = Math.max(this.mostInside, this.inside)
  }

  /** The coordinator's alarm. */
  private publish(now: number): void {
    this.ledger.advance(now)
    this.noteChange(now)
    this.history.push(this.ledger.status())
  }

  /** A step writes the record and the next alarm. */
  private noteChange(now: number): void {
    if (!this.ledger.takeChange()) return
    this.rowsWritten += 2
    this.writes.note(now)
  }

  private statusAt(location: number, now: number): QueueStatus {
    const cached = this.caches[location]
    if (cached && now < cached.until) return cached.status
    this.coordinator.note(now)
    this.ledger.advance(now)
    this.noteChange(now)
    const status = this.ledger.status()
    this.caches[location] = { status, until: now + CACHE_MS }
    return status
  }

  private join(index: number, now: number): void {
    const place = this.placeOf(index)
    const counter = counterOf(place.id)
    this.counters[counter]?.note(now)
    this.arrivals[counter]?.add(place.joinedAt)
    if (this.kinds[index] === BOT) this.tryForged(place, now)
    // A ghost closes the page: the place stays in line, and nobody ever comes for it.
    if (this.kinds[index] !== GHOST) this.poll(index, now)
  }

  /** A bot dates its place back, and tries one of another room. */
  private tryForged(place: Place, now: number): void {
    const text = writePlace(SECRET, place)
    const earlier = text.replace(String(place.joinedAt), String(place.joinedAt - 40_000))
    if (earlier === text) throw new Error('a place says when it was joined')
    for (const [room, token] of [
      [ROOM, earlier],
      ['event/evt_other', text],
    ] as const) {
      if (readPlace(SECRET, room, token, now).ok) this.faults.push(`${place.id} was forged`)
      else this.refusals.forged++
    }
  }

  private poll(index: number, now: number): void {
    const status = this.statusAt(index % this.scenario.locations, now)
    const place = this.placeOf(index)
    const rank = this.rankOf(index, status)
    const isBot = this.kinds[index] === BOT
    this.refusals.polls++
    if (isCalled(status, place, rank) && this.exchange(index, place, now)) return
    if (isBot) {
      this.polling.add(now + 1000, index)
      return
    }
    const position = positionOf(status, place, rank)
    this.polling.add(now + 1000 * pollAfterSeconds(status, position, now, this.random.fraction()), index)
  }

  /** True where the holder is inside. A bot asks five times at once, of which the edge lets one a second through. */
  private exchange(index: number, place: Place, now: number): boolean {
    const isBot = this.kinds[index] === BOT
    if (isBot) this.refusals.limited += 4
    if (now - (this.askedAt.get(index) ?? 0) < 1000) {
      this.refusals.limited++
      return false
    }
    this.askedAt.set(index, now)
    const { answer, spent } = this.redeem(place, `cart-${index}`, now)
    if (!answer.ok) {
      if (answer.reason === 'soon') this.refusals.soon++
      else if (answer.reason === 'waiting') this.refusals.notCalled++
      else this.faults.push(`${place.id} was refused as used at its first exchange`)
      return false
    }
    if (!spent) throw new Error('a first exchange is written')
    this.enter(index, now)
    if (isBot) this.tryTwice(index, place, now, answer.until)
    return true
  }

  private redeem(place: Place, cartId: string, now: number) {
    this.coordinator.note(now)
    this.ledger.advance(now)
    const result = this.ledger.redeem(place, cartId, this.spent.get(place.id) ?? null)
    if (result.spent) {
      this.spent.set(place.id, result.spent)
      this.rowsWritten++
      this.writes.note(now)
      this.ledger.admit(result.spent)
    }
    this.noteChange(now)
    return result
  }

  private tryTwice(index: number, place: Place, now: number, until: number): void {
    const again = this.redeem(place, `cart-${index}`, now)
    if (!again.answer.ok || again.answer.until !== until || again.spent) this.faults.push('a repeated exchange differs')
    const { answer } = this.redeem(place, `cart-${index}-sold-on`, now)
    if (answer.ok) this.faults.push('one place let two carts in')
    else this.refusals.reused++
  }

  private enter(index: number, now: number): void {
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

  private beat(index: number, now: number): void {
    if (now >= (this.visits.get(index)?.to ?? 0)) return
    const counter = counterOf(`place-${index}`)
    this.counters[counter]?.note(now)
    this.passes[counter]?.beat(`place-${index}`, now)
    this.beating.add(now + HEARTBEAT_MS, index)
  }

  /** Most say that they leave; of the others the counter only hears no more. */
  private leave(index: number, now: number): void {
    const visit = this.visits.get(index)
    if (visit?.vanishes) {
      const lastBeat = now - ((now - visit.from) % HEARTBEAT_MS)
      this.vanishing.add(lastBeat + COUNTED_AFTER_BEAT_MS, index)
      return
    }
    const counter = counterOf(`place-${index}`)
    this.counters[counter]?.note(now)
    this.passes[counter]?.leave(`place-${index}`)
    this.inside--
  }

  private vanish(now: number): void {
    this.inside -= this.vanishing.take(now).length
  }

  private report(counter: number, now: number): void {
    const [arrivals, passes] = [this.arrivals[counter], this.passes[counter]]
    if (!arrivals || !passes) throw new Error(`no counter ${counter}`)
    const active = passes.count(now)
    if (arrivals.isEmpty && active === this.toldActive[counter]) return
    const closedUntil = arrivals.close(now)
    this.rowsWritten += 2
    this.coordinator.note(now)
    this.ledger.advance(now)
    this.ledger.report({ counter, arrivals: arrivals.totals(), active, load: NO_LOAD, now })
    this.noteChange(now)
    arrivals.forgetBefore(closedUntil)
    this.toldActive[counter] = active
  }
}
