/** Plants faults in the books, and checks that the audit reports all of them and repairs those that need no operator. */
import { exports } from 'cloudflare:workers'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse } from '../../schema/errors.ts'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { allotments, events } from '../../schema/tables/event.ts'
import { incidents } from '../../schema/tables/incident.ts'
import { jobRuns } from '../../schema/tables/job-run.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { payments, providerEvents, refunds } from '../../schema/tables/payment.ts'
import { presaleCodes } from '../../schema/tables/presale-code.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { noteIncident } from '../../worker/db/incident.ts'
import { writePlacedOrder } from '../../worker/db/placed-order.ts'
import { noteProviderRefund } from '../../worker/db/refund.ts'
import type { AuditSlice } from '../../worker/domain/orders/book-audit.ts'
import type { OrderDraft } from '../../worker/domain/orders/order-draft.ts'
import { auditWhenDue } from '../../worker/jobs/audit-books.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import {
  buildPaymentWorld,
  db,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import { SEATED_PLAN, seatPairs } from '../support/seats-and-stock.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const HOUR = 3_600_000

let world: World
let paid: Placed
let unpaid: Placed
/** Each call returns two adjacent seats that no other call returns. */
const nextPair = seatPairs()

/** These seats are for tests that leave them free again. */
const spareSeats = nextPair()

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.update(allotments).set({ capacity: 5000 })
  paid = await placeOrder(world, { seatIds: nextPair(), scarce: 1, method: 'bank_transfer' })
  await payByBank(paid)
  unpaid = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  // Each test undoes its faults, so the next one starts with consistent books.
  expect(await audit()).toEqual([])
  await db.delete(incidents)
})

/** Runs the audit from `cursor` to the end of the pass. The default cursor starts with the first phase. */
async function auditFrom(cursor = '', now = Date.now()) {
  const slice = await auditBooks(testEnv, cursor, now, () => true)
  expect(slice.cursor).toBeNull()
  return slice.findings.map(({ kind, subjectId, isRepaired }) => ({ kind, subjectId, isRepaired }))
}

/**
 * Audits as if every order were at least two hours old. It backdates the rows instead of passing a later time, because the
 * seat objects do not accept a time that is far ahead of their own clocks.
 */
async function audit() {
  const longAgo = Date.now() - 2 * HOUR
  await db.update(orders).set({
    placedAt: sql`min(${orders.placedAt}, ${longAgo})`,
    paidAt: sql`min(${orders.paidAt}, ${longAgo})`,
    cancelledAt: sql`min(${orders.cancelledAt}, ${longAgo})`,
  })
  await db.update(orderItems).set({ invalidatedAt: sql`min(${orderItems.invalidatedAt}, ${longAgo})` })
  return auditFrom()
}

const open = (kind: string, subjectId: string) => [{ kind, subjectId, isRepaired: false }]
const repaired = (kind: string, subjectId: string) => [{ kind, subjectId, isRepaired: true }]
/** The subject of a finding about an order's seats, or about its seats in one block. */
const seatsOf = (orderId: string, block?: number) =>
  [orderId, world.seatedEvent, ...(block === undefined ? [] : [block])].join('/')
const seats = () => seatsObject(testEnv, world.seatedEvent, 0)
const soldTo = async (orderId: string) =>
  (await seats().soldClaims(null, 100)).claims
    .filter((claim) => claim.orderId === orderId)
    .map(({ place }) => place)
    .sort()

function sell(orderId: string, seatIds: readonly string[], epoch = 1, block = 0) {
  const place = { epoch, plan: SEATED_PLAN, seatIds: [...seatIds], amounts: [], now: Date.now() }
  return seatsObject(testEnv, world.seatedEvent, block).rebook({ orderId, ...place })
}

it('the audit finds no faults in consistent books', async () => {
  expect(await audit()).toEqual([])
})

