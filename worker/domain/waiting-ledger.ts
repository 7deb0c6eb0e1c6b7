/**
 * One waiting room in the coordinator's memory. Every call first moves it on to `now`: tokens accrue, and once a second the
 * room steers its rate, counts who is inside and calls the next. A called place is exchanged for a token and only while
 * there is room, so however many are called, no more come in than the target and the rate allow. What must survive a crash
 * is one record (`RoomState`, written after each step) and the spent places; the rest grows back within seconds.
 */
import { type AdmissionRate, accrue, addLoad, isOverloaded, newRate, steerRate } from './admission-rate.ts'
import { AdmissionWindow } from './admission-window.ts'
import { addArrivals, arrivalsUntil, counterOf, emptyTally, passTally, pointsOf, publishedPoints } from './arrivals.ts'
import { calledOf, callNext, type Line, waitingOf } from './calling.ts'
import { type CounterViews, type Newcomer, type Report, readReport, seenActive, stillUnseen } from './counter-report.ts'
import { type Draw, rankOf } from './draw.ts'
import { isCalled } from './queue-position.ts'
import { decideOpening, momentOf } from './room-opening.ts'
import {
  addCohort,
  calledAtOf,
  closeCohorts,
  expectedComers,
  newShowUp,
  noteCame,
  type ShowUp,
  showUpShare,
} from './show-up.ts'
import {
  PASS_MS,
  PLACE_MS,
  type Place,
  type QueuePhase,
  type QueueStatus,
  type RoomControls,
  type WaitingRoomApi,
} from './waiting-room.ts'

const STEP_MS = 1000
/**
 * Seconds of admissions that are called ahead. It takes a poll until the called know; where they are slower than the door,
 * more are called, until some stand there.
 */
const POOL_SECONDS = 3
const MOST_POOL_SECONDS = 6
/** A place that was told `soon` stands at the door for so long after it last asked. */
const AT_DOOR_MS = 10_000
const PACE_MS = 10_000
/** An automatic room opens again below this share of its target, after a minute. */
const CALM_SHARE = 0.8
const CALM_MS = 60_000

type Answer = Awaited<ReturnType<WaitingRoomApi['redeem']>>

/** A place that was exchanged; `calledAt` names its cohort where that was still awaited. */
export type SpentPlace = { placeId: string; cartId: string; at: number; until: number; calledAt: number | null }

export type RoomState = Line & {
  room: string
  controls: RoomControls | null
  draw: Draw | null
  showUp: ShowUp
  rate: AdmissionRate
  /** Admissions a second of the last seconds. */
  measured: number
  /** An automatic room that queues at the moment, and since when it need not. */
  queues: boolean
  calmSince: number | null
  counters: CounterViews
  /** Of this line, so far. */
  called: number
  clock: number
  steppedAt: number
}

export function newRoom(room: string): RoomState {
  return {
    room,
    controls: null,
    draw: null,
    opensAt: 0,
    drawThreshold: 1,
    servedUntil: 0,
    tally: emptyTally(0, 0),
    showUp: newShowUp({ drawThreshold: 1, servedUntil: 0 }),
    rate: newRate(0, 0),
    measured: 0,
    queues: false,
    calmSince: null,
    counters: {},
    called: 0,
    clock: 0,
    steppedAt: 0,
  }
}

const refuse = (reason: 'waiting' | 'soon' | 'used'): { answer: Answer; spent: null } => ({
  answer: { ok: false, reason },
  spent: null,
})

export class WaitingLedger {
  private state: RoomState
  private tokens = 0
  private admitted = 0
  private active = 0
  private newcomers: Newcomer[]
  private readonly window: AdmissionWindow
  private readonly atDoor = new Map<string, number>()
  private poolSeconds = POOL_SECONDS
  private steppedPhase: QueuePhase | null = null
  private published: QueueStatus | null = null
  private changed = false

  /** `spent` are the places exchanged lately: the record may be a second older than the last of them. */
  constructor(state: RoomState, spent: readonly Pick<SpentPlace, 'placeId' | 'at' | 'calledAt'>[]) {
    const cohorts = state.showUp.cohorts.map((cohort) => ({
      ...cohort,
      redeemed: spent.filter(({ calledAt }) => calledAt === cohort.calledAt).length,
    }))
    this.state = { ...state, showUp: { ...state.showUp, cohorts } }
    this.newcomers = spent.map(({ placeId, at }) => ({ at, counter: counterOf(placeId) }))
    this.window = new AdmissionWindow(spent.map(({ at }) => at))
    this.active = this.countActive()
  }

  /** What must be written before anybody hears of it; null where nothing changed since the last time. */
  takeChange(): RoomState | null {
    if (!this.changed) return null
    this.changed = false
    return this.state
  }

