/**
 * Seat objects prevent double sales. If a seat object has the wrong seats, the database prevents double sales. These
 * tests give seats to the wrong object or remove seats, and check the database.
 */
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withdrawnSeats } from '../../schema/tables/event.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { buildPaymentWorld, db, isolatedEnv, makeOverdue, payByBank, recordsOf } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { addSplitEvent, publishPlan, type SplitEvent, splitPlan, storeSplitPlan } from '../support/split-event.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let event: SplitEvent
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await storeSplitPlan()
})
beforeEach(async () => {
  event = await addSplitEvent(world, 6)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function hold(wish: string[] | number, visitor = new Visitor()): Promise<Visitor> {
  const request = typeof wish === 'number' ? { productVariantId: event.standing, amount: wish } : seatsOf(wish)
  const { code } = await visitor.add([request])
  if (code !== null) throw new Error(code)
  return visitor
}

const seatsOf = (seatIds: string[]) => ({ productVariantId: event.seat, amount: seatIds.length, seatIds })

async function buy(wish: string[] | number, visitor = new Visitor()) {
  await hold(wish, visitor)
  const tickets = typeof wish === 'number' ? wish : wish.length
  const answer = await visitor.placeOrder(tickets * 4500)
  if (!answer.data) throw new Error(answer.code ?? 'no order')
  return answer.data.placeOrder.cart
}

async function cancel(orderId: string): Promise<void> {
  await makeOverdue(orderId)
  await sweepOrders(testEnv, Date.now())
}

const release = () => drainOutbox(isolatedEnv().env, Date.now() + 120_000)

async function soldIn(block: number): Promise<number> {
  const { counts, faults } = await seatsObject(testEnv, event.id, block).audit(Date.now())
  expect(faults).toEqual([])
  return counts.sold
}

const openItems = (seatId: string) =>
  db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.eventId, event.id), eq(orderItems.seatId, seatId), eq(orders.status, 'payment_pending')))

describe('a seat that two objects own', () => {
  it('SEAT-09 gets only one open order, and the rejection of a second order names the seat', async () => {
    await buy(['A-1-1'])
    await publishPlan(event, splitPlan({ A: 1 }))
    const rival = await hold(['A-1-1', 'A-1-2'])
    expect(await rival.placeOrder(9000)).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-1'] },
    })
    expect(await openItems('A-1-1')).toHaveLength(1)
    expect(await openItems('A-1-2')).toHaveLength(0)
    expect(await soldIn(1)).toBe(0)
  })

  it('SEAT-09 is sold again after its order is cancelled, and a late payment for the cancelled order is refunded', async () => {
    const first = await buy(['A-1-1', 'B-1-1'])
    await cancel(first.id)
    await release()
    await publishPlan(event, splitPlan({ A: 2 }))
    await buy(['A-1-1'])
    await publishPlan(event, splitPlan())
    await payByBank(first)
    const records = await recordsOf(first.id)
    expect(records.order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(records.tickets).toEqual([])
    expect(records.refunds).toMatchObject([{ reason: 'late_payment', amountCents: 9000 }])
    expect([await soldIn(0), await soldIn(1), await soldIn(2)]).toEqual([0, 0, 1])
  })
})

