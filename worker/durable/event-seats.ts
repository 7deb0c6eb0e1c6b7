/**
 * The seats of one block of an event. Only this object changes their state: free, held by a cart until a time, sold to
 * an order. Its name is `${eventId}/${block}`.
 *
 * Every command decides with pure rules on the ledger in memory, writes the changes in one synchronous transaction, and
 * then updates the ledger. There is no await in between, so two calls can never sell the same seat. The runtime sends
 * an answer only when its write is durable. A hold is valid while `heldUntil` is in the future. The alarm only deletes
 * expired rows.
 */
import { DurableObject } from 'cloudflare:workers'
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { type BlockLayout, createLayout, emptyLayout } from '../domain/seats/block-layout.ts'
import { decideHold, decideOffer, holdFingerprint, refuseRequest, type Verdict } from '../domain/seats/hold-decision.ts'
import { decideResize } from '../domain/seats/hold-resize.ts'
import { auditLedger } from '../domain/seats/seat-audit.ts'
import {
  decideBook,
  decideExtend,
  decideRebook,
  decideRelease,
  decideReleaseOrder,
  decideRemoval,
  decideUnbook,
} from '../domain/seats/seat-booking.ts'
import {
  type Availability,
  type BookingAnswer,
  type EventSeatsApi,
  type HeldSeat,
  type HoldAnswer,
  type HoldRequest,
  PLACEMENT_EPOCH,
  type PlanName,
  type ReleaseAnswer,
  type ResizeAnswer,
  type ResizeRequest,
  type SeatAudit,
  type SeatClaim,
  type SeatCounts,
  type SeatOffer,
  type SoldClaimKey,
  type SoldClaimPage,
} from '../domain/seats/seat-hold.ts'
import { SeatLedger } from '../domain/seats/seat-ledger.ts'
import { snapshotOf } from '../domain/seats/seat-snapshot.ts'
import { SeatRows } from './event-seats.sql.ts'

/**
 * The latest time that a caller may use, relative to this object's clock. A later time is reduced to this limit. Otherwise,
 * a caller with a wrong clock would expire the holds of all carts.
 */
const CLOCK_LEAD_MS = 5_000
/**
 * An alarm sets the next one at least this much later, so that one alarm deletes many expired holds. A new hold may still
 * set an earlier alarm.
 */
const ALARM_GAP_MS = 1000

const newHoldId = () => crypto.randomUUID()

export class EventSeats extends DurableObject<{ BUCKET: R2Bucket }> implements EventSeatsApi {
  private readonly rows: SeatRows
  private readonly block: number
  private ledger: SeatLedger | null = null
  private snapshot: Availability | null = null
  private alarmAt = Number.POSITIVE_INFINITY

  constructor(ctx: DurableObjectState, env: { BUCKET: R2Bucket }) {
    super(ctx, env)
    this.rows = new SeatRows(ctx.storage.sql)
    this.block = Number(ctx.id.name?.split('/').at(-1))
    if (!Number.isSafeInteger(this.block)) throw new Error('the name of an EventSeats object must be `eventId/block`')
  }

  async hold(request: HoldRequest): Promise<HoldAnswer> {
    const { cartId, requestKey, plan, rules } = request
    return this.withLedger(request.now, plan, (ledger, now) => {
      const fingerprint = holdFingerprint(request)
      const earlier = this.rows.answerTo<HoldAnswer>(cartId, requestKey, now)
      if (earlier) return earlier.fingerprint === fingerprint ? earlier.answer : refuse('IDEMPOTENCY_KEY_REUSED', {})
      const timed = { ...request, now }
      const refusal = refuseRequest(ledger.layout, timed)
      if (refusal) return refusal
      const distanceChanged = ledger.setDistance(rules.distancing)
      return this.commit(ledger, decideHold(ledger, timed, newHoldId), (answer) => {
        // Refusals are not stored, because deciding again is cheaper than a row for each request to a sold-out event.
        if (answer.ok) this.setAlarmBy(this.rows.saveAnswer(cartId, requestKey, fingerprint, answer, now))
        if (distanceChanged) this.rows.set('distance', String(rules.distancing))
      })
    })
  }

