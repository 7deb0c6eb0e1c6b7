/**
 * Implements EventSeats without the Workers runtime. It uses the shop's own rules and ledger, and Maps in place of tables.
 * It is fast enough for histories of a million steps. Other tests cover the storage of the real object.
 */
import { refuse } from '../../schema/errors.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { createLayout, emptyLayout } from '../../worker/domain/seats/block-layout.ts'
import {
  decideHold,
  decideOffer,
  holdFingerprint,
  refuseRequest,
  type Verdict,
} from '../../worker/domain/seats/hold-decision.ts'
import { decideResize } from '../../worker/domain/seats/hold-resize.ts'
import { auditLedger } from '../../worker/domain/seats/seat-audit.ts'
import {
  decideBook,
  decideExtend,
  decideRebook,
  decideRelease,
  decideReleaseOrder,
  decideUnbook,
} from '../../worker/domain/seats/seat-booking.ts'
import {
  type Availability,
  type EventSeatsApi,
  type HoldAnswer,
  type HoldRequest,
  PLACEMENT_EPOCH,
  type PlanName,
  type ResizeRequest,
} from '../../worker/domain/seats/seat-hold.ts'
import { type Claim, SeatLedger } from '../../worker/domain/seats/seat-ledger.ts'
import { snapshotOf } from '../../worker/domain/seats/seat-snapshot.ts'

let holds = 0
const newHoldId = () => `hold-${++holds}`

export class PlainSeats implements EventSeatsApi {
  private readonly block: number
  private readonly plans: ReadonlyMap<string, SeatPlan>
  private ledger: SeatLedger
  private rows = new Map<string, Claim>()
  private distance = 0
  private readonly answers = new Map<string, { wish: string; answer: HoldAnswer }>()
  private readonly released = new Map<string, number>()

  constructor(block: number, plans: ReadonlyMap<string, SeatPlan>) {
    this.block = block
    this.plans = plans
    this.ledger = new SeatLedger(emptyLayout(block), [], 0, 0)
  }

  /** Deletes the rows of expired holds, and restarts the object from the other rows. */
  restart(): void {
    const { layout, version, clock } = this.ledger
    for (const [id, { orderId, heldUntil }] of this.rows)
      if (orderId === null && heldUntil <= clock) this.rows.delete(id)
    this.ledger = new SeatLedger(layout, this.rows.values(), version + 1, this.distance)
  }

  async hold(request: HoldRequest) {
    const ledger = this.at(request.now, request.plan)
    const key = `${request.cartId} ${request.requestKey}`
    const given = this.answers.get(key)
    const wish = holdFingerprint(request)
    if (given) return given.wish === wish ? given.answer : refuse('IDEMPOTENCY_KEY_REUSED', {})
    const refusal = refuseRequest(ledger.layout, request)
    if (refusal) return refusal
    if (ledger.setDistance(request.rules.distancing)) this.distance = request.rules.distancing
    const answer = this.commit(decideHold(ledger, request, newHoldId))
    if (answer.ok) this.answers.set(key, { wish, answer })
    return answer
  }

  async offer(request: HoldRequest) {
    const ledger = this.at(request.now, request.plan)
    return refuseRequest(ledger.layout, request) ?? decideOffer(ledger, request)
  }

  async resize(request: ResizeRequest) {
    return this.commit(decideResize(this.at(request.now, request.plan), request))
  }

  async release(cartId: string, holdIds: string[], now: number) {
    return this.commit(decideRelease(this.at(now), cartId, holdIds))
  }

  async holdsOf(cartId: string, now: number) {
    const ledger = this.at(now)
    const held = [...ledger.heldBy(cartId).values()].map((claim) => ledger.describe(claim))
    return { heldUntil: ledger.expiryOf(cartId)?.heldUntil ?? null, holds: held }
  }

  async boughtBy(cartId: string, now: number) {
    return this.at(now).boughtBy(cartId)
  }

  async extend(cartId: string, seconds: number, now: number) {
    return this.commit(decideExtend(this.at(now), cartId, seconds))
  }

  async book(booking: Parameters<EventSeatsApi['book']>[0]) {
    const ledger = this.at(booking.now, booking.plan)
    return this.commit(decideBook(ledger, booking, this.epochOf(booking.orderId)))
  }

  async unbook(orderId: string, cartId: string, now: number) {
    const ledger = this.at(now)
    const epochs = [...ledger.soldTo(orderId).values()].flatMap((claim) => (claim.cartId === cartId ? claim.epoch : []))
    this.fence(orderId, Math.max(PLACEMENT_EPOCH, ...epochs))
    return this.commit(decideUnbook(ledger, orderId, cartId))
  }

  async releaseOrder(orderId: string, epoch: number, now: number) {
    const ledger = this.at(now)
    this.fence(orderId, epoch)
    return this.commit(decideReleaseOrder(ledger, orderId, epoch))
  }

  async rebook(request: Parameters<EventSeatsApi['rebook']>[0]) {
    const ledger = this.at(request.now, request.plan)
    return this.commit(decideRebook(ledger, request, this.epochOf(request.orderId), newHoldId))
  }

  async availability(plan: PlanName, now: number): Promise<Availability> {
    return snapshotOf(this.at(now, plan), null)
  }

  async counts(plan: PlanName, now: number) {
    return this.at(now, plan).counts()
  }

  async claims(now: number) {
    return [...this.at(now).claims()]
  }

  async audit(now: number) {
    return auditLedger(this.at(now), [...this.rows.values()])
  }

  /** Returns all sold claims on one page. */
  async soldClaims() {
    const claims = [...this.rows.values()].flatMap(({ orderId, epoch, kind, place, amount }) =>
      orderId === null ? [] : [{ orderId, epoch, kind, place, amount }],
    )
    return { claims, next: null }
  }

  private at(now: number, plan?: PlanName): SeatLedger {
    const { layout, version, clock } = this.ledger
    if (plan && plan.version > layout.name.version) {
      const content = this.plans.get(plan.key)
      if (!content) throw new Error(`no plan ${plan.key}`)
      const next = createLayout(content, plan, this.block)
      this.ledger = new SeatLedger(next, this.ledger.claims(), version + 1, this.distance)
      this.ledger.expire(clock)
    }
    this.ledger.expire(now)
    return this.ledger
  }

  private commit<Answer>({ answer, changes }: Verdict<Answer>): Answer {
    for (const { before } of changes) if (before) this.rows.delete(before.holdId)
    for (const { after } of changes) if (after) this.rows.set(after.holdId, after)
    this.ledger.apply(changes)
    return answer
  }

  private epochOf(orderId: string): number {
    return this.released.get(orderId) ?? -1
  }

  private fence(orderId: string, epoch: number): void {
    this.released.set(orderId, Math.max(epoch, this.epochOf(orderId)))
  }
}
