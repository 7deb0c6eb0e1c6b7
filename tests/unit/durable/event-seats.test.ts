import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlanName } from '../../../worker/domain/seats/seat-hold.ts'
import type { EventSeats } from '../../../worker/durable/event-seats.ts'
import { DEMO_PLAN, holdRequest, MINUTE, NOW } from '../../support/hold-builder.ts'
import { PATIENCE } from '../../support/patience.ts'
import { freeSeatsOf, newSeatObject, runInSeatObject, setClockFarAhead, storePlan } from '../../support/seat-object.ts'
import { seatPlan } from '../../support/seat-plan-builder.ts'

const PLAN = DEMO_PLAN
const SMALLER = { key: 'plans/smaller.json', version: 2 }

beforeAll(async () => {
  const allotments = [{ sectionId: 'floor', capacity: 10 }]
  const front = { row: '1', seats: 6 }
  const back = { row: '2', seats: 6 }
  await storePlan(PLAN, seatPlan({ sections: [{ id: 'A', rows: [front, back] }], allotments }))
  const smaller = { sections: [{ id: 'A', rows: [back] }], allotments: [{ sectionId: 'floor', capacity: 2 }] }
  await storePlan(SMALLER, seatPlan(smaller))
})

beforeEach(setClockFarAhead)
afterEach(() => {
  vi.useRealTimers()
})

type SeatStub = DurableObjectStub<EventSeats>

async function held(seats: SeatStub, request: Parameters<typeof holdRequest>[0]) {
  const answer = await seats.hold(holdRequest(request))
  if (!answer.ok) throw new Error(answer.code)
  return { heldUntil: answer.heldUntil, holdIds: answer.holds.map(({ holdId }) => holdId), holds: answer.holds }
}

async function free(seats: SeatStub, now = NOW, plan: PlanName = PLAN): Promise<number[]> {
  return freeSeatsOf(await seats.availability(plan, now))
}