  async offer(request: HoldRequest): Promise<SeatOffer | Refusal> {
    return this.withLedger(request.now, request.plan, (ledger, now) => {
      const timed = { ...request, now }
      const refusal = refuseRequest(ledger.layout, timed)
      if (refusal) return refusal
      // An import may have opened the seats between two carts. An object without an offer gets no hold that would tell it.
      const { distancing } = request.rules
      if (ledger.setDistance(distancing)) {
        this.commit(ledger, { answer: null, changes: [] }, () => this.rows.set('distance', String(distancing)))
      }
      return decideOffer(ledger, timed)
    })
  }

  async resize(request: ResizeRequest): Promise<ResizeAnswer> {
    return this.withLedger(request.now, request.plan, (ledger, now) =>
      this.commit(ledger, decideResize(ledger, { ...request, now })),
    )
  }

  async release(cartId: string, holdIds: string[], callerNow: number, requestKey?: string): Promise<ReleaseAnswer> {
    return this.withLedger(callerNow, null, (ledger, now) => {
      if (requestKey === undefined) return this.commit(ledger, decideRelease(ledger, cartId, holdIds))
      const fingerprint = JSON.stringify(['release', holdIds])
      const earlier = this.rows.answerTo<ReleaseAnswer>(cartId, requestKey, now)
      if (earlier?.fingerprint === fingerprint) return earlier.answer
      return this.commit(ledger, decideRemoval(ledger, cartId, holdIds), (answer) => {
        // A second decision would find nothing to release and therefore move no hold. So an answer with moved holds is
        // stored, and a repeated request gets the stored answer.
        if (answer.moved?.length) {
          this.setAlarmBy(this.rows.saveAnswer(cartId, requestKey, fingerprint, answer, now))
        }
      })
    })
  }

