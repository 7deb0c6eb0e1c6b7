/**
 * One waiting room in the coordinator's memory. Each call to the Durable Object begins with `advance(now)`, which adds
 * tokens. About once a second, the room takes a step: it checks the rate, counts who is inside and calls the next
 * visitors. A called entry is exchanged for a pass if there are more free slots than visitors ahead in the admission line.
 * However many visitors are called, no more enter than the target and the rate allow. Only one record (`RoomState`, written
 * after each step) and the spent entries must survive a crash. The rest is rebuilt within seconds.
 */
import { AdmissionLine } from './admission-line.ts'
import { accrue, addLoad, isOverloaded, newRate, steerRate } from './admission-rate.ts'
import { AdmissionWindow } from './admission-window.ts'
import { addArrivals, emptyTally, passTally } from './arrival-counts.ts'
import { type Lottery, rankOf } from './lottery.ts'
import { amountToCall, calledOf, callNext, type WaitingLine, waitingOf } from './next-calls.ts'
import { publishedStatus } from './published-status.ts'
import { entryIsOver, isCalled } from './queue-position.ts'
import { decideOpening, wholeSecondUntil } from './room-opening.ts'
import type { RoomState, SpentEntry } from './room-state.ts'
import { addCohort, closeCohorts, endCohorts, newShowUp, notYetDue, recordShowUp, showUpShare } from './show-up-rate.ts'
import { countInside, type Newcomers, type Report, readReport, unreportedOf } from './waiting-counter-report.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type QueueEntry,
  type QueuePhase,
  type QueueStatus,
  type Redeemed,
  type RoomControls,
} from './waiting-room.ts'

const STEP_MS = 1000
/** Time constant of the moving averages of admissions and calls. */
const PACE_MS = 10_000
/** After a restart, nobody from the admission line is admitted for this long. The visitors at its front ask again first. */
const RESUME_MS = 2_500
/** In the same case, no further visitor is called for this long, because the called visitors need time to ask again. */
const RECALL_MS = 4_500
/**
 * Within this time, a counter reports that a pass holder has returned or has placed an order. Until then, the ledger adds
 * the holder to the number of visitors inside, or subtracts the holder from it.
 */
const REPORT_LAG_MS = 5_000
/** Sorts before all other visitors in the admission line. */
const FIRST = -1
/**
 * An automatic room stops queueing after a minute in which no visitor waited to be called and the number of visitors inside
 * was below this share of the target.
 */
const CALM_SHARE = 0.8
const CALM_MS = 60_000

type Outcome = { answer: Redeemed; spent: SpentEntry | null }

const refuse = (reason: 'waiting' | 'used'): Outcome => ({ answer: { ok: false, reason }, spent: null })

export class WaitingLedger {
  private state: RoomState
  private tokens = 0
  private admittedSinceStep = 0
  private calledSinceStep = 0
  private active = 0
  private readonly newcomers: Newcomers
  /**
   * Entries of holders who have ordered, with the instant at which `end` was called. An entry is removed when its counter
   * reports it, at the latest after `REPORT_LAG_MS`.
   */
  private readonly leavers = new Map<string, number>()
  private readonly window: AdmissionWindow
  private readonly line = new AdmissionLine()
  private admitsFrom: number | null = null
  private steppedPhase: QueuePhase | null = null
  private published: QueueStatus | null = null
  private changed = false

  /**
   * `spent` are the entries exchanged in the last `ACTIVE_MS`. The stored state may be up to a second older than the
   * latest of these.
   */
  constructor(state: RoomState, spent: readonly Pick<SpentEntry, 'entryId' | 'exchangedAt'>[]) {
    // Visitors called before a restart ask again and must not count as showing up twice.
    this.state = { ...state, showUp: endCohorts(state.showUp, state.clock) }
    // Tokens accrue from the last admission at the earliest, because those of the time before it may be spent.
    for (const { exchangedAt } of spent) this.state.clock = Math.max(this.state.clock, exchangedAt)
    this.newcomers = unreportedOf(spent, state.counters)
    this.window = new AdmissionWindow(spent.map(({ exchangedAt }) => exchangedAt))
    this.active = this.countActive()
    if (state.waitingToEnter === 0) this.admitsFrom = 0
  }

  /** Returns the state if the room has taken a step since the last call, else null. Write it before the answer is sent. */
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

