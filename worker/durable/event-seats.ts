/**
 * The seats of one event and block, and the only one who changes them: free → held by a cart until an instant → sold to an
 * order. Every call decides by pure rules on the ledger in memory, writes what changes in one synchronous transaction and
 * only then changes the ledger, all without an await in between, so no two calls ever decide on the same free seat. The
 * answer leaves once the write is durable. A hold is valid because its end lies ahead; the alarm merely tidies the rows.
 * The object is named `${eventId}/${block}`.
 */
import { DurableObject } from 'cloudflare:workers'
import { refuse } from '../../schema/errors.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { decideHold, refuseRequest, type Verdict, wishOf } from '../domain/seats/hold-decision.ts'
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
  type SeatAudit,
  type SeatClaim,
  type SeatCounts,
  type SoldClaimKey,
  type SoldClaimPage,
} from '../domain/seats/seat-hold.ts'
import { SeatLedger } from '../domain/seats/seat-ledger.ts'
import { emptyRoom, openRoom, type SeatRoom } from '../domain/seats/seat-plan.ts'
import { snapshotOf } from '../domain/seats/seat-snapshot.ts'
import { SeatRows } from './event-seats.sql.ts'

/** Callers' clocks differ a little; one that is further ahead must not end everybody's holds. */
const CLOCK_LEAD_MS = 5_000
/** Past holds are deleted together, not each at its own millisecond. */
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
    if (!Number.isSafeInteger(this.block)) throw new Error('EventSeats objects are named by event and block')
  }

  async hold(request: HoldRequest): Promise<HoldAnswer> {
    const { cartId, requestKey, plan, rules } = request
    return this.onLedger(request.now, plan, (ledger, now) => {
      const wish = wishOf(request)
      const given = this.rows.answerTo<HoldAnswer>(cartId, requestKey, now)
      if (given) return given.wish === wish ? given.answer : refuse('IDEMPOTENCY_KEY_REUSED', {})
      const timed = { ...request, now }
      const refusal = refuseRequest(ledger.room, timed)
      if (refusal) return refusal
      const distanceIsNew = ledger.keepDistance(rules.distancing)
      return this.commit(ledger, decideHold(ledger, timed, newHoldId), (answer) => {
        // A refusal is not noted: deciding again is cheaper than a row for each try at a sold-out event.
        if (answer.ok) this.wakeAt(this.rows.noteAnswer(cartId, requestKey, wish, answer, now))
        if (distanceIsNew) this.rows.set('distance', String(rules.distancing))
      })
    })
  }

  async release(cartId: string, holdIds: string[], told: number, requestKey?: string): Promise<ReleaseAnswer> {
    return this.onLedger(told, null, (ledger, now) => {
      if (requestKey === undefined) return this.commit(ledger, decideRelease(ledger, cartId, holdIds))
      const wish = JSON.stringify(['release', holdIds])
      const given = this.rows.answerTo<ReleaseAnswer>(cartId, requestKey, now)
      if (given?.wish === wish) return given.answer
      return this.commit(ledger, decideRemoval(ledger, cartId, holdIds), (answer) => {
        // Where nothing moved, deciding again gives the cart the same.
        if (answer.moved?.length) this.wakeAt(this.rows.noteAnswer(cartId, requestKey, wish, answer, now))
      })
    })
  }

  async holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }> {
    return this.onLedger(now, null, (ledger) => {
      const holds = [...ledger.heldBy(cartId).values()].map((claim) => ledger.describe(claim))
      return { heldUntil: ledger.endOf(cartId)?.heldUntil ?? null, holds }
    })
  }

  async boughtBy(cartId: string, now: number): Promise<number> {
    return this.onLedger(now, null, (ledger) => ledger.boughtBy(cartId))
  }

  async extend(cartId: string, seconds: number, now: number): Promise<{ heldUntil: number | null; extended: boolean }> {
    return this.onLedger(now, null, (ledger) => this.commit(ledger, decideExtend(ledger, cartId, seconds)))
  }

  async book(booking: Parameters<EventSeatsApi['book']>[0]): Promise<BookingAnswer> {
    return this.onLedger(booking.now, booking.plan ?? null, (ledger) =>
      this.commit(ledger, decideBook(ledger, booking, this.rows.releasedEpoch(booking.orderId))),
    )
  }

  async unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }> {
    return this.onLedger(now, null, (ledger) => {
      const undone = [...ledger.soldTo(orderId).values()].filter((claim) => claim.cartId === cartId)
      const epoch = Math.max(PLACEMENT_EPOCH, ...undone.map((claim) => claim.epoch))
      return this.commit(ledger, decideUnbook(ledger, orderId, cartId), () => this.noteReleased(orderId, epoch))
    })
  }

  async releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }> {
    return this.onLedger(now, null, (ledger) =>
      this.commit(ledger, decideReleaseOrder(ledger, orderId, epoch), () => this.noteReleased(orderId, epoch)),
    )
  }

  async rebook(request: Parameters<EventSeatsApi['rebook']>[0]): Promise<BookingAnswer> {
    return this.onLedger(request.now, request.plan, (ledger) =>
      this.commit(ledger, decideRebook(ledger, request, this.rows.releasedEpoch(request.orderId), newHoldId)),
    )
  }

  async availability(plan: PlanName, now: number): Promise<Availability> {
    return this.onLedger(now, plan, (ledger) => {
      if (this.snapshot?.version !== ledger.version) this.snapshot = snapshotOf(ledger, this.snapshot)
      return this.snapshot
    })
  }

  async counts(plan: PlanName, now: number): Promise<SeatCounts> {
    return this.onLedger(now, plan, (ledger) => ledger.counts())
  }

  async claims(now: number): Promise<SeatClaim[]> {
    return this.onLedger(now, null, (ledger) =>
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
    return this.onLedger(now, null, (ledger) => auditLedger(ledger, this.rows.claims()))
  }

  async soldClaims(after: SoldClaimKey | null, limit: number): Promise<SoldClaimPage> {
    return this.rows.soldAfter(after, limit)
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    this.ledger?.expire(now)
    this.alarmAt = Number.POSITIVE_INFINITY
    const next = this.ctx.storage.transactionSync(() => this.rows.purge(now))
    if (next !== null) this.wakeAt(Math.max(next, now + ALARM_GAP_MS))
  }

  /** Rows first, memory after: where a write throws nothing has changed, and memory is read anew to be sure. */
  private commit<Answer>(ledger: SeatLedger, verdict: Verdict<Answer>, note?: (answer: Answer) => void): Answer {
    const { answer, changes } = verdict
    try {
      this.ctx.storage.transactionSync(() => {
        this.rows.write(changes, ledger.clock)
        note?.(answer)
      })
    } catch (error) {
      this.ledger = null
      throw error
    }
    ledger.apply(changes)
    for (const { after } of changes) if (after?.orderId === null) this.wakeAt(after.heldUntil)
    return answer
  }

  private noteReleased(orderId: string, epoch: number): void {
    if (epoch > this.rows.releasedEpoch(orderId)) this.rows.noteReleased(orderId, epoch)
  }

  private wakeAt(at: number): void {
    if (at >= this.alarmAt) return
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
  }

  /**
   * `act` gets the ledger as of `now`, which it is told bounded by this object's own clock, and runs in the same turn;
   * without a plan it works on the one that the object has.
   */
  private async onLedger<Answer>(
    told: number,
    plan: PlanName | null,
    act: (ledger: SeatLedger, now: number) => Answer,
  ): Promise<Answer> {
    for (;;) {
      const { ledger } = this
      if (ledger && serves(ledger.room.name, plan)) {
        const now = Math.min(told, Date.now() + CLOCK_LEAD_MS)
        ledger.expire(now)
        return act(ledger, now)
      }
      await this.load(plan)
    }
  }

  /** Waits for the bucket while no other call is let in. Throws where the plan is missing or broken. */
  private async load(plan: PlanName | null): Promise<void> {
    // What a callback of blockConcurrencyWhile throws would tear the object down, which mends no missing plan.
    const failure = await this.ctx.blockConcurrencyWhile(async () => {
      try {
        const known = this.ledger?.room.name ?? this.rows.plan()
        if (this.ledger && serves(this.ledger.room.name, plan)) return null
        const room = await this.roomOf(known && serves(known, plan) ? known : plan)
        this.alarmAt = (await this.ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY
        const { ledger } = this
        const version = Math.max(Date.now() * 1000, (ledger?.version ?? 0) + 1)
        const distance = Number(this.rows.setting('distance') ?? 0)
        this.ledger = new SeatLedger(room, ledger?.claims() ?? this.rows.claims(), version, distance)
        if (ledger) this.ledger.expire(ledger.clock)
        if (room.name.version > (known?.version ?? -1)) this.rows.setPlan(room.name)
        return null
      } catch (error) {
        return error
      }
    })
    if (failure !== null) throw failure
  }

  private async roomOf(name: PlanName | null): Promise<SeatRoom> {
    if (name === null) return emptyRoom(this.block)
    const file = await this.env.BUCKET.get(name.key)
    if (!file) throw new Error(`seat plan ${name.key} is not in the bucket`)
    return openRoom(await file.json<SeatPlan>(), name, this.block)
  }
}

/** A plan never goes back: a caller that was told of an older one is served by the present one. */
function serves(present: PlanName, asked: PlanName | null): boolean {
  return asked === null || asked.version <= present.version
}