describe('seats and area tickets that an import removes', () => {
  it('SEAT-09 cannot be ordered by a cart that holds them, even if the seat object has not been called since the import', async () => {
    const visitor = await hold(['B-1-1', 'B-1-2'])
    await publishPlan(event, splitPlan({ B: -1 }))
    expect(await visitor.placeOrder(9000)).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['B-1-1', 'B-1-2'] },
    })
    expect(await soldIn(1)).toBe(0)
  })

  it('SEAT-09 are rejected by the database if the seat object still has the former plan', async () => {
    const visitor = await hold(['B-1-1', 'B-1-2'])
    const gone = { eventId: event.id, sectionId: 'B', seatId: 'B-1-2' }
    await db.insert(withdrawnSeats).values(gone)
    expect(await visitor.placeOrder(9000)).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['B-1-2'] },
    })
    await db.delete(withdrawnSeats).where(eq(withdrawnSeats.eventId, event.id))
    await db.insert(withdrawnSeats).values({ ...gone, sectionId: 'A' })
    expect((await visitor.placeOrder(9000)).code).toBeNull()
  })

  it('SEAT-08 reduce the capacity of the area, and the database rejects orders beyond the new capacity', async () => {
    await buy(2)
    const third = await hold(1)
    const fourth = await hold(1)
    await db.insert(withdrawnSeats).values({ eventId: event.id, sectionId: 'north', seatId: '', capacity: 3 })
    expect((await third.placeOrder(4500)).code).toBeNull()
    expect(await fourth.placeOrder(4500)).toMatchObject({ code: 'TICKETS_NOT_AVAILABLE', params: { left: 0 } })
  })

  it('SEAT-09 cannot be removed while an open order contains them', async () => {
    const order = await buy(['B-1-1'])
    await buy(2)
    const take = (seat: { sectionId: string; seatId: string; capacity: number }) =>
      db.insert(withdrawnSeats).values({ eventId: event.id, ...seat })
    const reason = { cause: expect.objectContaining({ message: expect.stringContaining('withdrawn_seats_sold') }) }
    await expect(take({ sectionId: 'B', seatId: 'B-1-1', capacity: 0 })).rejects.toMatchObject(reason)
    await expect(take({ sectionId: 'north', seatId: '', capacity: 1 })).rejects.toMatchObject(reason)
    await take({ sectionId: 'north', seatId: '', capacity: 2 })
    await cancel(order.id)
    await take({ sectionId: 'B', seatId: 'B-1-1', capacity: 0 })
    await payByBank(order)
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ reason: 'late_payment' }])
  })
})

describe('returned seats', () => {
  it.each([
    { condition: 'whose items name their block', dropBlocks: false },
    { condition: 'whose items name no block', dropBlocks: true },
  ])(
    'CHK-09 of an order $condition are released by the object that sold them, even if the plan has changed',
    async ({ dropBlocks }) => {
      const order = await buy(['B-1-1', 'C-1-1'])
      if (dropBlocks) await db.update(orderItems).set({ block: null }).where(eq(orderItems.orderId, order.id))
      expect([await soldIn(1), await soldIn(2)]).toEqual([1, 1])
      await publishPlan(event, splitPlan({ B: -1, C: 0 }))
      await cancel(order.id)
      await release()
      expect([await soldIn(0), await soldIn(1), await soldIn(2)]).toEqual([0, 0, 0])
      const rows = await db
        .select()
        .from(outbox)
        .where(and(eq(outbox.subjectId, order.id), eq(outbox.kind, 'release_seats')))
      expect(rows).toMatchObject([{ doneAt: expect.any(Number) }])
    },
  )

  it('PAY-07 are not booked for a late payment if their section has left the plan, and the payment is refunded once', async () => {
    for (const dropBlocks of [false, true]) {
      const order = await buy(['B-1-1'])
      if (dropBlocks) await db.update(orderItems).set({ block: null }).where(eq(orderItems.orderId, order.id))
      await cancel(order.id)
      await release()
      await publishPlan(event, splitPlan({ B: -1 }))
      await payByBank(order)
      expect((await recordsOf(order.id)).refunds).toMatchObject([{ reason: 'late_payment' }])
      await publishPlan(event, splitPlan())
    }
  })
})

describe('the tickets that a cart has bought', () => {
  it("EVT-05 count against the event's limit in every seat object, even after an order with another email address", async () => {
    const visitor = new Visitor()
    await buy(['A-1-1', 'B-1-1', 'B-1-2', 'B-1-3'], visitor)
    const limit = { code: 'TICKET_LIMIT_EXCEEDED', params: { limit: 6 } }
    expect(await visitor.add([seatsOf(['A-1-2', 'A-1-3', 'C-1-1'])])).toMatchObject(limit)
    expect(await visitor.add([seatsOf(['C-1-1', 'C-1-2', 'C-1-3'])])).toMatchObject(limit)
    await hold(['C-1-1', 'C-1-2'], visitor)
    expect((await visitor.placeOrder(9000, { email: `other-${visitor.email}` })).code).toBeNull()
    expect(await visitor.add([seatsOf(['C-1-3'])])).toMatchObject(limit)
  })
})
