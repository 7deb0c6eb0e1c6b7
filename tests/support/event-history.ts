/**
 * Runs random operations on an event with several seat objects: holds, orders, late payments, imports of changed plans, and
 * restarts of the objects. Some requests still use the former plan, as an isolate may do after an import. Each answer is
 * compared with sequential models: one for each seat object and one for all orders. The backend supplies the objects and the
 * database. They are plain Maps in the test with a million steps, and real ones in the test with fewer steps.
 */
import { expect } from 'vitest'
import type { SeatPlan } from '../../schema/seat-map.ts'
import {
  type EventSeatsApi,
  type HeldSeat,
  type HoldRequest,
  PLACEMENT_EPOCH,
  type PlanName,
} from '../../worker/domain/seats/seat-hold.ts'
import { allWithdrawals, type Withdrawal, withdrawals } from '../../worker/import/seat-map/withdrawal.ts'
import { Hall, MAX_BLOCKS, SEATED, STANDING } from './hall.ts'
import { holdRequest, MINUTE, NOW } from './hold-builder.ts'
import type { Random } from './random.ts'
import { SeatModel } from './seat-model.ts'

export type BookedLine = { sectionId: string; seatId: string | null; amount: number; block: number }
export type Backend = {
  seats(block: number): EventSeatsApi
  restart(block: number): Promise<void>
  storePlan(name: PlanName, plan: SeatPlan): Promise<void>
  /** Returns false if the database rejects the order. */
  writeOrder(orderId: string, lines: BookedLine[]): Promise<boolean>
  cancelOrder(orderId: string): Promise<void>
  /** Returns false if the database rejects the order. */
  reviveOrder(orderId: string): Promise<boolean>
  /** Replaces the list of withdrawals. Returns false if a withdrawn seat or capacity is already sold. */
  publish(withdrawn: Withdrawal[]): Promise<boolean>
}

type ModelOrder = { id: string; isOpen: boolean; epoch: number; lines: BookedLine[] }

const CARTS = ['cart-1', 'cart-2', 'cart-3', 'cart-4', 'cart-5']
const BLOCKS = Array.from({ length: MAX_BLOCKS }, (_, block) => block)
const COMPARE_EVERY = 500
const MAX_CLOSED_ORDERS = 40

export class EventHistory {
  operations = 0
  readonly outcomes = new Map<string, number>()
  private readonly random: Random
  private readonly backend: Backend
  private now = NOW
  private hall = Hall.first()
  private plans: { name: PlanName; hall: Hall }[] = []
  private withdrawn: Withdrawal[] = []
  private readonly models = BLOCKS.map(() => new SeatModel([], [], 0))
  /** The version of the plan that each object has. */
  private readonly served = BLOCKS.map(() => -1)
  private orders: ModelOrder[] = []
  private orderCount = 0
  private releases: { order: ModelOrder; epoch: number }[] = []
  private past: { block: number; request: HoldRequest }[] = []

  constructor(backend: Backend, random: Random) {
    this.backend = backend
    this.random = random
  }

  async begin(): Promise<void> {
    await this.addPlan(this.hall)
  }

  async step(): Promise<void> {
    const { random } = this
    if (random.chance(0.2)) this.now += random.chance(0.1) ? 15 * MINUTE : random.below(MINUTE)
    for (const model of this.models) model.passTime(this.now)
    const dice = random.below(1000)
    if (dice < 430) await this.hold()
    else if (dice < 530) await this.release()
    else if (dice < 570) await this.extend()
    else if (dice < 760) await this.order()
    else if (dice < 840) await this.cancel()
    else if (dice < 890) await this.drain()
    else if (dice < 945) await this.payLate()
    else if (dice < 985) await this.import()
    else await this.restart()
    if (++this.operations % COMPARE_EVERY === 0) await this.compareAll()
  }

