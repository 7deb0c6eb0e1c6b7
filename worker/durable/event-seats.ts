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
import { decideHold, refuseRequest, type Verdict, wishOf } from '../domain/hold-decision.ts'
import { auditLedger } from '../domain/seat-audit.ts'
import {
  decideBook,
  decideExtend,
  decideRebook,
  decideRelease,
  decideReleaseOrder,
  decideUnbook,
} from '../domain/seat-booking.ts'
import type {
  Availability,
  BookingAnswer,
  EventSeatsApi,
  HeldSeat,
  HoldAnswer,
  HoldRequest,
  SeatAudit,
  SeatCounts,
} from '../domain/seat-hold.ts'
import { SeatLedger } from '../domain/seat-ledger.ts'
import { emptyRoom, openRoom, type SeatRoom } from '../domain/seat-plan.ts'
import { snapshotOf } from '../domain/seat-snapshot.ts'
import { SeatRows } from './event-seats.sql.ts'

/** How long requests may still name the plan before the current one: isolates learn of an import by and by. */
const FORMER_PLAN_MS = 60_000
/** Past holds are deleted together, not each at its own millisecond. */
const ALARM_GAP_MS = 1000

const newHoldId = () => crypto.randomUUID()

export class EventSeats extends DurableObject<{ BUCKET: R2Bucket }> implements EventSeatsApi {
  private readonly rows: SeatRows
  private readonly block: number
  private ledger: SeatLedger | null = null
  private former: { planKey: string; until: number } | null = null
  private snapshot: Availability | null = null
  private alarmAt = Number.POSITIVE_INFINITY

  constructor(ctx: DurableObjectState, env: { BUCKET: R2Bucket }) {
    super(ctx, env)
    this.rows = new SeatRows(ctx.storage.sql)
    this.block = Number(ctx.id.name?.split('/').at(-1))
    if (!Number.isSafeInteger(this.block)) throw new Error('EventSeats objects are named by event and block')
  }

  async hold(request: HoldRequest): Promise<HoldAnswer> {
    const { cartId, requestKey, planKey, now, rules } = request
    return this.onLedger(now, planKey, (ledger) => {
      const wish = wishOf(request)
      const given = this.rows.answerTo(cartId, requestKey, now)
      if (given) return given.wish === wish ? given.answer : refuse('IDEMPOTENCY_KEY_REUSED', {})
      const refusal = refuseRequest(ledger.room, request)
      if (refusal) return refusal
      const distanceIsNew = ledger.keepDistance(rules.distancing)
      return this.commit(ledger, decideHold(ledger, request, newHoldId), (answer) => {
        this.wakeAt(this.rows.noteAnswer(cartId, requestKey, wish, answer, now))
        if (distanceIsNew) this.rows.set('distance', String(rules.distancing))
      })
    })
  }

  async release(cartId: string, holdIds: string[], now: number): Promise<{ ok: true; released: number }> {
    return this.onLedger(now, null, (ledger) => this.commit(ledger, decideRelease(ledger, cartId, holdIds)))
  }

  async holdsOf(cartId: string, now: number): Promise<{ heldUntil: number | null; holds: HeldSeat[] }> {
    return this.onLedger(now, null, (ledger) => {
      const holds = [...ledger.heldBy(cartId).values()].map((claim) => ledger.describe(claim))
      return { heldUntil: ledger.endOf(cartId)?.heldUntil ?? null, holds }
    })
  }

  async extend(cartId: string, seconds: number, now: number): Promise<{ heldUntil: number | null; extended: boolean }> {
    return this.onLedger(now, null, (ledger) => this.commit(ledger, decideExtend(ledger, cartId, seconds)))
  }

  async book(booking: Parameters<EventSeatsApi['book']>[0]): Promise<BookingAnswer> {
    return this.onLedger(booking.now, null, (ledger) =>
      this.commit(ledger, decideBook(ledger, booking, this.rows.releasedEpoch(booking.orderId))),
    )
  }