describe('the audit of seats', () => {
  it('releases seats sold to an order that does not exist, but only when its placement can no longer be in progress', async () => {
    const seatIds = nextPair()
    const [young, nobody] = [newId('order', Date.now() - HOUR / 2), newId('order', Date.now() - 2 * HOUR)]
    await sell(young, seatIds)
    expect(await audit()).toEqual([])
    expect(await soldTo(young)).toHaveLength(2)
    await seats().releaseOrder(young, 1, Date.now())
    await sell(nobody, seatIds)
    expect(await audit()).toEqual(repaired('seat_without_order', seatsOf(nobody, 0)))
    expect(await soldTo(nobody)).toEqual([])
    // A placement that resumes after the audit gets no seats.
    expect((await sell(nobody, seatIds)).ok).toBe(false)
  })

  it('blocks the id of a nonexistent order when it releases the seats, so that the order cannot be written later', async () => {
    const nobody = newId('order', Date.now() - 2 * HOUR)
    await sell(nobody, nextPair())
    expect(await audit()).toEqual(repaired('seat_without_order', seatsOf(nobody, 0)))
    expect(await writePlacedOrder(db, await draftOf(nobody), Date.now())).toMatchObject({
      refusal: { code: 'ORDER_FAILED' },
      fault: null,
    })
    expect(await db.select().from(orders).where(eq(orders.id, nobody))).toEqual([])
  })

  it('leaves the seats to an order that is written just before their release', async () => {
    const nobody = newId('order', Date.now() - 2 * HOUR)
    const seatIds = nextPair()
    await sell(nobody, seatIds)
    const draft = await draftOf(nobody)
    const DB = actingBefore('insert into incidents', () => writePlacedOrder(db, draft, Date.now()))
    const { findings } = await auditBooks({ ...testEnv, DB }, 'seats:', Date.now(), () => true)
    expect(findings).toMatchObject([{ kind: 'seat_without_order', isRepaired: false }])
    expect(await soldTo(nobody)).toEqual([...seatIds].sort())
    await db.delete(orders).where(eq(orders.id, nobody))
    await seats().releaseOrder(nobody, 1, Date.now())
  })

  it("releases the seats of an order that was cancelled two hours ago, and increments the order's seat epoch", async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), method: 'bank_transfer' })
    await setOrder(order.id, { status: 'cancelled', cancelledAt: Date.now() })
    expect(await auditFrom()).toEqual([])
    expect(await audit()).toEqual(repaired('seat_of_ended_order', seatsOf(order.id, 0)))
    expect(await soldTo(order.id)).toEqual([])
    expect((await recordsOf(order.id)).order.seatEpoch).toBe(2)
    await db.delete(orders).where(eq(orders.id, order.id))
  })

  it('releases the seats of a completely refunded order if the refund has not released them within an hour', async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), method: 'bank_transfer' })
    await payByBank(order)
    const longAgo = Date.now() - 2 * HOUR
    await setOrder(order.id, { placedAt: longAgo, paidAt: longAgo })
    const [payment] = (await recordsOf(order.id)).payments
    if (!payment) throw new Error('no payment')
    await noteProviderRefund(
      db,
      payment,
      { externalId: 're_whole', status: 'done', amountCents: order.totalCents, reason: 'provider' },
      Date.now(),
    )
    expect((await recordsOf(order.id)).order.status).toBe('refunded')
    expect(await auditFrom()).toEqual([])
    expect(await audit()).toEqual(repaired('seat_of_ended_order', seatsOf(order.id, 0)))
    expect(await soldTo(order.id)).toEqual([])
    await db.delete(orders).where(eq(orders.id, order.id))
  })

  it('leaves the seats to a cancelled order that is paid just before their release', async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), method: 'bank_transfer' })
    await setOrder(order.id, { status: 'cancelled', cancelledAt: Date.now() - 2 * HOUR, placedAt: 1 })
    const env = { ...testEnv, DB: revivingBefore(order.id, 'select "status", "seat_epoch" from "orders"') }
    const { findings } = await auditBooks(env, 'seats:', Date.now(), () => true)
    expect(findings).toMatchObject([{ kind: 'seat_of_ended_order', isRepaired: false }])
    expect(await soldTo(order.id)).toHaveLength(2)
    await setOrder(order.id, { status: 'payment_pending' })
  })

  it("books an order's seats again if the seat object has lost them", async () => {
    const seatIds = nextPair()
    const order = await placeOrder(world, { seatIds: [...seatIds], method: 'bank_transfer' })
    await seats().releaseOrder(order.id, 1, Date.now())
    expect(await auditFrom()).toEqual([])
    expect(await audit()).toEqual(repaired('order_without_seat', seatsOf(order.id)))
    expect(await soldTo(order.id)).toEqual([...seatIds].sort())
  })

  it('leaves an order its remaining seat, and books the missing seat again once no other order has it', async () => {
    const seatIds = nextPair()
    const [first, second] = [
      await placeOrder(world, { seatIds: [...seatIds], method: 'bank_transfer' }),
      await placeOrder(world, { standing: 1, method: 'bank_transfer' }),
    ]
    await seats().releaseOrder(first.id, 1, Date.now())
    await sell(first.id, [seatIds[0]], 2)
    await setOrder(first.id, { seatEpoch: 2 })
    await sell(second.id, [seatIds[1]])
    expect(await audit()).toEqual([
      ...open('seat_taken_by_other', seatsOf(first.id)),
      ...repaired('seat_without_item', seatsOf(second.id)),
    ])
    expect(await soldTo(first.id)).toEqual([seatIds[0]])
    expect(await soldTo(second.id)).toEqual([])
    expect(await audit()).toEqual(repaired('order_without_seat', seatsOf(first.id)))
    expect(await soldTo(first.id)).toEqual([...seatIds].sort())
  })

  it("releases a seat that is booked for an order but belongs to none of the order's items", async () => {
    const [own, lost] = nextPair()
    const order = await placeOrder(world, { seatIds: [own, lost], method: 'bank_transfer' })
    await db.delete(orderItems).where(sql`${orderItems.orderId} = ${order.id} and ${orderItems.seatId} = ${lost}`)
    expect(await audit()).toEqual(repaired('seat_without_item', seatsOf(order.id)))
    expect(await soldTo(order.id)).toEqual([own])
  })

  it('reports a seat that two orders contain', async () => {
    const seatIds = nextPair()
    const order = await placeOrder(world, { seatIds: [...seatIds], method: 'bank_transfer' })
    const { order: row } = await recordsOf(order.id)
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const twin = { ...row, id: newId('order', Date.now()), reference: '1234567890' }
    await db.insert(orders).values(twin)
    // This trigger would reject the fault.
    const trigger = await testEnv.DB.prepare(
      "SELECT sql FROM sqlite_master WHERE name = 'order_items_seat_taken'",
    ).first<string>('sql')
    await testEnv.DB.exec('DROP TRIGGER order_items_seat_taken')
    const copies = items.map((item) => ({ ...item, id: newId('orderItem', Date.now()), orderId: twin.id }))
    for (const copy of copies) await db.insert(orderItems).values(copy)
    await testEnv.DB.prepare(trigger ?? '').run()
    expect(await audit()).toEqual([
      ...open('seat_taken_by_other', seatsOf(twin.id)),
      ...seatIds.flatMap((seatId) => open('seat_in_two_orders', `${world.seatedEvent}/${seatId}`)),
    ])
    await db.delete(orders).where(eq(orders.id, twin.id))
  })

  it('reports a seat that two seat objects have sold', async () => {
    const seatIds = nextPair()
    const order = await placeOrder(world, { seatIds: [...seatIds], method: 'bank_transfer' })
    // The changed plan assigns the section to the second object. No import makes such a plan.
    const plan = await (await testEnv.BUCKET.get(SEATED_PLAN.key))?.text()
    const moved = 'seat-plans/moved.json'
    await testEnv.BUCKET.put(moved, plan?.replace('"block":0', '"block":1') ?? '')
    await db.update(events).set({ blockCount: 2 }).where(eq(events.id, world.seatedEvent))
    const other = newId('order', Date.now() - 2 * HOUR)
    await seatsObject(testEnv, world.seatedEvent, 1).rebook({
      orderId: other,
      epoch: 1,
      plan: { key: moved, version: 0 },
      seatIds: [seatIds[0]],
      amounts: [],
      now: Date.now(),
    })
    expect(await audit()).toEqual([
      ...repaired('seat_without_order', seatsOf(other, 1)),
      ...open('seat_in_two_objects', `${world.seatedEvent}/${seatIds[0]}`),
    ])
    await db.update(events).set({ blockCount: 1 }).where(eq(events.id, world.seatedEvent))
    expect(await soldTo(order.id)).toEqual([...seatIds].sort())
  })

  it('reports an area with more ordered tickets than its capacity', async () => {
    await db.update(allotments).set({ capacity: 1 }).where(eq(allotments.eventId, world.standingEvent))
    expect(await audit()).toEqual(open('area_oversold', `${world.standingEvent}/floor`))
    await db.update(allotments).set({ capacity: 5000 }).where(eq(allotments.eventId, world.standingEvent))
  })

  it('reports each event whose seat object is unreachable, and continues with the next event', async () => {
    const broken = {
      ...testEnv,
      EVENT_SEATS: { getByName: () => ({ audit: () => Promise.reject(new Error('no such plan')) }) },
    } as unknown as typeof testEnv
    const { findings } = await auditBooks(broken, 'seats:', Date.now(), () => true)
    expect(new Set(findings.map(({ kind, subjectId }) => `${kind} ${subjectId}`))).toEqual(
      new Set([`seat_object_unreachable ${world.seatedEvent}`, `seat_object_unreachable ${world.standingEvent}`]),
    )
  })
})