describe('EventSeats objects with holds', () => {
  it('SEAT-03 make a held seat unavailable at once and describe the seat', async () => {
    const seats = newSeatObject()
    const { holds, heldUntil } = await held(seats, { seatIds: ['A-1-3'] })
    expect(heldUntil).toBe(NOW + 20 * MINUTE)
    expect(holds).toEqual([
      {
        holdId: expect.any(String),
        sectionId: 'A',
        sectionName: 'Section A',
        seatId: 'A-1-3',
        row: '1',
        number: '3',
        flags: 0,
        category: 1,
        amount: 1,
      },
    ])
    expect(await free(seats)).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(await seats.hold(holdRequest({ cartId: 'cart-2', seatIds: ['A-1-2', 'A-1-3'] }))).toEqual({
      ok: false,
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-3'] },
    })
    expect(await free(seats)).toHaveLength(11)
  })

  it('SEAT-04 free a released seat at once, and ignore hold ids that are unknown or belong to another cart', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-3', 'A-1-4'] })
    expect(await seats.release('cart-2', holdIds, NOW)).toEqual({ ok: true, released: 0 })
    expect(await seats.release('cart-1', ['nothing', ...holdIds.slice(0, 1)], NOW)).toEqual({ ok: true, released: 1 })
    expect(await seats.release('cart-1', holdIds.slice(0, 1), NOW)).toEqual({ ok: true, released: 0 })
    expect((await seats.holdsOf('cart-1', NOW)).holds.map(({ seatId }) => seatId)).toEqual(['A-1-4'])
    await held(seats, { cartId: 'cart-2', seatIds: ['A-1-3'] })
    expect(await seats.release('cart-1', holdIds, NOW)).toEqual({ ok: true, released: 1 })
    expect((await seats.holdsOf('cart-2', NOW)).holds).toHaveLength(1)
  })

  it('SEAT-10 end a hold at its expiry for every reader, without an alarm', async () => {
    const seats = newSeatObject()
    const { heldUntil, holdIds } = await held(seats, { seatIds: ['A-1-1'] })
    expect(await free(seats, heldUntil - 1)).toHaveLength(11)
    expect(await free(seats, heldUntil)).toHaveLength(12)
    expect(await seats.holdsOf('cart-1', heldUntil)).toEqual({ heldUntil: null, holds: [] })
    const booking = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: heldUntil }
    expect(await seats.book(booking)).toMatchObject({ ok: false, code: 'HOLD_EXPIRED' })
    await held(seats, { cartId: 'cart-2', seatIds: ['A-1-1'], now: heldUntil })
    expect(await seats.audit(heldUntil)).toMatchObject({ ok: true, counts: { held: 1, free: 21, total: 22 } })
  })

  it('SEAT-10 delete expired holds and old answers by alarm', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    try {
      const seats = newSeatObject()
      await held(seats, { seatIds: ['A-1-1'] })
      const rows = () =>
        runInSeatObject(seats, (_, state) =>
          ['claims', 'answers'].map((table) => state.storage.sql.exec(`SELECT * FROM ${table}`).toArray().length),
        )
      vi.setSystemTime(NOW + 20 * MINUTE)
      await runDurableObjectAlarm(seats)
      expect(await rows()).toEqual([0, 1])
      expect(await runInSeatObject(seats, (_, state) => state.storage.getAlarm())).toBe(NOW + 120 * MINUTE)
      vi.setSystemTime(NOW + 120 * MINUTE)
      await runDurableObjectAlarm(seats)
      expect(await rows()).toEqual([0, 0])
      expect(await runInSeatObject(seats, (_, state) => state.storage.getAlarm())).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('SEAT-10 keep a hold expired for a caller whose clock is behind', async () => {
    const seats = newSeatObject()
    const { holdIds, heldUntil } = await held(seats, { seatIds: ['A-1-1'] })
    const late = await held(seats, { cartId: 'cart-2', seatIds: ['A-1-2'], now: NOW + MINUTE })
    expect(await free(seats, heldUntil)).toHaveLength(11)
    await held(seats, { cartId: 'cart-3', seatIds: ['A-1-1'], now: heldUntil - 1 })
    const booking = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: heldUntil - 1 }
    expect(await seats.book(booking)).toMatchObject({ code: 'HOLD_EXPIRED' })
    vi.setSystemTime(late.heldUntil)
    await runDurableObjectAlarm(seats)
    const lateBooking = { ...booking, cartId: 'cart-2', holdIds: late.holdIds, now: late.heldUntil - 1 }
    expect(await seats.book(lateBooking)).toMatchObject({ code: 'HOLD_EXPIRED' })
    expect((await seats.audit(late.heldUntil - 1)).faults).toEqual([])
  })

  it('SEAT-10 delete an expired hold without an external call', async () => {
    vi.useRealTimers()
    const seats = newSeatObject()
    const now = Date.now()
    await held(seats, { seatIds: ['A-1-1'], now, rules: { presaleAt: 0, holdSeconds: 0.2 } })
    const rows = () =>
      runInSeatObject(seats, (_, state) => state.storage.sql.exec('SELECT * FROM claims').toArray().length)
    expect(await rows()).toBe(1)
    await vi.waitUntil(async () => (await rows()) === 0, { ...PATIENCE, interval: 50 })
  })

  it('SEAT-10 give a cart’s further holds the expiry of its first hold, and extend all its holds only once', async () => {
    const seats = newSeatObject()
    await held(seats, { seatIds: ['A-1-1'] })
    const later = await held(seats, { seatIds: ['A-1-2'], now: NOW + 5 * MINUTE })
    expect(later.heldUntil).toBe(NOW + 20 * MINUTE)
    expect(await seats.extend('cart-1', 600, NOW + 6 * MINUTE)).toEqual({
      heldUntil: NOW + 30 * MINUTE,
      extended: true,
    })
    expect(await seats.extend('cart-1', 600, NOW + 7 * MINUTE)).toEqual({
      heldUntil: NOW + 30 * MINUTE,
      extended: false,
    })
    const last = await held(seats, { seatIds: ['A-1-3'], now: NOW + 8 * MINUTE })
    expect(last.heldUntil).toBe(NOW + 30 * MINUTE)
    expect(await seats.extend('cart-2', 600, NOW)).toEqual({ heldUntil: null, extended: false })
    expect(await free(seats, NOW + 30 * MINUTE)).toHaveLength(12)
  })

  it('CART-07 give a repeated request the same answer, also after a restart, but reject a changed request', async () => {
    const seats = newSeatObject()
    const request = holdRequest({ seatIds: ['A-1-1'] })
    const first = await seats.hold(request)
    await evictDurableObject(seats)
    expect(await seats.hold({ ...request, now: NOW + MINUTE, heldElsewhere: 2 })).toEqual(first)
    expect(await seats.hold({ ...request, seatIds: ['A-1-2'] })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await seats.hold({ ...request, cartId: 'cart-2', seatIds: ['A-1-2'] })).toMatchObject({ ok: true })
  })

  it('SEAT-09 store no answer for a rejected hold', async () => {
    const seats = newSeatObject()
    const first = await held(seats, { seatIds: ['A-1-1'] })
    const written = () =>
      runInSeatObject(seats, (_, state) => state.storage.sql.exec('SELECT * FROM answers').toArray())
    const before = await written()
    const refused = holdRequest({ cartId: 'cart-3', seatIds: ['A-1-1'] })
    expect(await seats.hold(refused)).toMatchObject({ code: 'SEATS_NOT_AVAILABLE' })
    expect(await seats.hold(holdRequest({ cartId: 'cart-3', category: 2, amount: 11 }))).toMatchObject({ ok: false })
    expect(await written()).toEqual(before)
    await seats.release('cart-1', first.holdIds, NOW)
    expect(await seats.hold(refused)).toMatchObject({ ok: true })
  })

  it('SEAT-07 CART-07 move a cart’s holds, once per request key, if a removal would leave a single free seat', async () => {
    const seats = newSeatObject()
    const { holdIds, heldUntil } = await held(seats, { seatIds: ['A-1-2', 'A-1-3', 'A-1-4'] })
    const [first = '', middle = '', last = ''] = holdIds
    const answer = await seats.release('cart-1', [middle], NOW, 'remove')
    const moved = [
      { holdId: first, seatId: 'A-1-1' },
      { holdId: last, seatId: 'A-1-2' },
    ]
    expect(answer).toMatchObject({ ok: true, released: 1, moved })
    expect(await free(seats)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    await evictDurableObject(seats)
    expect(await seats.release('cart-1', [middle], NOW, 'remove')).toEqual(answer)
    expect(await seats.holdsOf('cart-1', NOW)).toMatchObject({ heldUntil, holds: moved })
    expect(await seats.audit(NOW)).toMatchObject({ ok: true })
    const booked = await seats.book({
      cartId: 'cart-1',
      orderId: 'order-1',
      epoch: 1,
      holdIds: [first, last],
      now: NOW,
    })
    expect(booked).toMatchObject({ ok: true, holds: [{ seatId: 'A-1-1' }, { seatId: 'A-1-2' }] })
  })

  it('SEAT-04 move no hold on a release without a request key', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-2', 'A-1-3', 'A-1-4'] })
    expect(await seats.release('cart-1', [holdIds[1] ?? ''], NOW)).toEqual({ ok: true, released: 1 })
    expect(await free(seats)).toEqual([0, 2, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('EVT-05 count a cart’s bought tickets towards its limit until their order is released', async () => {
    const seats = newSeatObject()
    const rules = { cartLimit: 3 }
    const { holdIds } = await held(seats, { seatIds: ['A-1-1', 'A-1-2'], rules })
    await seats.book({ cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: NOW })
    expect(await seats.boughtBy('cart-1', NOW)).toBe(2)
    const two = { seatIds: ['A-1-3', 'A-1-4'], rules }
    const limit = { code: 'TICKET_LIMIT_EXCEEDED', params: { limit: 3 } }
    expect(await seats.hold(holdRequest(two))).toMatchObject(limit)
    await evictDurableObject(seats)
    expect(await seats.hold(holdRequest(two))).toMatchObject(limit)
    expect(await seats.hold(holdRequest({ seatIds: ['A-2-1'], boughtElsewhere: 1, rules }))).toMatchObject(limit)
    await held(seats, { seatIds: ['A-2-1'], rules })
    await held(seats, { ...two, cartId: 'cart-2' })
    await seats.releaseOrder('order-1', 1, NOW)
    expect(await seats.boughtBy('cart-1', NOW)).toBe(0)
    await held(seats, { seatIds: ['A-1-1', 'A-1-2'], rules })
  })

  it('SEAT-10 limit a caller’s time to five seconds after the object’s own time', async () => {
    vi.setSystemTime(NOW)
    const seats = newSeatObject()
    await held(seats, { seatIds: ['A-1-1'] })
    expect(await free(seats, NOW + 21 * MINUTE)).toHaveLength(11)
    const { heldUntil } = await held(seats, { cartId: 'cart-2', seatIds: ['A-1-2'], now: NOW + 21 * MINUTE })
    expect(heldUntil).toBe(NOW + 5_000 + 20 * MINUTE)
    expect((await seats.holdsOf('cart-2', NOW)).holds).toHaveLength(1)
    expect(await free(seats, NOW)).toHaveLength(10)
  })

  it('EVT-03 reject holds before the presale and after the end of sales', async () => {
    const seats = newSeatObject()
    const presaleAt = NOW + 1
    expect(await seats.hold(holdRequest({ seatIds: ['A-1-1'], rules: { presaleAt } }))).toEqual({
      ok: false,
      code: 'PRESALE_NOT_STARTED',
      params: { presaleAt },
    })
    expect(await seats.hold(holdRequest({ seatIds: ['A-1-1'], rules: { salesEndAt: NOW } }))).toMatchObject({
      code: 'SALE_CLOSED',
    })
    expect(await free(seats)).toHaveLength(12)
  })

  it('SEAT-08 hold tickets of an area only up to its capacity', async () => {
    const seats = newSeatObject()
    const { holds } = await held(seats, { category: 2, amount: 8 })
    expect(holds).toMatchObject([{ sectionId: 'floor', sectionName: 'Area floor', seatId: null, amount: 8 }])
    expect(await seats.hold(holdRequest({ category: 2, amount: 3, cartId: 'cart-2' }))).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 2 },
    })
    expect((await seats.availability(PLAN, NOW)).allotments).toEqual([{ sectionId: 'floor', category: 2, left: 2 }])
    expect((await seats.availability(PLAN, NOW + 20 * MINUTE)).allotments).toMatchObject([{ left: 10 }])
  })
})

