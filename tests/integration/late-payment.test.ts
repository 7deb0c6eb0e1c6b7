import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import { findOrder } from '../../worker/db/order.ts'
import { cancelOverdueOrders } from '../../worker/db/overdue-order.ts'
import { drainOutbox } from '../../worker/jobs/drain-outbox.ts'
import { reconcilePayments } from '../../worker/jobs/reconcile-payments.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settlePayment } from '../../worker/services/payment.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import {
  buildPaymentWorld,
  confirm,
  db,
  decide,
  deliver,
  failStripe,
  knownOf,
  makeOverdue,
  noticeOf,
  openPage,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  quietEnv,
  shown,
} from '../support/payment-desk.ts'
import { freeSeatsOf } from '../support/seat-object.ts'
import { ROW, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
let warnings: string[] = []
let seat = 0
const pair = () => {
  const row = Math.floor(seat / 5) + 1
  const first = (seat++ % 5) * 2 + 1
  return [`A-${row}-${first}`, `A-${row}-${first + 1}`]
}

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
  await db.update(variantStock).set({ available: 5 }).where(eq(variantStock.variantId, world.scarce))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(warnings.filter((line) => line.includes('outbox not rung'))).toEqual([])
})

async function stockLeft(): Promise<number | undefined> {
  const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, world.scarce))
  return row?.available
}

const SEATED_PLAN = { key: 'seat-plans/seated.json', version: 0 }
const seats = () => seatsObject(testEnv, world.seatedEvent, 0)

/** Asked of the seats' owner: what the page shows may be a moment old. */
async function isFree(seatId: string): Promise<boolean> {
  const [, row = 0, number = 0] = seatId.split('-').map(Number)
  const index = (row - 1) * ROW + number - 1
  return freeSeatsOf(await seats().availability(SEATED_PLAN, Date.now())).includes(index)
}

/** Cancelled by the sweep, its seats and goods back on sale. */
async function cancelled(wish: Parameters<typeof placeOrder>[1]): Promise<Placed> {
  const order = await placeOrder(world, wish)
  await makeOverdue(order.id)
  await sweepOrders(testEnv, Date.now())
  await drainOutbox(quietEnv().env, Date.now() + 120_000)
  expect((await knownOf(order.id)).order.status).toBe('cancelled')
  return order
}

/** Paid at Stripe after the page was taken for closed here. */
async function paidWhileCancelled(wish: Parameters<typeof placeOrder>[1]) {
  const order = await placeOrder(world, wish)
  const session = await openPage(order)
  const whole = await findOrder(db, order.id)
  if (!whole) throw new Error('no order')
  await makeOverdue(order.id)
  const closed = (await knownOf(order.id)).payments.map(({ id }) => ({ id, externalId: session }))
  await cancelOverdueOrders(db, [{ ...whole.order, openPayments: closed }], Date.now())
  await decide(session, 'approve')
  const [payment] = (await knownOf(order.id)).payments
  return { order, session, paymentId: payment?.id ?? '' }
}

describe('orders that nobody pays', () => {
  it('CHK-09 the sweep cancels them once: seats and goods come back, the buyer is told', async () => {
    const [first, second] = pair()
    const order = await placeOrder(world, { seatIds: [first ?? '', second ?? ''], scarce: 2, method: 'bank_transfer' })
    expect(await stockLeft()).toBe(3)
    await sweepOrders(testEnv, Date.now())
    expect((await shown(order))?.status).toBe('payment_pending')

    await makeOverdue(order.id)
    await Promise.all([sweepOrders(testEnv, Date.now()), sweepOrders(testEnv, Date.now())])
    await sweepOrders(testEnv, Date.now())
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(known.followUps).toEqual(['mail_order_cancelled', 'mail_order_received', 'release_seats'])
    expect(await stockLeft()).toBe(5)

    await drainOutbox(quietEnv().env, Date.now() + 120_000)
    expect(await isFree(first ?? '')).toBe(true)
    expect(await isFree(second ?? '')).toBe(true)
  })

  it('PAY-07 one that was paid without anybody telling is settled, not cancelled', async () => {
    const order = await placeOrder(world, { seatIds: pair() })
    await decide(await openPage(order), 'approve')
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    const known = await knownOf(order.id)
    expect(known.order.status).toBe('done')
    expect(known.tickets).toHaveLength(2)
  })

  it('PAY-07 the provider’s page is closed before, so nobody pays for what is gone', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const session = await openPage(order)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect((await knownOf(order.id)).payments).toMatchObject([{ status: 'expired' }])
    await expect(decide(session, 'approve')).rejects.toThrow('409')
  })

  it('PAY-07 while Stripe cannot be asked the order is kept, and others are swept', async () => {
    const [order, other] = [await placeOrder(world, { standing: 1 }), await placeOrder(world, { standing: 1 })]
    const session = await openPage(order)
    await makeOverdue(order.id)
    await db
      .update(orders)
      .set({ dueAt: Date.now() - 500 })
      .where(eq(orders.id, other.id))
    await failStripe(1, session)
    await sweepOrders(testEnv, Date.now())
    expect((await shown(order))?.status).toBe('payment_pending')
    expect((await shown(other))?.status).toBe('cancelled')
    await sweepOrders(testEnv, Date.now() + 6 * 60_000)
    expect((await shown(order))?.status).toBe('cancelled')
  })

  it('PAY-06 one that is paid in part goes to support instead', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await payByBank(order, 1000)
    await makeOverdue(order.id)
    await sweepOrders(testEnv, Date.now())
    expect(await shown(order)).toMatchObject({ status: 'problem', balanceCents: 3500 })
  })
})

