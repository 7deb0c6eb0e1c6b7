/**
 * Runs random operations on an EventSeats object and on a sequential model, and compares every answer. Every 100 steps, the
 * test compares the whole state. Every 500 steps, it evicts the object, which then restarts from its rows.
 */
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import type { HeldSeat, HoldRequest } from '../../../worker/domain/seats/seat-hold.ts'
import type { EventSeats } from '../../../worker/durable/event-seats.ts'
import { holdRequest, MINUTE, NOW } from '../../support/hold-builder.ts'
import { Random } from '../../support/random.ts'
import { SeatModel } from '../../support/seat-model.ts'
import { freeSeatsOf, newSeatObject, runInSeatObject, setClockFarAhead, storePlan } from '../../support/seat-object.ts'
import { seatPlan } from '../../support/seat-plan-builder.ts'

const PLAN_NAME = { key: 'plans/history.json', version: 1 }
const PLAN = seatPlan({
  sections: [
    {
      id: 'A',
      rows: [
        { row: '1', seats: 8, aislesAfter: [4] },
        { row: '2', seats: 8 },
      ],
    },
    { id: 'B', rows: [{ row: '1', seats: 8, category: 3 }] },
  ],
  allotments: [
    { sectionId: 'floor', capacity: 9 },
    { sectionId: 'gallery', capacity: 5 },
  ],
})
const CARTS = ['cart-1', 'cart-2', 'cart-3', 'cart-4', 'cart-5', 'cart-6']
const ORDERS = Array.from({ length: 12 }, (_, index) => `order-${index}`)
const STRETCH = 500
const OUTCOMES = [
  'alarm ok',
  'book HOLD_EXPIRED',
  'book IDEMPOTENCY_KEY_REUSED',
  'book ok',
  'extend extended false',
  'extend extended true',
  'hold SEATS_NOT_AVAILABLE',
  'hold TICKETS_NOT_AVAILABLE',
  'hold TICKET_LIMIT_EXCEEDED',
  'hold ok',
  'hold again IDEMPOTENCY_KEY_REUSED',
  'hold again SEATS_NOT_AVAILABLE',
  'hold again ok',
  'rebook IDEMPOTENCY_KEY_REUSED',
  'rebook SEATS_NOT_AVAILABLE',
  'rebook TICKETS_NOT_AVAILABLE',
  'rebook ok',
  'release released false',
  'release released true',
  'releaseOrder released false',
  'releaseOrder released true',
  'unbook released false',
  'unbook released true',
]

beforeAll(() => storePlan(PLAN_NAME, PLAN))

class History {
  private readonly random: Random
  private readonly model: SeatModel
  private readonly distancing: number
  private now = NOW
  private past: HoldRequest[] = []
  /** The last 60 holds that carts received. Some commands name one of them, even if it has ended. */
  private granted: { cart: string; id: string }[] = []
  private soldPlaces = new Map<string, HeldSeat[]>()
  /** Counts each kind of answer, because a history of rejections alone would prove little. */
  readonly outcomes = new Map<string, number>()
  operations = 0

  constructor(seed: number, distancing: number) {
    this.random = new Random(seed)
    this.distancing = distancing
    const positions = PLAN.runs.flatMap((run, index) => run.map((seat, place) => [seat, index * 100 + place] as const))
    const positionOf = new Map(positions)
    const seats = PLAN.seats.map(([id, section, , , category], index) => ({
      id,
      section: PLAN.sections[section]?.id ?? '',
      category,
      spot: positionOf.get(index) ?? -1,
    }))
    const areas = PLAN.allotments.map(({ sectionId, category, capacity }) => ({ id: sectionId, category, capacity }))
    this.model = new SeatModel(seats, areas, distancing)
  }

  async step(object: EventSeats): Promise<void> {
    const { random } = this
    if (random.chance(0.15)) this.now += random.chance(0.1) ? 15 * MINUTE : random.below(MINUTE)
    this.model.passTime(this.now)
    const dice = random.below(100)
    if (dice < 45) await this.hold(object)
    else if (dice < 60) await this.release(object)
    else if (dice < 75) await this.book(object)
    else if (dice < 81) await this.unbook(object)
    else if (dice < 89) await this.releaseOrder(object)
    else if (dice < 94) await this.rebook(object)
    else if (dice < 97) await this.extend(object)
    else await this.tidy(object)
  }