describe('bookings', () => {
  it('SEAT-09 take all named holds or none, and are idempotent', async () => {
    const seats = newSeatObject()
    const { holdIds, holds } = await held(seats, { seatIds: ['A-1-1', 'A-1-2'] })
    const booking = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: NOW }
    expect(await seats.book({ ...booking, holdIds: [...holdIds, 'nothing'] })).toMatchObject({ code: 'HOLD_EXPIRED' })
    expect(await seats.book({ ...booking, cartId: 'cart-2' })).toMatchObject({ code: 'HOLD_EXPIRED' })
    expect((await seats.counts(PLAN, NOW)).sold).toBe(0)
    expect(await seats.book(booking)).toEqual({ ok: true, holds })
    await evictDurableObject(seats)
    expect(await seats.book({ ...booking, now: NOW + 100 * MINUTE })).toEqual({ ok: true, holds })
    expect(await seats.counts(PLAN, NOW + 100 * MINUTE)).toEqual({ total: 22, free: 20, held: 0, sold: 2, orphaned: 0 })
  })

  it('SEAT-09 become holds again if undone before the expiry, and free the seat if undone later', async () => {
    const seats = newSeatObject()
    const { holdIds, heldUntil } = await held(seats, { seatIds: ['A-1-1'] })
    await seats.book({ cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: NOW })
    expect(await seats.unbook('order-1', 'cart-2', NOW)).toEqual({ ok: true, released: 0 })
    expect(await seats.unbook('order-1', 'cart-1', NOW)).toEqual({ ok: true, released: 1 })
    expect((await seats.holdsOf('cart-1', NOW)).heldUntil).toBe(heldUntil)
    await seats.book({ cartId: 'cart-1', orderId: 'order-2', epoch: 1, holdIds, now: NOW })
    expect(await seats.unbook('order-2', 'cart-1', heldUntil)).toEqual({ ok: true, released: 1 })
    expect(await free(seats, heldUntil)).toHaveLength(12)
    expect((await seats.audit(heldUntil)).faults).toEqual([])
  })

  it('SEAT-09 have no effect if they arrive after their undo', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-1'] })
    const booking = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: NOW }
    expect(await seats.unbook('order-1', 'cart-1', NOW)).toEqual({ ok: true, released: 0 })
    expect(await seats.book(booking)).toMatchObject({ code: 'HOLD_EXPIRED' })
    expect(await seats.counts(PLAN, NOW)).toMatchObject({ sold: 0, held: 1 })
    expect(await seats.book({ ...booking, orderId: 'order-2' })).toMatchObject({ ok: true })
  })

  it('SEAT-09 fail in an epoch that was released, but succeed in a later epoch if the seats are free', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-1', 'A-1-2'] })
    const order = { orderId: 'order-1', plan: PLAN, seatIds: ['A-1-1', 'A-1-2'], amounts: [], now: NOW }
    await seats.book({ cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, now: NOW })
    expect(await seats.releaseOrder('order-1', 1, NOW)).toEqual({ ok: true, released: 2 })
    expect(await seats.rebook({ ...order, epoch: 1 })).toMatchObject({ code: 'SEATS_NOT_AVAILABLE' })
    const again = await seats.rebook({ ...order, epoch: 2 })
    expect(again).toMatchObject({ ok: true, holds: [{ seatId: 'A-1-1', sectionId: 'A' }, { seatId: 'A-1-2' }] })
    expect(await seats.rebook({ ...order, epoch: 2 })).toEqual(again)
    expect(await seats.releaseOrder('order-1', 1, NOW)).toEqual({ ok: true, released: 0 })
    expect(await seats.releaseOrder('order-1', 2, NOW)).toEqual({ ok: true, released: 2 })
    await held(seats, { cartId: 'cart-2', seatIds: ['A-1-2'] })
    expect(await seats.rebook({ ...order, epoch: 3 })).toEqual({
      ok: false,
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-2'] },
    })
    expect((await seats.counts(PLAN, NOW)).sold).toBe(0)
  })

  it('SEAT-09 of an area after a late payment succeed only if all tickets fit', async () => {
    const seats = newSeatObject()
    const order = { orderId: 'order-1', plan: PLAN, seatIds: ['A-1-1'], now: NOW }
    await held(seats, { category: 2, amount: 8 })
    const amounts = (amount: number) => [{ sectionId: 'floor', amount }]
    expect(await seats.rebook({ ...order, epoch: 1, amounts: amounts(3) })).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 2 },
    })
    expect((await seats.counts(PLAN, NOW)).sold).toBe(0)
    expect(await seats.rebook({ ...order, epoch: 1, amounts: amounts(2) })).toMatchObject({ ok: true })
    expect(await seats.rebook({ ...order, epoch: 2, amounts: amounts(1) })).toMatchObject({ ok: true })
    expect(await seats.counts(PLAN, NOW)).toMatchObject({ sold: 2, held: 8, free: 12 })
    expect((await seats.audit(NOW)).faults).toEqual([])
  })
})