describe('an audit with a budget', () => {
  it('exceeds its budget only by the one statement that records all faults of a page', async () => {
    const { order } = await recordsOf(unpaid.id)
    const copies = Array.from({ length: 20 }, (_, index) => ({
      ...order,
      id: newId('order', Date.now()),
      reference: String(7_000_000_000 + index),
      paidCents: 100,
      status: 'cancelled' as const,
    }))
    for (const copy of copies) await db.insert(orders).values(copy)
    const { DB, counted } = countingDatabase()
    const { findings } = await auditBooks({ ...testEnv, DB }, 'orders:', Date.now(), () => counted() < 2)
    expect(findings).toHaveLength(20)
    expect(counted()).toBe(3)
    expect(await db.select().from(incidents)).toHaveLength(20)
    for (const { id } of copies) await db.delete(orders).where(eq(orders.id, id))
  })

  it('can end between two repairs, and makes the second repair in the next slice', async () => {
    for (const seatId of spareSeats) await sell(newId('order', Date.now() - 2 * HOUR), [seatId])
    let repairs = 0
    vi.spyOn(console, 'warn').mockImplementation(() => void repairs++)
    const slice = await auditBooks(testEnv, 'seats:', Date.now(), () => repairs < 1)
    expect(slice.cursor).toMatch(/^seats:/)
    expect(slice.findings.map(({ isRepaired }) => isRepaired)).toEqual([true])
    expect(await db.select().from(incidents).where(eq(incidents.kind, 'seat_without_order'))).toEqual([])
    const next = await auditBooks(testEnv, slice.cursor ?? '', Date.now(), () => true)
    expect(next.findings.map(({ isRepaired }) => isRepaired)).toEqual([true])
  })

  it('reports a part of the books that cannot be read, and continues to the end', async () => {
    const { DB } = countingDatabase('select variant_id')
    const slice = await auditBooks({ ...testEnv, DB }, '', Date.now(), () => true)
    expect(slice.cursor).toBeNull()
    expect(slice.findings).toMatchObject([{ kind: 'books_unreadable', subjectId: 'stock' }])
  })

  it('continues to the end even if no incident can be written', async () => {
    await setOrder(paid.id, { status: 'processing' })
    await setOrder(paid.id, { placedAt: Date.now() - 2 * HOUR })
    const { DB } = countingDatabase('insert into incidents')
    const slice = await auditBooks({ ...testEnv, DB }, '', Date.now(), () => true)
    expect(slice).toMatchObject({ cursor: null, findings: [{ kind: 'books_unreadable', subjectId: 'orders' }] })
    await setOrder(paid.id, { status: 'pending_fulfillment' })
  })

  it('reads a page again in the next slice if the first reading used up the budget', async () => {
    const nobody = newId('order', Date.now() - 2 * HOUR)
    await sell(nobody, spareSeats)
    let isRead = false
    const getByName = (name: string) => {
      isRead ||= name.startsWith(world.seatedEvent)
      return testEnv.EVENT_SEATS.getByName(name)
    }
    const env = { ...testEnv, EVENT_SEATS: { getByName } } as unknown as typeof testEnv
    const slice = await auditBooks(env, 'orders:', Date.now(), () => !isRead)
    expect(slice).toMatchObject({ cursor: expect.stringMatching(/^seats:/), findings: [] })
    const next = await auditBooks(testEnv, slice.cursor ?? '', Date.now(), () => true)
    expect(next.findings).toMatchObject([{ subjectId: seatsOf(nobody, 0), isRepaired: true }])
  })

  it("does not retry a failed rebooking while its incident is open, so the order's seat epoch increases only once", async () => {
    const order = await placeOrder(world, { seatIds: nextPair(), method: 'bank_transfer' })
    await seats().releaseOrder(order.id, 1, Date.now())
    await setOrder(order.id, { placedAt: Date.now() - 2 * HOUR, paidAt: null })
    const env = { ...testEnv, EVENT_SEATS: { getByName: refusingToRebook } } as unknown as typeof testEnv
    for (let hour = 0; hour < 3; hour++) {
      const { findings } = await auditBooks(env, 'seats:', Date.now(), () => true)
      expect(findings).toMatchObject([{ kind: 'order_without_seat', subjectId: seatsOf(order.id), isRepaired: false }])
    }
    expect((await recordsOf(order.id)).order.seatEpoch).toBe(2)
    await db.delete(incidents)
    expect(await audit()).toEqual(repaired('order_without_seat', seatsOf(order.id)))
  })
})

