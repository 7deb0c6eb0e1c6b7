/**
 * One waiting room in the coordinator's memory. Every call first moves it on to `now`: tokens accrue, and once a second the
 * room steers its rate, counts who is inside and calls the next. A called place is exchanged for a token, while there is
 * room and in the order of the positions; so however many are called, no more come in than the target and the rate allow,
 * and nobody passes a visitor who is there. What must survive a crash is one record (`RoomState`, written after each step)
 * and the spent places; the rest grows back within seconds.
 */
import { AdmissionLine } from './admission-line.ts'
import { accrue, addLoad, isOverloaded, newRate, steerRate } from './admission-rate.ts'
import { AdmissionWindow } from './admission-window.ts'
import { addArrivals, arrivalsUntil, emptyTally, passTally, pointsOf, publishedPoints } from './arrival-counts.ts'
import { type Draw, rankOf } from './lottery.ts'
import { amountToCall, calledOf, callNext, type Line, waitingOf } from './next-calls.ts'
import { entryIsOver, isCalled } from './queue-position.ts'
import { decideOpening, momentOf } from './room-opening.ts'
import type { RoomState, SpentPlace } from './room-state.ts'
import { addCohort, closeCohorts, endCohorts, newShowUp, noteCame, notYetDue, showUpShare } from './show-up-rate.ts'
import { countInside, type Newcomers, type Report, readReport, unseenOf } from './waiting-counter-report.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type Place,
  type QueuePhase,
  type QueueStatus,
  type Redeemed,
  type RoomControls,
} from './waiting-room.ts'

const STEP_MS = 1000
const PACE_MS = 10_000
/** After a restart the room waits until those who stood first have asked again, so that nobody passes them. */
const RESUME_MS = 2_500
/** And nobody else is called until all who stood there have asked again, since they would seem to be missing. */
const RECALL_MS = 4_500
/** The counter has told of a holder who comes back or leaves after so long. */
const HEARD_AGAIN_MS = 5_000
/** Before all others in the admission line. */
const FIRST = -1
/** An automatic room opens again below this share of its target, after a minute. */
const CALM_SHARE = 0.8
const CALM_MS = 60_000

type Outcome = { answer: Redeemed; spent: SpentPlace | null }

const refuse = (reason: 'waiting' | 'used'): Outcome => ({ answer: { ok: false, reason }, spent: null })

export class WaitingLedger {
  private state: RoomState
  private tokens = 0
  private admitted = 0
  private calledLately = 0
  private active = 0
  private readonly newcomers: Newcomers
  /** Holders who have ordered, of whom no counter has told yet. */
  private readonly leavers = new Map<string, number>()
  private readonly window: AdmissionWindow
  private readonly line = new AdmissionLine()
  private admitsFrom: number | null = null
  private steppedPhase: QueuePhase | null = null
  private published: QueueStatus | null = null
  private changed = false

  /** `spent` are the places exchanged in the last `ACTIVE_MS`: the record may be a second older than the last of them. */
  constructor(state: RoomState, spent: readonly Pick<SpentPlace, 'placeId' | 'at'>[]) {
    // Who was called before a restart asks again, and must not count as coming twice.
    this.state = { ...state, showUp: endCohorts(state.showUp, state.clock) }
    this.newcomers = unseenOf(spent, state.counters)
    this.window = new AdmissionWindow(spent.map(({ at }) => at))
    this.active = this.countActive()
    if (state.waitingToEnter === 0) this.admitsFrom = 0
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
    this.admitsFrom ??= to + RESUME_MS
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
    const isBusy = queues || showUp.cohorts.length > 0 || this.line.size > 0 || waitingOf(this.state) > 0
    return isBusy ? steppedAt + STEP_MS : null
  }