  advance(now: number): void {
    const { clock, rate, opensAt, steppedAt } = this.state
    const to = Math.max(now, clock)
    this.state.clock = to
    const phase = this.phase
    if (phase === 'serving') this.tokens = accrue(this.tokens, rate.perSecond, to - Math.max(clock, opensAt))
    if (to - steppedAt >= STEP_MS || phase !== this.steppedPhase) this.step()
  }

  /** When to move on although nobody asks; null where nothing would change. */
  get wakeAt(): number | null {
    const { phase } = this
    const { opensAt, steppedAt, showUp, queues } = this.state
    if (phase === 'gathering') return opensAt
    if (phase !== 'serving') return null
    return queues || showUp.cohorts.length > 0 || waitingOf(this.state) > 0 ? steppedAt + STEP_MS : null
  }

  /** An outdated command changes nothing. `fresh` becomes the draw where a new one is due. */
  configure(controls: RoomControls, fresh: Draw): void {
    const { state, phase } = this
    if (controls.key !== state.room) throw new Error(`controls of ${controls.key} came to ${state.room}`)
    if (state.controls && controls.version <= state.controls.version) return
    const opening = decideOpening(phase, state.clock >= state.opensAt, controls, state.clock)
    const waiting = phase === 'open' ? 0 : Math.round(waitingOf(state))
    state.controls = controls
    state.rate = newRate(controls.ratePerSecond, state.clock)
    state.measured = controls.ratePerSecond
    state.queues = controls.mode === 'automatic' && phase !== 'open'
    state.calmSince = null
    if (opening.kind === 'draw') state.draw = fresh
    if (opening.kind === 'atOnce') this.open(opening.opensAt, null)
    else if (opening.kind !== 'keep') this.open(opening.opensAt, waiting)
    this.step()
  }

  report(report: Report): void {
    const { state } = this
    const news = readReport(state.counters[report.counter], report)
    if (!news) return
    state.counters[report.counter] = news.view
    for (const bucket of news.fresh) state.tally = addArrivals(state.tally, bucket, state.opensAt)
    state.rate = { ...state.rate, load: addLoad(state.rate.load, report.load) }
    this.active = this.countActive()
  }

  /** `known` is how the place was spent before. `spent` is to be written before the answer leaves. */
  redeem(place: Place, cartId: string, known: SpentPlace | null): { answer: Answer; spent: SpentPlace | null } {
    const { state } = this
    const now = state.clock
    if (place.room !== state.room) throw new Error(`a place of ${place.room} came to ${state.room}`)
    if (known?.cartId === cartId && now < known.until) return { answer: { ok: true, until: known.until }, spent: null }
    if (known || place.joinedAt <= now - PLACE_MS) return refuse('used')
    if (state.controls?.mode === 'automatic' && !state.queues && this.isFull()) this.step()
    const { phase } = this
    const rank = state.draw && place.joinedAt < state.opensAt ? rankOf(state.draw.seed, place) : 0
    const line = { ...state, phase }
    if (!isCalled(line, place, rank)) return refuse('waiting')
    if (phase === 'serving' && (!this.mayAdmit(now) || this.isFull())) {
      this.atDoor.set(place.id, now)
      return refuse('soon')
    }
    const covers = (called: Pick<Line, 'drawThreshold' | 'servedUntil'>) =>
      isCalled({ ...line, ...called }, place, rank)
    const calledAt = phase === 'serving' ? calledAtOf(state.showUp, covers) : null
    const until = now + PASS_MS
    return { answer: { ok: true, until }, spent: { placeId: place.id, cartId, at: now, until, calledAt } }
  }

  /** The exchange is written: the holder is inside. */
  admit({ placeId, at, calledAt }: SpentPlace): void {
    const { state } = this
    if (this.phase === 'serving') {
      this.tokens -= 1
      this.window.note(at)
    }
    if (calledAt !== null) state.showUp = noteCame(state.showUp, calledAt)
    this.atDoor.delete(placeId)
    this.newcomers.push({ at, counter: counterOf(placeId) })
    this.active += 1
    this.admitted += 1
  }

  /** Made anew once a step. */
  status(): QueueStatus {
    this.published ??= this.publish()
    return this.published
  }

  private publish(): QueueStatus {
    const { room, opensAt, drawThreshold, servedUntil, tally, controls, draw, measured, clock } = this.state
    const points = pointsOf(tally)
    const served = { until: servedUntil, count: Math.round(arrivalsUntil(points, opensAt, servedUntil)) }
    const late = publishedPoints([served, ...points.filter(({ until }) => until > servedUntil)])
    return {
      room,
      phase: this.phase,
      opensAt,
      drawThreshold,
      servedUntil,
      early: tally.early,
      late,
      rate: Math.round(measured * 10) / 10,
      active: this.active,
      targetActive: controls?.targetActive ?? 0,
      seedHash: draw?.seedHash ?? '',
      seed: draw && clock >= opensAt ? draw.seed : null,
      at: clock,
    }
  }