describe('EventSeats objects with changing plans', () => {
  it('SEAT-09 keep sold seats under a new plan, and count claims on missing seats or above the new capacity as orphaned', async () => {
    const seats = newSeatObject()
    const gone = await held(seats, { seatIds: ['A-1-1', 'A-2-1'] })
    const order = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds: gone.holdIds, now: NOW }
    await seats.book(order)
    const waiting = await held(seats, { seatIds: ['A-1-2'] })
    await held(seats, { category: 2, amount: 3, cartId: 'cart-2' })
    const { version } = await seats.availability(PLAN, NOW)
    const changed = await seats.availability(SMALLER, NOW)
    expect(changed).toMatchObject({ plan: SMALLER, allotments: [{ left: 0 }] })
    expect(freeSeatsOf(changed)).toHaveLength(5)
    expect(changed.version).toBeGreaterThan(version)
    const counts = { total: 11, free: 5, held: 4, sold: 2, orphaned: 3 }
    expect(await seats.counts(SMALLER, NOW)).toEqual(counts)
    expect((await seats.book(order)).ok).toBe(true)
    expect(await seats.book({ ...order, orderId: 'order-2', holdIds: waiting.holdIds })).toEqual({
      ok: false,
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-2'] },
    })
    await evictDurableObject(seats)
    expect(await seats.audit(NOW)).toEqual({ ok: true, faults: [], counts })
  })

  it('SEAT-05 answer a request for an older plan with the newest plan, also after a restart', async () => {
    const seats = newSeatObject()
    await seats.availability(PLAN, NOW)
    await seats.availability(SMALLER, NOW)
    expect((await seats.availability(PLAN, NOW + 1)).plan).toEqual(SMALLER)
    expect((await seats.availability(PLAN, NOW + 60 * MINUTE)).plan).toEqual(SMALLER)
    await evictDurableObject(seats)
    expect((await seats.availability(PLAN, NOW + 60 * MINUTE)).plan).toEqual(SMALLER)
    const again = { ...PLAN, version: 3 }
    expect((await seats.availability(again, NOW + 60 * MINUTE)).plan).toEqual(again)
    expect((await seats.availability(SMALLER, NOW + 60 * MINUTE)).plan).toEqual(again)
  })

  it('SEAT-05 accept the next plan if the stored plan has no version', async () => {
    const seats = newSeatObject()
    await seats.availability({ ...PLAN, version: 0 }, NOW)
    await runInSeatObject(seats, (_, state) => {
      state.storage.sql.exec("DELETE FROM settings WHERE name = 'planVersion'")
    })
    await evictDurableObject(seats)
    expect(await seats.boughtBy('cart-1', NOW)).toBe(0)
    expect((await seats.availability({ ...PLAN, version: 0 }, NOW)).plan.key).toBe(PLAN.key)
    expect((await seats.availability(SMALLER, NOW)).plan).toEqual(SMALLER)
  })

  it('SEAT-08 keep the smaller capacity of a new plan if a request names the older plan', async () => {
    const seats = newSeatObject()
    await seats.availability(SMALLER, NOW)
    const request = holdRequest({ plan: PLAN, category: 2, amount: 6, now: NOW + 60 * MINUTE })
    expect(await seats.hold(request)).toMatchObject({ code: 'TICKETS_NOT_AVAILABLE', params: { left: 2 } })
  })

  it('SEAT-09 reject the booking of a held seat that a newer plan lacks', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-1', 'A-2-1'] })
    const order = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, holdIds, plan: SMALLER, now: NOW }
    expect(await seats.book(order)).toEqual({ ok: false, code: 'SEATS_NOT_AVAILABLE', params: { seatIds: ['A-1-1'] } })
    expect(await seats.counts(SMALLER, NOW)).toMatchObject({ sold: 0, held: 2 })
  })

  it('SEAT-08 book tickets of an area only up to its new capacity, even if carts already hold more', async () => {
    const seats = newSeatObject()
    const carts = ['cart-1', 'cart-2', 'cart-3']
    const holds = await Promise.all(carts.map((cartId) => held(seats, { cartId, category: 2, amount: 1 })))
    const book = (index: number) =>
      seats.book({
        cartId: carts[index] ?? '',
        orderId: `order-${index}`,
        epoch: 1,
        holdIds: holds[index]?.holdIds ?? [],
        plan: SMALLER,
        now: NOW,
      })
    expect(await book(0)).toMatchObject({ ok: true })
    expect(await book(1)).toMatchObject({ ok: true })
    expect(await book(2)).toMatchObject({ code: 'TICKETS_NOT_AVAILABLE', params: { left: 0 } })
    expect(await seats.counts(SMALLER, NOW)).toMatchObject({ sold: 2, held: 1 })
  })

  it('SEAT-05 raise the version of the availability with every change, expiry and restart', async () => {
    const seats = newSeatObject()
    const version = async (now: number) => (await seats.availability(PLAN, now)).version
    const versions = [await version(NOW)]
    const { holdIds } = await held(seats, { seatIds: ['A-1-1'] })
    versions.push(await version(NOW))
    await seats.release('cart-1', holdIds, NOW)
    versions.push(await version(NOW))
    await held(seats, { seatIds: ['A-1-1'] })
    versions.push(await version(NOW), await version(NOW + 20 * MINUTE))
    vi.setSystemTime(Date.now() + 1)
    await evictDurableObject(seats)
    versions.push(await version(NOW + 20 * MINUTE))
    expect(new Set(versions).size).toBe(versions.length)
    expect([...versions].sort((a, b) => a - b)).toEqual(versions)
  })

  it('SEAT-09 offer and hold only the seats of the object’s own block', async () => {
    const sections = [
      { id: 'A', block: 0, rows: [{ row: '1', seats: 3 }] },
      { id: 'B', block: 1, rows: [{ row: '1', seats: 3 }] },
    ]
    await storePlan(
      { key: 'plans/blocks.json', version: 1 },
      seatPlan({ sections, allotments: [{ sectionId: 'floor', capacity: 5, block: 0 }] }),
    )
    const seats = newSeatObject(1)
    const request = { plan: { key: 'plans/blocks.json', version: 1 } }
    expect(await free(seats, NOW, request.plan)).toEqual([3, 4, 5])
    expect(await seats.hold(holdRequest({ ...request, seatIds: ['A-1-1'] }))).toMatchObject({
      code: 'BAD_INPUT',
      params: { field: 'seatIds' },
    })
    expect(await seats.hold(holdRequest({ ...request, category: 2 }))).toMatchObject({
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 0 },
    })
    expect(await seats.counts(request.plan, NOW)).toMatchObject({ total: 3, free: 3 })
  })

  it('SEAT-09 reject a hold that contradicts the stored rows, and then reload their memory from the rows', async () => {
    const seats = newSeatObject()
    await held(seats, { seatIds: ['A-1-2'] })
    await runInSeatObject(seats, async (object, state) => {
      const sold = "'A-1-1', '', 'hold-x', 1, 1, NULL, 'order-x', 1, 0, 0, NULL"
      state.storage.sql.exec(`INSERT INTO claims VALUES (${sold})`)
      const request = holdRequest({ cartId: 'cart-2', seatIds: ['A-1-3', 'A-1-1'] })
      await expect(object.hold(request)).rejects.toThrow('has changed since the decision')
      expect(await object.hold(request)).toMatchObject({ code: 'SEATS_NOT_AVAILABLE', params: { seatIds: ['A-1-1'] } })
    })
    expect(await seats.audit(NOW)).toMatchObject({ ok: true, counts: { held: 1, sold: 1 } })
  })

  it('SEAT-09 report every difference between memory and rows in the audit', async () => {
    const seats = newSeatObject()
    const { holdIds } = await held(seats, { seatIds: ['A-1-1', 'A-1-2'] })
    await runInSeatObject(seats, (_, state) => {
      state.storage.sql.exec('DELETE FROM claims WHERE hold_id = ?', holdIds[0])
      state.storage.sql.exec("UPDATE claims SET order_id = 'order-x', epoch = 1 WHERE hold_id = ?", holdIds[1])
      state.storage.sql.exec("INSERT INTO claims VALUES ('A-1-5', '', 'hold-y', 1, 1, NULL, 'order-y', 1, 0, 0, NULL)")
      state.storage.sql.exec("INSERT INTO claims VALUES ('A-1-6', '', 'hold-z', 1, 1, NULL, 'order-y', 1, 0, 0, NULL)")
    })
    const { ok, faults } = await seats.audit(NOW)
    expect(ok).toBe(false)
    expect(faults).toEqual([
      '3 rows but 2 claims in memory',
      `hold ${holdIds[1]} of A-1-2 differs between memory and rows`,
      'hold hold-y of A-1-5 exists only in the rows',
      'hold hold-z of A-1-6 exists only in the rows',
      'the sold count is wrong',
      'the held count is wrong',
    ])
  })

  it('SEAT-09 fail while the plan is missing, and succeed after the plan is stored', async () => {
    const late = { key: 'plans/late.json', version: 1 }
    const seats = newSeatObject()
    await runInSeatObject(seats, async (object) => {
      await expect(object.counts(late, NOW)).rejects.toThrow('not in the bucket')
    })
    await storePlan(late, seatPlan({ allotments: [{ sectionId: 'floor', capacity: 5 }] }))
    expect(await seats.counts(late, NOW)).toMatchObject({ total: 5 })
  })
})

it('SEAT-06 availability shows no seat within the distance of a held seat as free, also after a restart', async () => {
  const seats = newSeatObject()
  await held(seats, { seatIds: ['A-1-1'], rules: { distancing: 2 } })
  expect(await free(seats)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  await evictDurableObject(seats)
  expect(await free(seats)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(await seats.counts(PLAN, NOW)).toMatchObject({ held: 1, free: 21 })
})

it('SEAT-12 a request without seat ids holds four adjacent seats in one call', async () => {
  const seats = newSeatObject()
  const { holds } = await held(seats, { amount: 4 })
  expect(holds.map(({ seatId }) => seatId)).toEqual(['A-1-2', 'A-1-3', 'A-1-4', 'A-1-5'])
})