describe('money after the cancellation', () => {
  it('PAY-07 takes the same seats and goods again where they are free', async () => {
    const seatIds = pair()
    const order = await cancelled({ seatIds, scarce: 2, method: 'bank_transfer' })
    expect(await payByBank(order)).toMatchObject({
      status: 'pending_fulfillment',
      paidCents: order.totalCents,
    })
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ seatEpoch: 2, cancelledAt: null, cancelReason: null })
    expect(known.tickets).toHaveLength(2)
    expect(known.refunds).toEqual([])
    expect(await stockLeft()).toBe(3)
    expect(await isFree(seatIds[0] ?? '')).toBe(false)
    // A release of the first booking that comes late frees nothing of the second.
    await seats().releaseOrder(order.id, 1, Date.now())
    expect(await isFree(seatIds[0] ?? '')).toBe(false)
  })

  it('PAY-07 takes them before they were released as well', async () => {
    const seatIds = pair()
    const { order, session } = await paidWhileCancelled({ seatIds })
    await deliver(await noticeOf(session, 'checkout.session.completed'))
    await drainOutbox(quietEnv().env, Date.now() + 120_000)
    expect(await shown(order)).toMatchObject({ status: 'done' })
    expect(await isFree(seatIds[0] ?? '')).toBe(false)
    expect((await seats().audit(Date.now())).faults).toEqual([])
  })

  it('PAY-07 several lines of one standing area come back together', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    const order = await cancelled({ standing: 2, visitor, method: 'bank_transfer' })
    expect(await payByBank(order)).toMatchObject({ status: 'done' })
    expect((await knownOf(order.id)).tickets).toHaveLength(3)
  })

  it('PAY-07 goes back where an operator has cancelled the order', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await operator('POST', '/orders/cancel', { reference: order.reference })
    await payByBank(order)
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'cancelled', cancelReason: 'operator', paidCents: 0 })
    expect(known.tickets).toEqual([])
    expect(known.refunds).toMatchObject([{ reason: 'cancelled_order', amountCents: 4500, status: 'open' }])
  })

  it('PAY-07 goes back where a seat is gone, and the other seats stay free', async () => {
    const seatIds = pair()
    const order = await cancelled({ seatIds, method: 'bank_transfer' })
    await placeOrder(world, { seatIds: [seatIds[1] ?? ''] })
    await payByBank(order)
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'cancelled', paidCents: 0 })
    expect(known.tickets).toEqual([])
    expect(known.refunds).toMatchObject([{ reason: 'late_payment', amountCents: order.totalCents, status: 'open' }])
    expect(known.followUps).not.toContain('mail_payment_refunded')
    expect(await isFree(seatIds[0] ?? '')).toBe(true)
  })

  it('PAY-07 goes back where the goods are gone, and the seats are given up again', async () => {
    const seatIds = pair()
    const order = await cancelled({ seatIds, scarce: 3, method: 'bank_transfer' })
    await db.update(variantStock).set({ available: 2 }).where(eq(variantStock.variantId, world.scarce))
    await payByBank(order)
    expect((await knownOf(order.id)).refunds).toMatchObject([{ reason: 'late_payment' }])
    expect(await stockLeft()).toBe(2)
    expect(await isFree(seatIds[0] ?? '')).toBe(true)
  })

  it('PAY-07 goes back where it is not enough, or the evening is over', async () => {
    const part = await cancelled({ standing: 2, method: 'bank_transfer' })
    await payByBank(part, 1000)
    expect((await knownOf(part.id)).refunds).toMatchObject([{ reason: 'part_payment', amountCents: 1000 }])

    const late = await cancelled({ standing: 1, method: 'bank_transfer' })
    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    await db
      .update(events)
      .set({ happeningFromAt: Date.now() - 1 })
      .where(eq(events.id, world.standingEvent))
    await payByBank(late)
    await db
      .update(events)
      .set({ happeningFromAt: event?.happeningFromAt ?? 0 })
      .where(eq(events.id, world.standingEvent))
    expect((await knownOf(late.id)).order.status).toBe('cancelled')
  })

  it('EVT-05 who ordered the same anew has no room for both: the late money goes back', async () => {
    const order = await cancelled({ standing: 4, method: 'bank_transfer' })
    const again = new Visitor()
    await again.add([{ productVariantId: world.standingVariant, amount: 4 }])
    expect((await again.placeOrder(4 * 4500, { email: order.visitor.email })).code).toBeNull()
    await payByBank(order)
    const known = await knownOf(order.id)
    expect(known.order.status).toBe('cancelled')
    expect(known.tickets).toEqual([])
    expect(known.refunds).toMatchObject([{ reason: 'buyer_limit', amountCents: order.totalCents }])
  })

  it('PAY-07 told ten times at once it takes the seats once, or goes back once', async () => {
    for (const isGone of [false, true]) {
      const seatIds = pair()
      const { order, session, paymentId } = await paidWhileCancelled({ seatIds, scarce: 1 })
      await drainOutbox(quietEnv().env, Date.now() + 120_000)
      if (isGone) await placeOrder(world, { seatIds: [seatIds[0] ?? ''] })
      const notice = await noticeOf(session, 'checkout.session.completed')
      const before = await stockLeft()
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 3 }, () => deliver(notice)),
        ...Array.from({ length: 3 }, () => confirm(order)),
        ...Array.from({ length: 3 }, () => settlePayment(testEnv, paymentId, Date.now())),
        reconcilePayments(testEnv, Date.now() + 30_000),
      ])
      expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
      const known = await knownOf(order.id)
      expect(known.payments).toMatchObject([{ status: isGone ? 'refunded' : 'captured' }])
      expect(known.order.status).toBe(isGone ? 'cancelled' : 'pending_fulfillment')
      expect(known.refunds).toHaveLength(isGone ? 1 : 0)
      expect(known.tickets).toHaveLength(isGone ? 0 : 2)
      expect(await stockLeft()).toBe((before ?? 0) - (isGone ? 0 : 1))
      expect(await isFree(seatIds[1] ?? '')).toBe(isGone)
      const audit = await seats().audit(Date.now())
      expect(audit.faults).toEqual([])
    }
  })

  it('PAY-07 a try that died after it took the seats is followed by one that ends it', async () => {
    const seatIds = pair()
    const { order, session } = await paidWhileCancelled({ seatIds })
    await drainOutbox(quietEnv().env, Date.now() + 120_000)
    // The seats are the order's under the epoch of a try that got no further.
    await db.update(orders).set({ seatEpoch: 2 }).where(eq(orders.id, order.id))
    await seats().rebook({
      orderId: order.id,
      epoch: 2,
      plan: SEATED_PLAN,
      seatIds,
      amounts: [],
      now: Date.now(),
    })
    await deliver(await noticeOf(session, 'checkout.session.completed'))
    expect((await knownOf(order.id)).order).toMatchObject({ status: 'done', seatEpoch: 3 })
    await seats().releaseOrder(order.id, 2, Date.now())
    expect(await isFree(seatIds[0] ?? '')).toBe(false)
  })

  it('PAY-07 what goes back from a card is paid back by Stripe, once', async () => {
    const seatIds = pair()
    const { order, session } = await paidWhileCancelled({ seatIds })
    await drainOutbox(quietEnv().env, Date.now() + 120_000)
    await placeOrder(world, { seatIds: [seatIds[0] ?? ''] })
    await deliver(await noticeOf(session, 'checkout.session.completed'))
    const { env } = quietEnv()
    await drainOutbox(env, Date.now() + 120_000)
    await drainOutbox(env, Date.now() + 240_000)
    const known = await knownOf(order.id)
    expect(known.refunds).toMatchObject([{ status: 'done', externalId: expect.stringMatching(/^re_/) }])
    expect(known.payments).toMatchObject([{ status: 'refunded' }])
    expect(await db.select().from(payments).where(eq(payments.orderId, order.id))).toHaveLength(1)
  })
})