  async holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }> {
    return this.withLedger(now, null, (ledger) => {
      const holds = [...ledger.heldBy(cartId).values()].map((claim) => ledger.describe(claim))
      return { heldUntil: ledger.expiryOf(cartId)?.heldUntil ?? null, holds }
    })
  }

  async boughtBy(cartId: string, now: number): Promise<number> {
    return this.withLedger(now, null, (ledger) => ledger.boughtBy(cartId))
  }

  async extend(cartId: string, seconds: number, now: number): Promise<{ heldUntil: number | null; extended: boolean }> {
    return this.withLedger(now, null, (ledger) => this.commit(ledger, decideExtend(ledger, cartId, seconds)))
  }

  async book(booking: Parameters<EventSeatsApi['book']>[0]): Promise<BookingAnswer> {
    return this.withLedger(booking.now, booking.plan ?? null, (ledger) =>
      this.commit(ledger, decideBook(ledger, booking, this.rows.releasedEpoch(booking.orderId))),
    )
  }

  async unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }> {
    return this.withLedger(now, null, (ledger) => {
      const undone = [...ledger.soldTo(orderId).values()].filter((claim) => claim.cartId === cartId)
      const epoch = Math.max(PLACEMENT_EPOCH, ...undone.map((claim) => claim.epoch))
      return this.commit(ledger, decideUnbook(ledger, orderId, cartId), () => this.recordReleased(orderId, epoch))
    })
  }

  async releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }> {
    return this.withLedger(now, null, (ledger) =>
      this.commit(ledger, decideReleaseOrder(ledger, orderId, epoch), () => this.recordReleased(orderId, epoch)),
    )
  }

  async rebook(request: Parameters<EventSeatsApi['rebook']>[0]): Promise<BookingAnswer> {
    return this.withLedger(request.now, request.plan, (ledger) =>
      this.commit(ledger, decideRebook(ledger, request, this.rows.releasedEpoch(request.orderId), newHoldId)),
    )
  }

  async availability(plan: PlanName, now: number): Promise<Availability> {
    return this.withLedger(now, plan, (ledger) => {
      if (this.snapshot?.version !== ledger.version) this.snapshot = snapshotOf(ledger, this.snapshot)
      return this.snapshot
    })
  }

  async counts(plan: PlanName, now: number): Promise<SeatCounts> {
    return this.withLedger(now, plan, (ledger) => ledger.counts())
  }

  async claims(now: number): Promise<SeatClaim[]> {
    return this.withLedger(now, null, (ledger) =>
      Array.from(ledger.claims(), ({ kind, place, amount, orderId, heldUntil }) => ({
        kind,
        place,
        amount,
        orderId,
        heldUntil,
      })),
    )
  }

  async audit(now: number): Promise<SeatAudit> {
    return this.withLedger(now, null, (ledger) => auditLedger(ledger, this.rows.claims()))
  }

  async soldClaims(after: SoldClaimKey | null, limit: number): Promise<SoldClaimPage> {
    return this.rows.soldAfter(after, limit)
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    this.ledger?.expire(now)
    this.alarmAt = Number.POSITIVE_INFINITY
    const next = this.ctx.storage.transactionSync(() => this.rows.purge(now))
    if (next !== null) this.setAlarmBy(Math.max(next, now + ALARM_GAP_MS))
  }

  /** Writes the rows and then updates the ledger. If writing throws, the next call reloads the ledger from the rows. */
  private commit<Answer>(ledger: SeatLedger, verdict: Verdict<Answer>, alsoWrite?: (answer: Answer) => void): Answer {
    const { answer, changes } = verdict
    try {
      this.ctx.storage.transactionSync(() => {
        this.rows.write(changes, ledger.clock)
        alsoWrite?.(answer)
      })
    } catch (error) {
      this.ledger = null
      throw error
    }
    ledger.apply(changes)
    for (const { after } of changes) if (after?.orderId === null) this.setAlarmBy(after.heldUntil)
    return answer
  }

  private recordReleased(orderId: string, epoch: number): void {
    if (epoch > this.rows.releasedEpoch(orderId)) this.rows.saveReleased(orderId, epoch)
  }

  private setAlarmBy(at: number): void {
    if (at >= this.alarmAt) return
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
  }

  /**
   * Expires old holds and then runs `act` on the ledger, without an await in between. The caller's time counts only up to
   * `CLOCK_LEAD_MS` after this object's own time. If `plan` is null, `act` uses the plan that the object already has.
   */
  private async withLedger<Answer>(
    callerNow: number,
    plan: PlanName | null,
    act: (ledger: SeatLedger, now: number) => Answer,
  ): Promise<Answer> {
    for (;;) {
      const { ledger } = this
      if (ledger && serves(ledger.layout.name, plan)) {
        const now = Math.min(callerNow, Date.now() + CLOCK_LEAD_MS)
        ledger.expire(now)
        return act(ledger, now)
      }
      await this.load(plan)
    }
  }

  /**
   * Loads the plan from the bucket and builds the ledger. No other call runs meanwhile. Throws if the plan is missing or
   * invalid.
   */
  private async load(plan: PlanName | null): Promise<void> {
    // An exception inside blockConcurrencyWhile resets the whole object, which would not repair a missing plan.
    const failure = await this.ctx.blockConcurrencyWhile(async () => {
      try {
        const current = this.ledger?.layout.name ?? this.rows.plan()
        if (this.ledger && serves(this.ledger.layout.name, plan)) return null
        const layout = await this.loadLayout(current && serves(current, plan) ? current : plan)
        this.alarmAt = (await this.ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY
        const { ledger } = this
        const version = Math.max(Date.now() * 1000, (ledger?.version ?? 0) + 1)
        const distance = Number(this.rows.setting('distance') ?? 0)
        this.ledger = new SeatLedger(layout, ledger?.claims() ?? this.rows.claims(), version, distance)
        if (ledger) this.ledger.expire(ledger.clock)
        if (layout.name.version > (current?.version ?? -1)) this.rows.setPlan(layout.name)
        return null
      } catch (error) {
        return error
      }
    })
    if (failure !== null) throw failure
  }

  private async loadLayout(name: PlanName | null): Promise<BlockLayout> {
    if (name === null) return emptyLayout(this.block)
    const file = await this.env.BUCKET.get(name.key)
    if (!file) throw new Error(`seat plan ${name.key} is not in the bucket`)
    return createLayout(await file.json<SeatPlan>(), name, this.block)
  }
}

/**
 * Returns whether the current plan is at least as new as the requested one. An older plan never replaces a newer one.
 */
function serves(current: PlanName, requested: PlanName | null): boolean {
  return requested === null || requested.version <= current.version
}