  private get phase(): QueuePhase {
    const { controls, queues, clock, opensAt } = this.state
    if (!controls || controls.mode === 'off' || (controls.mode === 'automatic' && !queues)) return 'open'
    if (controls.mode === 'paused') return 'paused'
    return clock < opensAt ? 'gathering' : 'serving'
  }

  /** A new line: `early` take part in a draw; with null there is none, and whoever came before may come in. */
  private open(opensAt: number, early: number | null): void {
    const { state } = this
    const start = { drawThreshold: early === null ? 1 : 0, servedUntil: opensAt }
    const { called, redeemed } = state.showUp
    const showUp = { cohorts: [], called, redeemed, writtenOff: start }
    const measured = state.rate.perSecond
    Object.assign(state, { ...start, opensAt, tally: emptyTally(opensAt, early ?? 0), showUp, measured, called: 0 })
    this.tokens = 0
    this.atDoor.clear()
  }

  private step(): void {
    const { state } = this
    const { clock, controls } = state
    this.published = null
    if (!controls) return
    const overloaded = isOverloaded(state.rate.load)
    state.rate = steerRate(state.rate, controls.ratePerSecond, clock)
    for (const [placeId, at] of this.atDoor) if (at <= clock - AT_DOOR_MS) this.atDoor.delete(placeId)
    if (this.steppedPhase === 'serving' || this.steppedPhase === 'open') this.measure(clock - state.steppedAt)
    this.active = this.countActive()
    state.steppedAt = clock
    if (controls.mode === 'automatic') this.switchItself(overloaded)
    if (this.phase === 'serving') this.call()
    this.steppedPhase = this.phase
    this.changed = true
  }

  private measure(elapsed: number): void {
    if (elapsed <= 0) return
    const weight = 1 - Math.exp(-elapsed / PACE_MS)
    this.state.measured += (this.admitted / (elapsed / 1000) - this.state.measured) * weight
    this.admitted = 0
  }

  /** Those heard of by counters, and those let in so lately that no counter can have told. */
  private countActive(): number {
    const { counters, clock } = this.state
    this.newcomers = stillUnseen(this.newcomers, counters, clock)
    return seenActive(counters, clock) + this.newcomers.length
  }

  private mayAdmit(now: number): boolean {
    return this.tokens >= 1 && this.window.hasRoom(this.state.controls?.ratePerSecond ?? 0, now)
  }

  private isFull(): boolean {
    return this.active >= (this.state.controls?.targetActive ?? 0)
  }

  private switchItself(overloaded: boolean): void {
    const { state } = this
    const { clock, queues } = state
    const target = state.controls?.targetActive ?? 0
    if (!queues) {
      if (!overloaded && !this.isFull()) return
      this.open(momentOf(clock), null)
      state.queues = true
    } else if (waitingOf(state) > 0 || this.active >= CALM_SHARE * target) state.calmSince = null
    else {
      state.calmSince ??= clock
      if (clock - state.calmSince >= CALM_MS) state.queues = false
    }
  }

  /** Keeps the pool filled; beyond the room inside only by what was let in lately, so that none stands at the door long. */
  private call(): void {
    const { state } = this
    const { clock, rate, measured, controls } = state
    state.showUp = closeCohorts(state.showUp, clock)
    // Counts of people who are called already still come in.
    this.noteCalled()
    const room = (controls?.targetActive ?? 0) - this.active
    const isIdle = room > 0 && this.atDoor.size === 0 && this.tokens >= rate.perSecond / 2
    if (isIdle) this.poolSeconds = Math.min(MOST_POOL_SECONDS, this.poolSeconds + 1)
    else if (this.atDoor.size > rate.perSecond) this.poolSeconds = Math.max(POOL_SECONDS, this.poolSeconds - 1)
    const full = this.poolSeconds * rate.perSecond
    const wanted = Math.min(full, Math.max(room, 1.5 * POOL_SECONDS * measured, full / 10))
    const expected = Math.max(this.atDoor.size, expectedComers(state.showUp, clock))
    const share = showUpShare(state.showUp, clock)
    Object.assign(state, callNext(state, (wanted - expected) / share, clock))
    this.noteCalled()
    state.tally = passTally(state.tally, state.servedUntil)
  }

  private noteCalled(): void {
    const { state } = this
    const { clock, drawThreshold, servedUntil } = state
    const called = calledOf(state) - state.called
    state.called += called
    if (called <= 0) return
    state.showUp = addCohort(state.showUp, { calledAt: clock, called, redeemed: 0, drawThreshold, servedUntil })
  }
}