  /** An outdated command changes nothing. `fresh` becomes the draw where a new one is due. */
  configure(controls: RoomControls, fresh: Draw): void {
    const { state, phase } = this
    if (controls.key !== state.room) throw new Error(`controls of ${controls.key} came to ${state.room}`)
    if (state.controls && controls.version <= state.controls.version) return
    const opening = decideOpening(phase, state.clock >= state.opensAt, controls, state.clock)
    // Those who were called and have not come take part in a new lottery too.
    const waiting = phase === 'open' ? 0 : Math.round(waitingOf(state) + Math.max(0, state.called - state.entered))
    state.controls = controls
    state.rate = newRate(controls.ratePerSecond, state.clock)
    state.measured = controls.ratePerSecond
    state.pace = controls.ratePerSecond
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
    for (const placeId of report.seen) {
      this.newcomers.delete(placeId)
      this.leavers.delete(placeId)
    }
    this.active = this.countActive()
  }

  /** `known` is how the place was spent before. `spent` is to be written before the answer leaves. */
  redeem(place: Place, cartId: string, known: SpentPlace | null): Outcome {
    const { state } = this
    const now = state.clock
    if (place.room !== state.room) throw new Error(`a place of ${place.room} came to ${state.room}`)
    if (state.controls?.mode === 'automatic' && !state.queues && this.isFull()) this.step()
    if (known) return known.cartId === cartId && now < known.until ? this.readmit(known) : refuse('used')
    if (entryIsOver(place, state.opensAt, now)) return refuse('used')
    const { phase } = this
    const isEarly = place.joinedAt < state.opensAt
    const rank = state.draw && isEarly ? rankOf(state.draw.seed, place) : 0
    const covers = (called: Pick<Line, 'drawThreshold' | 'servedUntil'>) =>
      isCalled({ ...state, ...called, phase }, place, rank)
    if (!covers(state)) return refuse('waiting')
    if (phase === 'serving') {
      if (!this.line.has(place.id)) state.showUp = noteCame(state.showUp, covers)
      const order = isEarly ? rank : 1 + place.joinedAt - state.opensAt
      const refused = this.turnOf(place.id, order, this.slots(now))
      if (refused) return refused
    }
    return {
      answer: { ok: true, since: now },
      spent: { placeId: place.id, cartId, at: now, until: now + LONGEST_PASS_MS },
    }
  }

  /** The same pass again: at once where its answer may have been lost, else as soon as there is room inside. */
  private readmit({ placeId, at }: SpentPlace): Outcome {
    const now = this.state.clock
    if (now >= at + ACTIVE_MS && this.phase === 'serving') {
      const room = (this.state.controls?.targetActive ?? 0) - this.active
      const refused = this.turnOf(placeId, FIRST, room)
      if (refused) return refused
      this.line.leave(placeId)
      this.newcomers.set(placeId, now - ACTIVE_MS + HEARD_AGAIN_MS)
      this.active += 1
    }
    return { answer: { ok: true, since: at }, spent: null }
  }

  /** Null where it is this visitor's turn, by how many may enter now. */
  private turnOf(placeId: string, order: number, slots: number): Outcome | null {
    const { clock, rate, measured } = this.state
    const ahead = this.line.ask(placeId, order, clock)
    if (ahead < slots) return null
    const perSecond = this.isFull() ? measured : rate.perSecond
    const askInSeconds = this.line.askAgainIn(ahead, slots, perSecond, this.isFull(), clock)
    return { answer: { ok: false, reason: 'soon', ahead, askInSeconds }, spent: null }
  }

  /** The exchange is written: the holder is inside. */
  admit({ placeId, at }: SpentPlace): void {
    if (this.phase === 'serving') {
      this.tokens -= 1
      this.window.note(at)
      this.state.entered += 1
    }
    this.line.leave(placeId)
    this.newcomers.set(placeId, at)
    this.active += 1
    this.admitted += 1
  }

  /** The holder has ordered and makes room for the next. */
  end(placeId: string): void {
    this.line.leave(placeId)
    if (!this.newcomers.delete(placeId)) this.leavers.set(placeId, this.state.clock)
    this.active = this.countActive()
  }