  private note(operation: string, answer: object): void {
    const outcome =
      'code' in answer
        ? String(answer.code)
        : Object.entries(answer)
            .flatMap(([name, value]) => (name === 'released' || name === 'extended' ? `${name} ${value > 0}` : []))
            .join() || 'ok'
    const key = `${operation} ${outcome}`
    this.operations++
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1)
  }

  private async hold(object: EventSeats): Promise<void> {
    const { random, now } = this
    const repeated = this.past.length > 0 && random.chance(0.1) ? { ...random.one(this.past), now } : null
    const request = repeated ?? this.newRequest()
    if (repeated && random.chance(0.1)) request.category = request.category === 1 ? 3 : 1
    this.past = [...this.past.slice(-20), request].filter((it) => it.now > now - 30 * MINUTE)
    const answer = await object.hold(request)
    this.note(repeated ? 'hold again' : 'hold', answer)
    expect(answer).toEqual(this.model.hold(request, answer))
    if (answer.ok) this.granted.push(...answer.holds.map(({ holdId }) => ({ cart: request.cartId, id: holdId })))
    this.granted = this.granted.slice(-60)
  }

  private newRequest(): HoldRequest {
    const { random, now } = this
    const category = random.one([1, 1, 2, 3])
    const ids = PLAN.seats.filter((seat) => seat[4] === category).map(([id]) => id)
    const chosen = category !== 2 && random.chance(0.7) ? random.some(ids, 1 + random.below(3)) : []
    return holdRequest({
      cartId: random.one(CARTS),
      plan: PLAN_NAME,
      category,
      seatIds: chosen,
      amount: chosen.length || 1 + random.below(4),
      sectionId: category === 2 && random.chance(0.5) ? random.one(['floor', 'gallery']) : null,
      heldElsewhere: random.chance(0.2) ? 2 : 0,
      rules: { cartLimit: 12, distancing: this.distancing },
      now,
    })
  }

  private someHolds(): { cart: string; ids: string[] } {
    const { random, granted } = this
    const cart = random.one(CARTS)
    const mine = this.model.heldBy(cart).map(({ id }) => id)
    const late = random.chance(0.15) && granted.length > 0 ? [random.one(granted).id] : []
    return { cart, ids: [...new Set([...random.some(mine, 1 + random.below(3)), ...late])] }
  }

  private async release(object: EventSeats): Promise<void> {
    const { cart, ids } = this.someHolds()
    const answer = await object.release(cart, ids, this.now)
    this.note('release', answer)
    expect(answer).toEqual(this.model.release(cart, ids))
  }

  private async book(object: EventSeats): Promise<void> {
    const { cart, ids } = this.someHolds()
    if (ids.length === 0) return
    const orderId = this.random.one(ORDERS)
    const epoch = this.nextEpoch(orderId)
    const answer = await object.book({ cartId: cart, orderId, epoch, holdIds: ids, now: this.now })
    this.note('book', answer)
    expect(withIds(answer)).toEqual(this.model.book(cart, orderId, epoch, ids))
    if (answer.ok) this.soldPlaces.set(orderId, answer.holds)
  }

  /** Returns the epoch that follows the order’s last release, and sometimes one more or one less. */
  private nextEpoch(orderId: string): number {
    const last = Math.max(0, ...this.model.soldTo(orderId).map(({ epoch }) => epoch))
    return Math.max(
      1,
      (this.epochs.get(orderId) ?? 1) + (last > 0 ? this.random.below(2) : 0) - (this.random.chance(0.1) ? 1 : 0),
    )
  }

  private readonly epochs = new Map<string, number>()

  private async unbook(object: EventSeats): Promise<void> {
    const orderId = this.random.one(ORDERS)
    const cart = this.model.soldTo(orderId)[0]?.cart ?? this.random.one(CARTS)
    const answer = await object.unbook(orderId, cart, this.now)
    this.note('unbook', answer)
    expect(answer).toEqual(this.model.unbook(orderId, cart, this.now))
  }

  private async releaseOrder(object: EventSeats): Promise<void> {
    const orderId = this.random.one(ORDERS)
    const epoch = this.nextEpoch(orderId)
    const answer = await object.releaseOrder(orderId, epoch, this.now)
    this.note('releaseOrder', answer)
    expect(answer).toEqual(this.model.releaseOrder(orderId, epoch))
    this.epochs.set(orderId, Math.max(epoch + 1, this.epochs.get(orderId) ?? 1))
  }

  private async rebook(object: EventSeats): Promise<void> {
    const orderId = this.random.one(ORDERS)
    const places = this.soldPlaces.get(orderId)
    if (!places) return
    const epoch = this.nextEpoch(orderId)
    const seatIds = places.flatMap(({ seatId }) => seatId ?? [])
    const areas = new Map<string, number>()
    for (const { seatId, sectionId, amount } of places) {
      if (seatId === null) areas.set(sectionId, (areas.get(sectionId) ?? 0) + amount)
    }
    const amounts = [...areas].map(([sectionId, amount]) => ({ sectionId, amount }))
    const answer = await object.rebook({ orderId, epoch, plan: PLAN_NAME, seatIds, amounts, now: this.now })
    const given = answer.ok ? answer.holds : []
    this.note('rebook', answer)
    expect(withIds(answer)).toEqual(this.model.rebook(orderId, epoch, seatIds, amounts, given))
  }

  private async extend(object: EventSeats): Promise<void> {
    const cart = this.random.one(CARTS)
    const answer = await object.extend(cart, 600, this.now)
    this.note('extend', answer)
    expect(answer).toEqual(this.model.extend(cart, 600))
  }

  private async tidy(object: EventSeats): Promise<void> {
    vi.setSystemTime(this.now)
    await object.alarm()
    setClockFarAhead()
    this.note('alarm', {})
  }

  async compareAll(object: EventSeats): Promise<void> {
    const { model, now } = this
    const availability = await object.availability(PLAN_NAME, now)
    const { allotments } = availability
    expect(freeSeatsOf(availability).map((seat) => PLAN.seats[seat]?.[0])).toEqual(model.freeSeatIds())
    for (const { sectionId, left } of allotments) expect(left).toBe(model.left(sectionId))
    for (const cart of CARTS) {
      const { heldUntil, holds } = await object.holdsOf(cart, now)
      const mine = model.heldBy(cart)
      expect(holds.map(({ holdId }) => holdId).sort()).toEqual(mine.map(({ id }) => id).sort())
      expect(heldUntil).toBe(mine[0]?.until ?? null)
    }
    const { faults, counts } = await object.audit(now)
    expect(faults).toEqual([])
    expect(counts).toMatchObject({ total: 24 + 14, held: model.sum(false), sold: model.sum(true), orphaned: 0 })
  }
}

function withIds(answer: Awaited<ReturnType<EventSeats['book']>>): unknown {
  return answer.ok ? { ok: true, ids: answer.holds.map(({ holdId }) => holdId).sort() } : answer
}

const HISTORIES = [1, 2, 3, 4, 5].flatMap((seed) => [
  { seed, distancing: 0 },
  { seed: seed + 100, distancing: 1 + (seed % 2) },
])

it.each(HISTORIES)(
  'SEAT-09 EventSeats agrees with the model over 10,000 random operations (seed $seed, distance $distancing)',
  async ({ seed, distancing }) => {
    setClockFarAhead()
    try {
      const history = new History(seed, distancing)
      const stub = newSeatObject()
      while (history.operations < 10_000) {
        await runInSeatObject(stub, async (object) => {
          for (let step = 0; step < STRETCH; step++) {
            if (step % 100 === 0) await history.compareAll(object)
            await history.step(object)
          }
        })
        await evictDurableObject(stub)
      }
      expect(OUTCOMES.filter((outcome) => (history.outcomes.get(outcome) ?? 0) < 10)).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  },
)