  private note(operation: string, outcome: string | { ok?: boolean; code?: unknown }): void {
    const text = typeof outcome === 'string' ? outcome : String(outcome.code ?? 'ok')
    const key = `${operation} ${text}`
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1)
  }

  private model(block: number): SeatModel {
    const model = this.models[block]
    if (!model) throw new Error(`no block ${block}`)
    return model
  }

  /**
   * Returns the plan for the next request to a seat object: the current plan, or sometimes the former one. The object adopts
   * a newer plan from a request, so its model adopts the plan here.
   */
  private planFor(block: number): { name: PlanName; hall: Hall } {
    const plan = this.plans.at(this.random.chance(0.3) ? -2 : -1) ?? this.plans[0]
    if (!plan) throw new Error('no plan')
    if (plan.name.version > (this.served[block] ?? -1)) {
      this.served[block] = plan.name.version
      const { seats, areas } = plan.hall.partOf(block)
      this.model(block).changePlan(seats, areas)
    }
    return plan
  }

  private async addPlan(hall: Hall): Promise<void> {
    const version = (this.plans.at(-1)?.name.version ?? 0) + 1
    const name = { key: `plans/${version}.json`, version }
    await this.backend.storePlan(name, hall.plan())
    this.plans = [...this.plans.slice(-1), { name, hall }]
    this.hall = hall
  }

  private async hold(): Promise<void> {
    const { random, now } = this
    const again = random.chance(0.05) && this.past.length > 0 ? random.one(this.past) : null
    const block = again?.block ?? random.below(MAX_BLOCKS)
    const { name, hall } = this.planFor(block)
    const request = again ? { ...again.request, plan: name, now } : this.newRequest(block, name, hall)
    const answer = await this.backend.seats(block).hold(request)
    this.note(again ? 'hold again' : 'hold', answer)
    expectSame(answer, this.model(block).hold(request, answer))
    this.past = [...this.past.slice(-10), { block, request }].filter((it) => it.request.now > now - 30 * MINUTE)
  }

  private newRequest(block: number, plan: PlanName, hall: Hall): HoldRequest {
    const { random, now } = this
    const { seats, areas } = hall.partOf(block)
    const isStanding = seats.length === 0 || (areas.length > 0 && random.chance(0.35))
    const seatIds = !isStanding && random.chance(0.7) ? random.some(seats, 1 + random.below(3)).map(({ id }) => id) : []
    return holdRequest({
      cartId: random.one(CARTS),
      plan,
      category: isStanding ? STANDING : SEATED,
      seatIds,
      amount: seatIds.length || 1 + random.below(3),
      sectionId: isStanding && areas.length > 0 && random.chance(0.5) ? random.one(areas).id : null,
      rules: { cartLimit: 8 },
      now,
    })
  }

  private async release(): Promise<void> {
    const block = this.random.below(MAX_BLOCKS)
    const cart = this.random.one(CARTS)
    const ids = this.random.some(this.model(block).heldBy(cart), 2).map(({ id }) => id)
    const answer = await this.backend.seats(block).release(cart, ids, this.now)
    this.note('release', `released ${answer.released > 0}`)
    expectSame(answer, this.model(block).release(cart, ids))
  }

  private async extend(): Promise<void> {
    const block = this.random.below(MAX_BLOCKS)
    const cart = this.random.one(CARTS)
    const answer = await this.backend.seats(block).extend(cart, 600, this.now)
    this.note('extend', `extended ${answer.extended}`)
    expectSame(answer, this.model(block).extend(cart, 600))
  }

  /**
   * Places an order: books it at each object that holds seats for the cart, and writes it. If an object or the database
   * rejects the order, all its bookings are undone.
   */
  private async order(): Promise<void> {
    const cart = this.random.one(CARTS)
    const id = `order-${++this.orderCount}`
    const lines: BookedLine[] = []
    const booked: number[] = []
    let refused = false
    for (const block of BLOCKS) {
      const holds = this.model(block).heldBy(cart)
      const holdIds = holds.map((hold) => hold.id)
      if (holdIds.length === 0) continue
      const { name } = this.planFor(block)
      const booking = { cartId: cart, orderId: id, epoch: PLACEMENT_EPOCH, holdIds, plan: name, now: this.now }
      const answer = await this.backend.seats(block).book(booking)
      this.note('book', answer)
      expectSame(withIds(answer), this.model(block).book(cart, id, PLACEMENT_EPOCH, holdIds))
      booked.push(block)
      refused ||= !answer.ok
      for (const { seatId, sectionId, amount } of holds) lines.push({ sectionId, seatId, amount, block })
    }
    if (lines.length === 0) return
    if (!refused) {
      const isWritten = await this.backend.writeOrder(id, lines)
      expect(isWritten).toBe(this.maySell(lines))
      this.note('write', isWritten ? 'ok' : 'withdrawn')
      if (isWritten) {
        this.orders = [...this.orders, { id, isOpen: true, epoch: PLACEMENT_EPOCH, lines }]
        return
      }
    }
    for (const block of booked) {
      const answer = await this.backend.seats(block).unbook(id, cart, this.now)
      expectSame(answer, this.model(block).unbook(id, cart, this.now))
    }
  }

  /** Returns whether the database must accept booked lines, and checks that no other open order has one of their seats. */
  private maySell(lines: BookedLine[]): boolean {
    const open = this.orders.filter(({ isOpen }) => isOpen).flatMap((order) => order.lines)
    if (isWithdrawn(this.withdrawn, lines, open)) return false
    const sold = new Set(open.flatMap(({ seatId }) => seatId ?? []))
    expect(lines.flatMap(({ seatId }) => (seatId !== null && sold.has(seatId) ? seatId : []))).toEqual([])
    return true
  }

  private async cancel(): Promise<void> {
    const open = this.orders.filter(({ isOpen }) => isOpen)
    if (open.length === 0) return
    const order = this.random.one(open)
    await this.backend.cancelOrder(order.id)
    order.isOpen = false
    this.releases.push({ order, epoch: order.epoch })
    this.note('cancel', 'ok')
  }

  /** Releases a cancelled order's seats some time after the cancellation, sometimes more than once. */
  private async drain(): Promise<void> {
    const { random } = this
    if (this.releases.length === 0) return
    const release = random.one(this.releases)
    await this.releaseAt(release.order, release.epoch)
    if (random.chance(0.8)) this.releases = this.releases.filter((it) => it !== release)
  }

  private async releaseAt({ id, lines }: ModelOrder, epoch: number): Promise<void> {
    for (const block of new Set(lines.map((line) => line.block))) {
      const answer = await this.backend.seats(block).releaseOrder(id, epoch, this.now)
      this.note('releaseOrder', `released ${answer.released > 0}`)
      expectSame(answer, this.model(block).releaseOrder(id, epoch))
    }
  }

  /**
   * Pays a cancelled order: books its seats again at every object, and revives its row. If a booking or the revival fails,
   * releases the seats.
   */
  private async payLate(): Promise<void> {
    const cancelled = this.orders.filter(({ isOpen }) => !isOpen)
    if (cancelled.length === 0) return
    const order = this.random.one(cancelled)
    order.epoch++
    const { id, epoch } = order
    let hasAll = true
    for (const [block, lines] of Map.groupBy(order.lines, (line) => line.block)) {
      const seatIds = lines.flatMap(({ seatId }) => seatId ?? [])
      const areas = Map.groupBy(
        lines.filter(({ seatId }) => seatId === null),
        ({ sectionId }) => sectionId,
      )
      const amounts = [...areas].map(([sectionId, own]) => ({ sectionId, amount: sum(own) }))
      const { name } = this.planFor(block)
      const answer = await this.backend
        .seats(block)
        .rebook({ orderId: id, epoch, plan: name, seatIds, amounts, now: this.now })
      this.note('rebook', answer)
      const given: HeldSeat[] = answer.ok ? answer.holds : []
      expectSame(withIds(answer), this.model(block).rebook(id, epoch, seatIds, amounts, given))
      hasAll &&= answer.ok
    }
    if (hasAll) {
      const isRevived = await this.backend.reviveOrder(id)
      this.note('revive', String(isRevived))
      expect(isRevived).toBe(this.maySell(order.lines))
      order.isOpen = isRevived
      if (isRevived) return
    }
    await this.releaseAt(order, epoch)
  }

  /**
   * Imports a changed plan. A real import rejects a plan that removes held seats, but it misses a hold that is made while it
   * runs. Therefore the check for holds is sometimes skipped.
   */
  private async import(): Promise<void> {
    const { random } = this
    const next = this.hall.changed(random)
    const [before, after] = [this.hall.plan(), next.plan()]
    if (Math.max(...after.sections.map(({ block }) => block)) >= MAX_BLOCKS) return
    const lost = withdrawals(before, after)
    if (random.chance(0.6) && this.isHeld(lost, after)) return this.note('import', 'held')
    const withdrawn = allWithdrawals(this.withdrawn, lost, after)
    const isPublished = await this.backend.publish(withdrawn)
    const open = this.orders.filter(({ isOpen }) => isOpen).flatMap((order) => order.lines)
    expect(isPublished).toBe(!isWithdrawn(withdrawn, open, []))
    this.note('import', isPublished ? (lost.length > 0 ? 'smaller' : 'larger') : 'sold')
    if (!isPublished) return
    this.withdrawn = withdrawn
    await this.addPlan(next)
  }

  private isHeld(lost: Withdrawal[], after: SeatPlan): boolean {
    const claims = this.models.flatMap((model) => [...model.claims.values()])
    return lost.some(({ sectionId, seatId }) => {
      if (seatId !== '') return claims.some((claim) => claim.seatId === seatId)
      const capacity = after.allotments.find((area) => area.sectionId === sectionId)?.capacity ?? 0
      return sum(claims.filter((claim) => claim.seatId === null && claim.sectionId === sectionId)) > capacity
    })
  }

  private async restart(): Promise<void> {
    await this.backend.restart(this.random.below(MAX_BLOCKS))
    this.note('restart', 'ok')
  }

  /** Compares the whole state, and checks that each sold seat is in the plan and belongs to only one order. */
  private async compareAll(): Promise<void> {
    for (const block of BLOCKS) {
      const model = this.model(block)
      const object = this.backend.seats(block)
      const claims = await object.claims(this.now)
      const story = (list: { place: string; amount: number; orderId: string | null }[]) =>
        list.map(({ place, amount, orderId }) => `${place} ${amount} ${orderId}`).sort()
      const expected = [...model.claims.values()].map(({ seatId, sectionId, amount, order }) => ({
        place: seatId ?? sectionId,
        amount,
        orderId: order,
      }))
      expectSame(story(claims), story(expected))
      expectSame((await object.audit(this.now)).faults, [])
      for (const cart of CARTS) {
        const { heldUntil } = await object.holdsOf(cart, this.now)
        expect(heldUntil).toBe(model.heldBy(cart)[0]?.until ?? null)
        expect(await object.boughtBy(cart, this.now)).toBe(model.boughtBy(cart))
      }
    }
    const open = this.orders.filter(({ isOpen }) => isOpen)
    const seats = open.flatMap(({ lines }) => lines.flatMap(({ seatId }) => seatId ?? []))
    expect(new Set(seats).size).toBe(seats.length)
    for (const { id, lines } of open) {
      const sold = this.models.reduce((all, model) => all + sum(model.soldTo(id)), 0)
      expect(sold).toBe(sum(lines))
    }
    const placed = open.flatMap(({ lines }) => lines)
    const plan = this.hall.plan()
    for (const { sectionId, capacity } of plan.allotments) {
      expect(sum(placed.filter((line) => line.seatId === null && line.sectionId === sectionId))).toBeLessThanOrEqual(
        capacity,
      )
    }
    const onSale = new Set(plan.seats.map(([id, section]) => `${plan.sections[section]?.id} ${id}`))
    for (const { sectionId, seatId } of placed) if (seatId) expect(onSale).toContain(`${sectionId} ${seatId}`)
    this.forgetOldOrders()
  }

  /**
   * Drops cancelled orders that have released all their seats, except the latest `MAX_CLOSED_ORDERS`. Otherwise the steps
   * would become slower and slower.
   */
  private forgetOldOrders(): void {
    const waiting = new Set(this.releases.map(({ order }) => order))
    const over = this.orders.filter(
      (order) =>
        !order.isOpen && !waiting.has(order) && this.models.every((model) => model.soldTo(order.id).length === 0),
    )
    const forgotten = new Set(over.slice(0, Math.max(0, over.length - MAX_CLOSED_ORDERS)))
    this.orders = this.orders.filter((order) => !forgotten.has(order))
  }
}

function isWithdrawn(withdrawn: Withdrawal[], lines: BookedLine[], open: BookedLine[]): boolean {
  return withdrawn.some(({ sectionId, seatId, capacity }) => {
    const own = lines.filter((line) => line.sectionId === sectionId && (line.seatId ?? '') === seatId)
    if (own.length === 0 || seatId !== '') return own.length > 0
    const others = open.filter((line) => line.sectionId === sectionId && line.seatId === null)
    return sum(own) + sum(others) > capacity
  })
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0)
}

/** Compares like `toEqual`. Equal values, the usual case, are compared about ten times as fast. */
function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

function withIds(answer: Awaited<ReturnType<EventSeatsApi['book']>>): unknown {
  return answer.ok ? { ok: true, ids: answer.holds.map(({ holdId }) => holdId).sort() } : answer
}