  /** The instant of the next step if no call comes before; null if the step may wait for the next call. */
  get wakeAt(): number | null {
    const { phase } = this
    const { opensAt, steppedAt, showUp, queues } = this.state
    if (phase === 'gathering') return opensAt
    if (phase !== 'serving') return null
    const isBusy = queues || showUp.cohorts.length > 0 || this.line.size > 0 || waitingOf(this.state) > 0
    return isBusy ? steppedAt + STEP_MS : null
  }

  /** Ignores an outdated command. `freshLottery` is used if the opening needs a new one. */
  configure(controls: RoomControls, freshLottery: Lottery): void {
    const { state, phase } = this
    if (controls.key !== state.room) throw new Error(`room ${state.room} received the controls of ${controls.key}`)
    if (state.controls && controls.version <= state.controls.version) return
    const opening = decideOpening(phase, state.clock >= state.opensAt, controls, state.clock)
    // Visitors who were called and have not entered take part in a new lottery too.
    const waiting = phase === 'open' ? 0 : Math.round(waitingOf(state) + Math.max(0, state.called - state.entered))
    state.controls = controls
    state.rate = newRate(controls.ratePerSecond, state.clock)
    state.measured = controls.ratePerSecond
    state.pace = controls.ratePerSecond
    state.queues = controls.mode === 'automatic' && phase !== 'open'
    state.calmSince = null
    if (opening.kind === 'lottery') state.draw = freshLottery
    if (opening.kind === 'atOnce') this.open(opening.opensAt, null)
    else if (opening.kind !== 'keep') this.open(opening.opensAt, waiting)
    this.step()
  }

  report(report: Report): void {
    const { state } = this
    const changes = readReport(state.counters[report.counter], report)
    if (!changes) return
    state.counters[report.counter] = changes.view
    for (const bucket of changes.fresh) state.tally = addArrivals(state.tally, bucket, state.opensAt)
    state.rate = { ...state.rate, load: addLoad(state.rate.load, report.load) }
    for (const entryId of report.seen) {
      this.newcomers.delete(entryId)
      this.leavers.delete(entryId)
    }
    this.active = this.countActive()
  }

  /** `before` is the earlier exchange of the entry, or null. The caller must write `spent` before it sends the answer. */
  redeem(entry: QueueEntry, cartId: string, before: SpentEntry | null): Outcome {
    const { state } = this
    const now = state.clock
    if (entry.room !== state.room) throw new Error(`room ${state.room} received an entry of ${entry.room}`)
    if (state.controls?.mode === 'automatic' && !state.queues && this.isFull()) this.step()
    if (before) return before.cartId === cartId && now < before.returnsUntil ? this.readmit(before) : refuse('used')
    if (entryIsOver(entry, state.opensAt, now)) return refuse('used')
    const { phase } = this
    const isEarly = entry.joinedAt < state.opensAt
    const rank = state.draw && isEarly ? rankOf(state.draw.seed, entry) : 0
    const covers = (called: Pick<WaitingLine, 'drawThreshold' | 'servedUntil'>) =>
      isCalled({ ...state, ...called, phase }, entry, rank)
    if (!covers(state)) return refuse('waiting')
    if (phase === 'serving') {
      if (!this.line.has(entry.id)) state.showUp = recordShowUp(state.showUp, covers)
      const order = isEarly ? rank : 1 + entry.joinedAt - state.opensAt
      const refused = this.waitForTurn(entry.id, order, this.slots(now))
      if (refused) return refused
    }
    return {
      answer: { ok: true, since: now },
      spent: { entryId: entry.id, cartId, exchangedAt: now, returnsUntil: now + LONGEST_PASS_MS },
    }
  }

  /**
   * Grants the same pass again. Within `ACTIVE_MS` of the exchange, this happens at once, because the first answer may have
   * been lost. Later, in the phase `serving`, the holder needs a free slot.
   */
  private readmit({ entryId, exchangedAt }: SpentEntry): Outcome {
    const now = this.state.clock
    if (now >= exchangedAt + ACTIVE_MS && this.phase === 'serving') {
      const freeSlots = (this.state.controls?.targetActive ?? 0) - this.active
      const refused = this.waitForTurn(entryId, FIRST, freeSlots)
      if (refused) return refused
      this.line.leave(entryId)
      this.newcomers.set(entryId, now - ACTIVE_MS + REPORT_LAG_MS)
      this.active += 1
    }
    return { answer: { ok: true, since: exchangedAt }, spent: null }
  }