describe('the audit of orders, tickets and money', () => {
  it('reports a paid order with too few or too many tickets', async () => {
    const issued = await db.select().from(tickets).where(eq(tickets.orderId, paid.id))
    const [first] = issued
    if (!first) throw new Error('no ticket')
    await db.delete(tickets).where(eq(tickets.id, first.id))
    expect(await audit()).toEqual(open('tickets_missing', paid.id))
    const extra = { ...first, id: newId('ticket', 1), position: 7, validationCode: '1234567890123' }
    await db.insert(tickets).values([first, extra])
    expect(await audit()).toEqual(open('tickets_excess', paid.id))
    await db.delete(tickets).where(eq(tickets.id, extra.id))
  })

  it('reports valid tickets of an unpaid order', async () => {
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, unpaid.id))
    const [ticket] = await db.select().from(tickets)
    if (!item || !ticket) throw new Error('no item')
    const own = { orderId: unpaid.id, orderItemId: item.id, eventId: world.standingEvent }
    const id = newId('ticket', 1)
    await db.insert(tickets).values({ ...ticket, ...own, id, validationCode: '1234567890124' })
    expect(await audit()).toEqual(open('tickets_unpaid', unpaid.id))
    await db.update(tickets).set({ invalidatedAt: 1 }).where(eq(tickets.id, id))
    expect(await audit()).toEqual([])
    await db.delete(tickets).where(eq(tickets.id, id))
  })

  it('reports an order whose paid amount differs from the sum of its payments', async () => {
    const { order } = await recordsOf(paid.id)
    await setOrder(paid.id, { paidCents: order.paidCents - 1 })
    expect(await audit()).toEqual(open('paid_differs', paid.id))
    await setOrder(paid.id, { paidCents: order.paidCents })
  })

  it('reports an order whose refunded amount differs from the sum of its completed refunds', async () => {
    const { payments: rows } = await recordsOf(paid.id)
    const refund = {
      id: newId('refund', Date.now()),
      orderId: paid.id,
      paymentId: rows[0]?.id ?? null,
      reason: 'request' as const,
      status: 'done' as const,
      amountCents: 500,
      createdAt: Date.now(),
      doneAt: Date.now(),
    }
    await db.insert(refunds).values(refund)
    expect(await audit()).toEqual(open('refunded_differs', paid.id))
    await setOrder(paid.id, { refundedCents: 500 })
    expect(await audit()).toEqual([])
    await db.delete(refunds)
    await setOrder(paid.id, { refundedCents: 0 })
  })

  it.each(['open', 'failed'] as const)('reports a refund that is still %s after three days', async (status) => {
    const id = newId('refund', Date.now())
    await db.insert(refunds).values({
      id,
      orderId: unpaid.id,
      reason: 'late_payment',
      status,
      amountCents: 500,
      createdAt: Date.now() - 3 * DAY + 3 * HOUR,
    })
    expect(await auditFrom('money:')).toEqual([])
    expect(await auditFrom('money:', Date.now() + 4 * HOUR)).toEqual(open('refund_stuck', id))
    await db.delete(refunds)
  })

  it('reports money captured for an unpaid order', async () => {
    await setOrder(paid.id, { status: 'payment_pending', dueAt: Date.now() + 9 * DAY })
    expect(await audit()).toEqual([...open('captured_unpaid', paid.id), ...open('tickets_unpaid', paid.id)])
    await setOrder(paid.id, { status: 'pending_fulfillment' })
  })

  it('reports an order that has been processing for over an hour or overdue for over a day', async () => {
    await setOrder(paid.id, { status: 'processing', placedAt: Date.now() })
    expect(await auditFrom()).toEqual([])
    expect(await audit()).toEqual(open('order_stuck', paid.id))
    await setOrder(paid.id, { status: 'pending_fulfillment' })
    const { order } = await recordsOf(unpaid.id)
    await setOrder(unpaid.id, { dueAt: Date.now() - DAY })
    expect(await audit()).toEqual(open('order_stuck', unpaid.id))
    await setOrder(unpaid.id, { dueAt: order.dueAt })
  })

  it('reports stock that differs from the imported amount minus the ordered amount', async () => {
    const change = (by: number) =>
      db
        .update(variantStock)
        .set({ available: sql`${variantStock.available} + ${by}` })
        .where(eq(variantStock.variantId, world.scarce))
    await change(1)
    expect(await audit()).toEqual(open('stock_differs', world.scarce))
    await change(-2)
    expect(await audit()).toEqual(open('stock_differs', world.scarce))
    await change(1)
  })

  it('accepts the stock whether or not the goods of a refunded order have been returned to it', async () => {
    const { order } = await recordsOf(paid.id)
    await setOrder(paid.id, { status: 'refunded', refundedCents: order.paidCents })
    const kinds = async () => (await auditBooks(testEnv, 'stock:', Date.now(), () => true)).findings
    expect(await kinds()).toEqual([])
    await db.update(variantStock).set({ available: 5 }).where(eq(variantStock.variantId, world.scarce))
    expect(await kinds()).toEqual([])
    await db.update(variantStock).set({ available: 4 }).where(eq(variantStock.variantId, world.scarce))
    await setOrder(paid.id, { status: order.status, refundedCents: 0 })
  })

  it('reports a presale code that more orders have used than it allows', async () => {
    const id = newId('presaleCode', 1)
    await db.insert(presaleCodes).values({ id, eventId: world.standingEvent, codeHash: 'x', uses: 2, validFromAt: 1 })
    for (const order of [paid, unpaid])
      await db.update(orderItems).set({ presaleCodeId: id }).where(eq(orderItems.orderId, order.id))
    expect(await audit()).toEqual([])
    await db.update(presaleCodes).set({ uses: 1 }).where(eq(presaleCodes.id, id))
    expect(await audit()).toEqual(open('presale_code_overused', id))
    await db.delete(presaleCodes).where(eq(presaleCodes.id, id))
  })

  it('reports a provider that sends no webhooks although payments are captured', async () => {
    const now = Date.now()
    const rows = Array.from({ length: 4 }, (_, index) => ({
      id: newId('payment', now),
      orderId: unpaid.id,
      provider: 'stripe' as const,
      method: 'stripe_checkout' as const,
      attempt: 50 + index,
      status: 'captured' as const,
      amountCents: 0,
      createdAt: now,
      checkedAt: now,
      capturedAt: now,
    }))
    for (const row of rows) await db.insert(payments).values(row)
    expect(await auditFrom('money:', now + 60_000)).toEqual([])
    expect(await auditFrom('money:', now + HOUR)).toEqual(open('webhook_silent', 'stripe'))
    const notice = (id: string) => ({ id, provider: 'stripe', type: 'payment_intent.succeeded', receivedAt: now })
    await db.insert(providerEvents).values([notice('evt_a'), notice('evt_b')])
    expect(await auditFrom('money:', now + HOUR)).toEqual([])
    for (const { id } of rows) await db.delete(payments).where(eq(payments.id, id))
  })
})