  async unbook(orderId: string, cartId: string, now: number): Promise<{ ok: true; released: number }> {
    return this.onLedger(now, null, (ledger) => this.commit(ledger, decideUnbook(ledger, orderId, cartId)))
  }

  async releaseOrder(orderId: string, epoch: number, now: number): Promise<{ ok: true; released: number }> {
    return this.onLedger(now, null, (ledger) =>
      this.commit(ledger, decideReleaseOrder(ledger, orderId, epoch), () => {
        if (epoch > this.rows.releasedEpoch(orderId)) this.rows.noteReleased(orderId, epoch)
      }),
    )
  }

  async rebook(request: Parameters<EventSeatsApi['rebook']>[0]): Promise<BookingAnswer> {
    return this.onLedger(request.now, request.planKey, (ledger) =>
      this.commit(ledger, decideRebook(ledger, request, this.rows.releasedEpoch(request.orderId), newHoldId)),
    )
  }

  async availability(planKey: string, now: number): Promise<Availability> {
    return this.onLedger(now, planKey, (ledger) => {
      if (this.snapshot?.version !== ledger.version) this.snapshot = snapshotOf(ledger, this.snapshot)
      return this.snapshot
    })
  }

  async counts(planKey: string, now: number): Promise<SeatCounts> {
    return this.onLedger(now, planKey, (ledger) => ledger.counts())
  }

  async audit(now: number): Promise<SeatAudit> {
    return this.onLedger(now, null, (ledger) => auditLedger(ledger, this.rows.claims()))
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

  private wakeAt(at: number): void {
    if (at >= this.alarmAt) return
    this.alarmAt = at
    void this.ctx.storage.setAlarm(at)
  }

  /** `act` gets the ledger as of `now` and runs in the same turn; without a key in the plan that served last. */
  private async onLedger<Answer>(
    now: number,
    planKey: string | null,
    act: (ledger: SeatLedger) => Answer,
  ): Promise<Answer> {
    for (;;) {
      const ledger = this.ledger
      if (ledger && this.serves(ledger, now, planKey)) {
        ledger.expire(now)
        return act(ledger)
      }
      await this.load(now, planKey)
    }
  }

  private serves({ room }: SeatLedger, now: number, planKey: string | null): boolean {
    if (planKey === null || planKey === room.planKey) return true
    return planKey === this.former?.planKey && now < this.former.until
  }

  /** Waits for the bucket while no other call is let in. Throws where the plan is missing or broken. */
  private async load(now: number, planKey: string | null): Promise<void> {
    // What a callback of blockConcurrencyWhile throws would tear the object down, which mends no missing plan.
    const failure = await this.ctx.blockConcurrencyWhile(async () => {
      try {
        if (this.ledger && this.serves(this.ledger, now, planKey)) return null
        const known = this.rows.setting('planKey')
        const room = await this.roomOf(planKey ?? known)
        this.alarmAt = (await this.ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY
        const { ledger } = this
        if (ledger) this.former = { planKey: ledger.room.planKey, until: now + FORMER_PLAN_MS }
        const version = Math.max(Date.now() * 1000, (ledger?.version ?? 0) + 1)
        const distance = Number(this.rows.setting('distance') ?? 0)
        this.ledger = new SeatLedger(room, ledger?.claims() ?? this.rows.claims(), version, distance)
        this.ledger.expire(ledger?.clock ?? now)
        if (room.planKey !== (known ?? '')) this.rows.set('planKey', room.planKey)
        return null
      } catch (error) {
        return error
      }
    })
    if (failure !== null) throw failure
  }

  private async roomOf(planKey: string | null): Promise<SeatRoom> {
    if (planKey === null) return emptyRoom(this.block)
    const file = await this.env.BUCKET.get(planKey)
    if (!file) throw new Error(`seat plan ${planKey} is not in the bucket`)
    return openRoom(await file.json<SeatPlan>(), planKey, this.block)
  }
}