  /** Returns null if it is this visitor's turn. `slots` is the number of visitors who may enter now. */
  private waitForTurn(entryId: string, order: number, slots: number): Outcome | null {
    const { clock, rate, measured } = this.state
    const ahead = this.line.ask(entryId, order, clock)
    if (ahead < slots) return null
    const perSecond = this.isFull() ? measured : rate.perSecond
    const askInSeconds = this.line.askAgainIn(ahead, slots, perSecond, this.isFull(), clock)
    return { answer: { ok: false, reason: 'soon', ahead, askInSeconds }, spent: null }
  }

  /** Counts the holder as inside. The caller has written the exchange before. */
  admit({ entryId, exchangedAt }: SpentEntry): void {
    if (this.phase === 'serving') {
      this.tokens -= 1
      this.window.add(exchangedAt)
      this.state.entered += 1
    }
    this.line.leave(entryId)
    this.newcomers.set(entryId, exchangedAt)
    this.active += 1
    this.admittedSinceStep += 1
  }

  /** Frees the slot of a holder who has ordered. */
  end(entryId: string): void {
    this.line.leave(entryId)
    if (!this.newcomers.delete(entryId)) this.leavers.set(entryId, this.state.clock)
    this.active = this.countActive()
  }

  /** Returns the status, which is computed at most once per step. */
  status(): QueueStatus {
    this.published ??= publishedStatus(this.state, { phase: this.phase, inLine: this.line.size, active: this.active })
    return this.published
  }

  private get phase(): QueuePhase {
    const { controls, queues, clock, opensAt } = this.state
    if (!controls || controls.mode === 'off' || (controls.mode === 'automatic' && !queues)) return 'open'
    if (controls.mode === 'paused') return 'paused'
    return clock < opensAt ? 'gathering' : 'serving'
  }

  /**
   * Starts a new line. `early` is the number of visitors who already wait for the lottery. If it is null, there is no
   * lottery, and all earlier visitors count as called.
   */
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
    this.line.dropMissing(clock)
    if (this.steppedPhase === 'serving' || this.steppedPhase === 'open') this.measure(clock - state.steppedAt)
    this.active = this.countActive()
    state.steppedAt = clock
    if (controls.mode === 'automatic') this.switchQueueing(overloaded)
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
    state.measured += (this.admittedSinceStep / (elapsed / 1000) - state.measured) * weight
    state.pace += (this.calledSinceStep / (elapsed / 1000) - state.pace) * weight
    this.admittedSinceStep = 0
    this.calledSinceStep = 0
  }

  private countActive(): number {
    const { counters, clock } = this.state
    for (const [entryId, at] of this.leavers) if (at <= clock - REPORT_LAG_MS) this.leavers.delete(entryId)
    return Math.max(0, countInside(counters, this.newcomers, clock) - this.leavers.size)
  }

  /**
   * Returns how many visitors may enter now. Before `admitsFrom`, nobody may enter, and the result is negative: minus the
   * number of visitors who could enter in the remaining time at the current rate.
   */
  private slots(now: number): number {
    const { controls, rate } = this.state
    if (!controls || this.admitsFrom === null) return 0
    if (now < this.admitsFrom) return -Math.ceil((rate.perSecond * (this.admitsFrom - now)) / 1000)
    const inWindow = this.window.slots(controls.ratePerSecond, now)
    return Math.min(Math.floor(this.tokens), inWindow, controls.targetActive - this.active)
  }

  private isFull(): boolean {
    return this.active >= (this.state.controls?.targetActive ?? 0)
  }

  private switchQueueing(overloaded: boolean): void {
    const { state } = this
    const { clock, queues } = state
    const target = state.controls?.targetActive ?? 0
    if (!queues) {
      if (!overloaded && !this.isFull()) return
      this.open(wholeSecondUntil(clock), null)
      state.queues = true
      state.calmSince = null
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
    // Since the last step, reports may have added arrivals that the thresholds already cover.
    this.recordCalled()
    const amount = amountToCall({
      freeSlots: (controls?.targetActive ?? 0) - this.active,
      perSecond: rate.perSecond,
      measuredRate: measured,
      present: this.line.size,
      notYetDue: notYetDue(state.showUp, clock),
      ...showUpShare(state.showUp, clock),
    })
    Object.assign(state, callNext(state, amount, clock))
    this.recordCalled()
    state.tally = passTally(state.tally, state.servedUntil)
  }

  private recordCalled(): void {
    const { state } = this
    const { clock, drawThreshold, servedUntil } = state
    const called = calledOf(state) - state.called
    state.called += called
    if (called <= 0) return
    this.calledSinceStep += called
    state.showUp = addCohort(state.showUp, { calledAt: clock, called, came: 0, drawThreshold, servedUntil })
  }
}