describe('audit incidents', () => {
  const openKinds = async () =>
    (await db.select().from(incidents).where(isNull(incidents.resolvedAt))).map(({ kind }) => kind).sort()
  const plant = (kind: string, subjectId: string, at: number) =>
    noteIncident(db, { kind, subjectId, details: { eventId: world.seatedEvent } }, at)

  it('are resolved at the end of a full pass that no longer finds their faults, but not by a partial pass', async () => {
    const now = Date.now()
    await setOrder(paid.id, { status: 'processing', placedAt: now - 2 * HOUR })
    for (const kind of ['order_stuck', 'seat_object_unreachable', 'tickets_excess', 'payment_disputed'])
      await plant(kind, kind === 'seat_object_unreachable' ? world.seatedEvent : paid.id, now - DAY)
    await plant('seats_not_returned', 'ord_nobody', now - DAY)
    await auditFrom('stock:')
    expect(await openKinds()).toHaveLength(5)
    let cursor: string | null = ''
    let at = now
    while (cursor !== null) {
      let pages = 1
      expect(await openKinds()).toHaveLength(5)
      cursor = (await auditBooks(testEnv, cursor, at++, () => pages-- > 0)).cursor
    }
    expect(await openKinds()).toEqual(['order_stuck', 'payment_disputed'])
    await setOrder(paid.id, { status: 'pending_fulfillment' })
  })

  it('about seats stay open while a seat object is unreachable, and all stay open while a part of the books cannot be read', async () => {
    const now = Date.now()
    for (const kind of ['order_without_seat', 'tickets_excess', 'seats_not_returned'])
      await plant(kind, paid.id, now - DAY)
    const EVENT_SEATS = { getByName: () => ({ audit: () => Promise.reject(new Error('no such plan')) }) }
    const { DB } = countingDatabase('select variant_id')
    await auditBooks({ ...testEnv, DB }, '', now, () => true)
    expect(await openKinds()).toEqual([
      'books_unreadable',
      'order_without_seat',
      'seats_not_returned',
      'tickets_excess',
    ])
    await auditBooks({ ...testEnv, EVENT_SEATS } as unknown as typeof testEnv, '', now + 1, () => true)
    expect(new Set(await openKinds())).toEqual(
      new Set(['order_without_seat', 'seat_object_unreachable', 'seats_not_returned']),
    )
    await auditBooks(testEnv, '', now + 2, () => true)
    expect(await openKinds()).toEqual([])
  })

  it('stay open if a pass does not examine their subject, or if the subject changed too recently', async () => {
    const now = Date.now()
    const old = { ...(await recordsOf(unpaid.id)).order, id: newId('order', now - 500 * DAY), reference: '6000000001' }
    await db.insert(orders).values({ ...old, status: 'cancelled' })
    const young = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await plant('webhook_silent', 'stripe', now - DAY)
    await plant('captured_unpaid', old.id, now - DAY)
    await plant('stock_differs', 'var_nobody', now - DAY)
    await plant('order_without_seat', seatsOf(young.id), now - DAY)
    const eventId = 'evt_over'
    await noteIncident(db, { kind: 'area_oversold', subjectId: `${eventId}/floor`, details: { eventId } }, now - DAY)
    await auditFrom()
    expect(await openKinds()).toEqual([
      'area_oversold',
      'captured_unpaid',
      'order_without_seat',
      'stock_differs',
      'webhook_silent',
    ])
    await audit()
    expect(await openKinds()).not.toContain('order_without_seat')
    await db
      .update(events)
      .set({ happeningFromAt: now - 9 * DAY })
      .where(eq(events.id, world.standingEvent))
    await noteIncident(
      db,
      { kind: 'area_oversold', subjectId: 'floor', details: { eventId: world.standingEvent } },
      now - DAY,
    )
    await auditFrom()
    expect(await openKinds()).toHaveLength(5)
    await db
      .update(events)
      .set({ happeningFromAt: now + 9 * DAY })
      .where(eq(events.id, world.standingEvent))
    await auditFrom()
    expect(await openKinds()).toHaveLength(4)
    await db.delete(orders).where(eq(orders.id, old.id))
  })

  it('are resolved when the audit repairs their fault', async () => {
    const nobody = newId('order', Date.now() - 2 * HOUR)
    await sell(nobody, spareSeats)
    await plant('seat_without_order', seatsOf(nobody, 0), Date.now() - DAY)
    await auditFrom('seats:')
    expect(await openKinds()).toEqual([])
  })

  it('that an operator accepted are not repaired, and stay closed until the fault’s details change or an operator reopens them', async () => {
    const seatIds = nextPair()
    const order = await placeOrder(world, { seatIds: [...seatIds], method: 'bank_transfer' })
    await setOrder(order.id, { placedAt: Date.now() - 2 * HOUR })
    await seats().releaseOrder(order.id, 1, Date.now())
    const env = { ...testEnv, EVENT_SEATS: { getByName: refusingToRebook } } as unknown as typeof testEnv
    await auditBooks(env, 'seats:', Date.now(), () => true)
    await db.update(variantStock).set({ available: 0 }).where(eq(variantStock.variantId, world.scarce))
    await auditFrom('stock:')
    const noted = await db.select().from(incidents)
    expect(noted.map(({ kind }) => kind).sort()).toEqual(['order_without_seat', 'stock_differs'])
    for (const { id } of noted) expect((await operator('POST', '/incidents/accept', { id })).status).toBe(200)
    const { findings } = await auditBooks(testEnv, '', Date.now(), () => true)
    expect(findings.map(({ isAccepted, isRepaired }) => [isAccepted, isRepaired])).toEqual([
      [true, false],
      [true, false],
    ])
    expect(await openKinds()).toEqual([])
    expect(await soldTo(order.id)).toEqual([])
    await db.update(variantStock).set({ available: 1 }).where(eq(variantStock.variantId, world.scarce))
    await auditFrom()
    expect(await openKinds()).toEqual(['stock_differs'])
    const [seat] = noted.filter(({ kind }) => kind === 'order_without_seat')
    expect((await operator('POST', '/incidents/reopen', { id: seat?.id })).status).toBe(200)
    expect(await openKinds()).toEqual(['order_without_seat', 'stock_differs'])
    await db.update(variantStock).set({ available: 4 }).where(eq(variantStock.variantId, world.scarce))
    await db.delete(incidents)
    expect(await audit()).toEqual(repaired('order_without_seat', seatsOf(order.id)))
  })

  it('about a stuck refund are resolved when an operator records the returned money', async () => {
    const id = newId('refund', Date.now())
    const stuck = { orderId: unpaid.id, reason: 'late_payment' as const, status: 'open' as const, amountCents: 500 }
    await db.insert(refunds).values({ id, ...stuck, createdAt: Date.now() - 4 * DAY })
    expect(await auditFrom('money:')).toEqual(open('refund_stuck', id))
    expect((await operator('POST', '/refunds/done', { refundId: id, bookingId: `back-${id}` })).status).toBe(200)
    expect(await openKinds()).toEqual([])
    await db.delete(refunds).where(eq(refunds.id, id))
  })

  it('are opened for an outbox message that has waited for more than a day', async () => {
    const id = newId('outbox', 1)
    const row = { id, kind: 'mail_order_paid' as const, subjectId: paid.id, discriminator: id, nextAttemptAt: 0 }
    await db.insert(outbox).values({ ...row, createdAt: Date.now() - DAY - 1 })
    expect(await auditFrom('money:')).toEqual(open('outbox_late', 'mail_order_paid'))
    await db.delete(outbox).where(eq(outbox.id, id))
  })
})