  /** Made anew once a step. */
  status(): QueueStatus {
    this.published ??= this.publish()
    return this.published
  }

  private publish(): QueueStatus {
    const { room, opensAt, drawThreshold, servedUntil, tally, controls, draw, measured, pace, showUp, clock } =
      this.state
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
      entering: Math.round(this.line.size + notYetDue(showUp, clock) * showUpShare(showUp, clock).share),
      rate: Math.round(measured * 10) / 10,
      pace: Math.round(pace * 10) / 10,
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
    const showUp = newShowUp(start)
    const measured = state.rate.perSecond
    const pace = measured / showUpShare(showUp, opensAt).share
    const tally = emptyTally(opensAt, early ?? 0)
    Object.assign(state, { ...start, opensAt, tally, showUp, measured, pace, called: 0, entered: 0, waitingToEnter: 0 })
    this.tokens = 0
    this.line.clear()
    this.admitsFrom = 0
  }

  private step(): void {
    const { state } = this
    const { clock, controls } = state
    this.published = null
    if (!controls) return
    const overloaded = isOverloaded(state.rate.load)
    state.rate = steerRate(state.rate, controls.ratePerSecond, clock)
    this.line.forget(clock)
    if (this.steppedPhase === 'serving' || this.steppedPhase === 'open') this.measure(clock - state.steppedAt)
    this.active = this.countActive()
    state.steppedAt = clock
    if (controls.mode === 'automatic') this.switchItself(overloaded)
    const isResumed = this.admitsFrom === 0 || clock >= (this.admitsFrom ?? clock) + RECALL_MS - RESUME_MS
    if (this.phase === 'serving' && isResumed) this.call()
    state.waitingToEnter = this.line.size
    this.steppedPhase = this.phase
    this.changed = true
  }

  private measure(elapsed: number): void {
    if (elapsed <= 0) return
    const weight = 1 - Math.exp(-elapsed / PACE_MS)
    const { state } = this
    state.measured += (this.admitted / (elapsed / 1000) - state.measured) * weight
    state.pace += (this.calledLately / (elapsed / 1000) - state.pace) * weight
    this.admitted = 0
    this.calledLately = 0
  }

  private countActive(): number {
    const { counters, clock } = this.state
    for (const [placeId, at] of this.leavers) if (at <= clock - HEARD_AGAIN_MS) this.leavers.delete(placeId)
    return Math.max(0, countInside(counters, this.newcomers, clock) - this.leavers.size)
  }

  /** How many may enter now. Negative after a restart: as many as could enter until the room admits again. */
  private slots(now: number): number {
    const { controls, rate } = this.state
    if (!controls || this.admitsFrom === null) return 0
    if (now < this.admitsFrom) return -Math.ceil((rate.perSecond * (this.admitsFrom - now)) / 1000)
    const inWindow = this.window.room(controls.ratePerSecond, now)
    return Math.min(Math.floor(this.tokens), inWindow, controls.targetActive - this.active)
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

  private call(): void {
    const { state } = this
    const { clock, rate, measured, controls } = state
    state.showUp = closeCohorts(state.showUp, clock)
    // Counts of people who are called already still come in.
    this.noteCalled()
    const room = (controls?.targetActive ?? 0) - this.active
    const amount = amountToCall({
      room,
      perSecond: rate.perSecond,
      measured,
      present: this.line.size,
      notYetDue: notYetDue(state.showUp, clock),
      ...showUpShare(state.showUp, clock),
    })
    Object.assign(state, callNext(state, amount, clock))
    this.noteCalled()
    state.tally = passTally(state.tally, state.servedUntil)
  }

  private noteCalled(): void {
    const { state } = this
    const { clock, drawThreshold, servedUntil } = state
    const called = calledOf(state) - state.called
    state.called += called
    if (called <= 0) return
    this.calledLately += called
    state.showUp = addCohort(state.showUp, { calledAt: clock, called, came: 0, drawThreshold, servedUntil })
  }
}