describe('an audit run', () => {
  it('resumes where the last slice ended, and finds each fault once', async () => {
    await setOrder(paid.id, { status: 'processing' })
    await db.update(variantStock).set({ available: 0 }).where(eq(variantStock.variantId, world.scarce))
    const findings: AuditSlice['findings'] = []
    let cursor: string | null = ''
    let slices = 0
    while (cursor !== null) {
      let pages = 1
      const slice: AuditSlice = await auditBooks(testEnv, cursor, Date.now(), () => pages-- > 0)
      findings.push(...slice.findings)
      cursor = slice.cursor
      slices++
    }
    expect(findings.map(({ kind }) => kind)).toEqual(['order_stuck', 'stock_differs'])
    expect(slices).toBeGreaterThan(5)
    await setOrder(paid.id, { status: 'pending_fulfillment' })
    await db.update(variantStock).set({ available: 4 }).where(eq(variantStock.variantId, world.scarce))
  })

  it('starts at most once an hour, and writes only one incident for a fault that several runs find', async () => {
    const start = Date.now()
    await setOrder(paid.id, { status: 'processing' })
    await auditWhenDue(testEnv, start)
    const noted = () => db.select().from(incidents)
    expect(await noted()).toMatchObject([
      { kind: 'order_stuck', subjectId: paid.id, details: { status: 'processing' } },
    ])
    await db.delete(incidents)
    await auditWhenDue(testEnv, start + 1)
    expect(await noted()).toEqual([])
    const [run] = await db.select().from(jobRuns)
    expect(run).toEqual({ job: 'audit_books', nextRunAt: start + HOUR, cursor: '' })
    for (let runs = 1; runs <= 2; runs++) {
      await db.update(jobRuns).set({ nextRunAt: start })
      await auditWhenDue(testEnv, start)
    }
    expect(await noted()).toHaveLength(1)
    await setOrder(paid.id, { status: 'pending_fulfillment' })
  })

  it('with `resting` reports even recent faults, and neither repairs nor records them', async () => {
    const nobody = newId('order', Date.now())
    await sell(nobody, spareSeats)
    const { findings } = await auditBooks(testEnv, '', Date.now(), () => true, true)
    expect(findings).toMatchObject([{ kind: 'seat_without_order', subjectId: seatsOf(nobody, 0), isRepaired: false }])
    expect(await soldTo(nobody)).toHaveLength(2)
    expect(await db.select().from(incidents)).toEqual([])
    await seats().releaseOrder(nobody, 1, Date.now())
  })

  it('with `resting` reports a part of the books that cannot be read, and does not record it', async () => {
    const { DB } = countingDatabase('select variant_id')
    const { findings } = await auditBooks({ ...testEnv, DB }, '', Date.now(), () => true, true)
    expect(findings).toMatchObject([{ kind: 'books_unreadable', subjectId: 'stock', isRepaired: false }])
    expect(await db.select().from(incidents)).toEqual([])
  })

  it('can be started by an operator, but not with an invalid cursor', async () => {
    const startAudit = (body: object) =>
      exports.default.fetch(
        new Request('http://localhost:8787/operator/audit', {
          method: 'POST',
          headers: { authorization: 'Bearer only-for-tests', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    await db.update(variantStock).set({ available: 0 }).where(eq(variantStock.variantId, world.scarce))
    const answer = await (await startAudit({ cursor: '' })).json()
    expect(answer).toMatchObject({ cursor: null, findings: [{ kind: 'stock_differs', isRepaired: false }] })
    expect((await startAudit({ cursor: 7 })).status).toBe(400)
    await db.update(variantStock).set({ available: 4 }).where(eq(variantStock.variantId, world.scarce))
  })
})

/** Returns a seat object that rejects every new booking and releases nothing. */
function refusingToRebook(name: string) {
  const object = testEnv.EVENT_SEATS.getByName(name)
  return {
    audit: (now: number) => object.audit(now),
    soldClaims: (...page: Parameters<typeof object.soldClaims>) => object.soldClaims(...page),
    rebook: async () => refuse('TICKETS_NOT_AVAILABLE', { left: 0 }),
    releaseOrder: async () => ({ ok: true, released: 0 }),
  }
}

/** Returns a database that counts its statements. Statements that begin with `failing` fail. */
function countingDatabase(failing?: string): { DB: D1Database; counted: () => number } {
  let statements = 0
  const DB = new Proxy(testEnv.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'prepare')
        return (text: string) => {
          statements++
          if (failing !== undefined && text.trimStart().startsWith(failing)) throw new Error('no answer')
          return target.prepare(text)
        }
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { DB, counted: () => statements }
}

let drafts = 0
/** Returns a draft with the given order id, copied from the unpaid order, which has no numbered seats. */
async function draftOf(id: string): Promise<OrderDraft> {
  const { order } = await recordsOf(unpaid.id)
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, unpaid.id))
  const reference = String(8_000_000_000 + ++drafts)
  const copies = items.map((item) => ({ ...item, id: newId('orderItem', Date.now()), orderId: id }))
  return {
    order: { ...order, id, reference, placedAt: Date.now() },
    items: copies,
    stock: [],
    bookings: [],
    unordered: [],
    followUp: null,
  }
}

/** Returns a database. If a statement that begins with `statement` is prepared, `act` is called before the next batch. */
function actingBefore(statement: string, act: () => Promise<unknown>): D1Database {
  let isPrepared = false
  return new Proxy(testEnv.DB, {
    get(target, name) {
      if (name === 'batch')
        return async (batch: D1PreparedStatement[]) => {
          if (isPrepared) await act()
          isPrepared = false
          return target.batch(batch)
        }
      if (name === 'prepare')
        return (text: string) => {
          isPrepared ||= text.startsWith(statement)
          return target.prepare(text)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns a database that marks the order as done just before each read that begins with `statement`. */
function revivingBefore(orderId: string, statement: string): D1Database {
  return new Proxy(testEnv.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const isIt = name === 'prepare' && String(given[0]).startsWith(statement)
        const text = "update orders set status = 'done', paid_at = ?1 where id = ?2"
        if (isIt) return revivingFirst(target, target.prepare(text).bind(Date.now(), orderId), String(given[0]))
        return Reflect.apply(value, target, given)
      }
    },
  })
}

function revivingFirst(database: D1Database, revival: D1PreparedStatement, text: string) {
  return {
    bind: (...values: unknown[]) => ({
      async raw() {
        await revival.run()
        return database
          .prepare(text)
          .bind(...values)
          .raw()
      },
    }),
  }
}
