import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { handleOutbox } from '../../worker/jobs/drain-outbox.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { settleFreeOrder } from '../../worker/payments/settle.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import {
  actOnPaymentPage,
  addOutboxRow,
  buildPaymentWorld,
  confirmPayment,
  db,
  deliverNotice,
  fetchOrder,
  isolatedEnv,
  mailsWithId,
  noticeAbout,
  openPaymentPage,
  operator,
  payByBank,
  placeOrder,
  recordsOf,
  refundInDashboard,
  setOrder,
  startPayment,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await setStatus('active')
  await setStatus('active', world.standingEvent)
})

const setStatus = (status: 'active' | 'cancelled', id = world.seatedEvent) =>
  db.update(events).set({ status }).where(eq(events.id, id))

async function mailText(kind: 'mail_order_cancelled' | 'mail_payment_refunded', subjectId: string): Promise<string> {
  const { env, mails } = isolatedEnv()
  const id = await addOutboxRow(kind, subjectId)
  await handleOutbox([id], env)
  return mailsWithId(mails, id)[0]?.text ?? ''
}

describe('the cancellation of an event', () => {
  it('EVT-12 makes payments and changes of the payment method fail with EVENT_CANCELLED', async () => {
    const order = await placeOrder(world, { seatIds: ['A-1-1'] })
    await setStatus('cancelled')
    expect((await startPayment(order)).code).toBe('EVENT_CANCELLED')
    expect((await recordsOf(order.id)).payments).toEqual([])
    const method = { orderId: order.id, reference: order.reference, preferredPaymentMethod: 'bank_transfer' }
    expect((await order.visitor.run('UpdatePreferredPaymentMethod', method)).code).toBe('EVENT_CANCELLED')
  })

  it('EVT-12 hides the bank details and payment methods of pending and cancelled orders', async () => {
    const order = await placeOrder(world, { seatIds: ['A-1-4'], method: 'bank_transfer' })
    const before = await fetchOrder(order)
    expect(before).toMatchObject({ status: 'payment_pending', hasCancelledEvent: false, balanceCents: 4500 })
    expect(before?.bankTransfer).not.toBeNull()
    expect(before?.paymentMethods.length).toBeGreaterThan(0)
    const offersNothing = { hasCancelledEvent: true, bankTransfer: null, paymentMethods: [] }
    await setStatus('cancelled')
    expect(await fetchOrder(order)).toMatchObject({ status: 'payment_pending', ...offersNothing })
    await payByBank(order, 1000)
    await sweepOrders(testEnv, Date.now() + 1000)
    expect(await fetchOrder(order)).toMatchObject({ status: 'cancelled', ...offersNothing })
  })

  it('EVT-12 refunds payments that arrive later, and the mails give the cancellation as the reason', async () => {
    const byCard = await placeOrder(world, { seatIds: ['A-1-2'] })
    const page = await openPaymentPage(byCard)
    const byBank = await placeOrder(world, { seatIds: ['A-1-3'], method: 'bank_transfer' })
    await setStatus('cancelled')
    await actOnPaymentPage(page, 'approve')
    await confirmPayment(byCard)
    await payByBank(byBank)
    await sweepOrders(testEnv, Date.now() + 1000)
    for (const { id } of [byCard, byBank]) {
      const records = await recordsOf(id)
      expect(records.order).toMatchObject({ status: 'cancelled', cancelReason: 'event_cancelled', paidCents: 0 })
      expect(records.tickets).toEqual([])
      expect(records.refunds).toMatchObject([{ reason: 'cancelled_event', amountCents: 4500 }])
      expect(records.followUps).not.toContain('mail_order_paid')
    }
    expect(await mailText('mail_order_cancelled', byBank.id)).toContain('wurde leider abgesagt')
    const [refund] = (await recordsOf(byBank.id)).refunds
    await operator('POST', '/refunds/done', { refundId: refund?.id, bookingId: `bank-${refund?.id}` })
    expect(await mailText('mail_payment_refunded', refund?.id ?? '')).toContain(
      'die Veranstaltung wurde leider abgesagt',
    )
  })

  it('EVT-12 refunds no amount twice even if the command runs twice, and refunds no tickets of other events', async () => {
    const path = '/events/seated/cancellation'
    const alone = await placeOrder(world, { seatIds: ['A-2-1', 'A-2-2'], method: 'bank_transfer' })
    await payByBank(alone, 4000)
    await payByBank(alone)
    const mixed = await placeOrder(world, { seatIds: ['A-2-3'], standing: 1 })
    await actOnPaymentPage(await openPaymentPage(mixed), 'approve')
    await confirmPayment(mixed)
    const unpaid = await placeOrder(world, { seatIds: ['A-2-4'], method: 'bank_transfer' })
    expect(await operator('POST', path, {})).toMatchObject({ status: 409, body: { code: 'EVENT_NOT_CANCELLED' } })
    expect((await recordsOf(alone.id)).refunds).toEqual([])

    await setStatus('cancelled')
    expect((await operator('GET', path)).body).toMatchObject({ status: 'cancelled', owedCents: 9000 + 4500 })
    for (let run = 0; run < 2; run++) {
      while (((await operator('POST', path, {})).body as { queued: number }).queued > 0);
      const rows = await db.select().from(outbox).where(eq(outbox.kind, 'refund_event_order'))
      const ids = rows.map(({ id }) => id)
      await Promise.all([handleOutbox(ids, isolatedEnv().env), handleOutbox(ids, isolatedEnv().env)])
      await vi.waitFor(
        async () => expect((await operator('GET', path)).body).toMatchObject({ waiting: 0, orders: 0 }),
        {
          timeout: 20_000,
        },
      )
    }

    const whole = await recordsOf(alone.id)
    expect(whole.refunds.map(({ amountCents }) => amountCents).sort()).toEqual([4000, 5000])
    expect(whole.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(whole.followUps.filter((kind) => kind === 'mail_event_cancelled')).toHaveLength(1)
    for (const { id } of whole.refunds)
      await operator('POST', '/refunds/done', { refundId: id, bookingId: `bank-${id}` })
    expect(await recordsOf(alone.id)).toMatchObject({ order: { status: 'refunded', refundedCents: 9000 } })
    expect((await recordsOf(alone.id)).followUps).not.toContain('mail_payment_refunded')

    const part = await recordsOf(mixed.id)
    expect(part.refunds).toMatchObject([{ reason: 'cancelled_event', amountCents: 4500 }])
    expect(part.tickets.filter(({ invalidatedAt }) => invalidatedAt === null)).toMatchObject([
      { eventId: world.standingEvent },
    ])
    expect((await recordsOf(unpaid.id)).order).toMatchObject({ status: 'cancelled', cancelReason: 'event_cancelled' })
  })

  it('EVT-12 counts only the ticket as owed if the order also contains merchandise', async () => {
    const order = await placeOrder(world, { seatIds: ['A-3-5'], scarce: 1, method: 'bank_transfer' })
    await payByBank(order)
    await setStatus('cancelled')
    const owedCents = async () =>
      ((await operator('GET', '/events/seated/cancellation')).body as { owedCents: number }).owedCents
    const before = await owedCents()
    await refundEventOrder(isolatedEnv().env, order.id, world.seatedEvent, Date.now())
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ amountCents: 4500 }])
    expect(before - (await owedCents())).toBe(4500)
  })

  /**
   * Places an order with a paid ticket of the seated event and a free one of the standing event. Then cancels the seated
   * event and refunds its ticket.
   */
  async function refundBesideFreeTicket(seatId: string) {
    const order = await placeOrder(world, { seatIds: [seatId], standing: 1, method: 'bank_transfer' })
    await db
      .update(orderItems)
      .set({ unitCents: 0, totalCents: 0 })
      .where(and(eq(orderItems.orderId, order.id), eq(orderItems.eventId, world.standingEvent)))
    await setOrder(order.id, { totalCents: 4500, subtotalCents: 4500 })
    await payByBank(order)
    await setStatus('cancelled')
    await refundEventOrder(isolatedEnv().env, order.id, world.seatedEvent, Date.now())
    const [refund] = (await recordsOf(order.id)).refunds
    await operator('POST', '/refunds/done', { refundId: refund?.id, bookingId: `bank-${refund?.id}` })
    return order
  }

  it('EVT-12 keeps the free ticket of another event valid even if all money is refunded', async () => {
    const order = await refundBesideFreeTicket('A-2-5')
    const records = await recordsOf(order.id)
    expect(records.refunds).toMatchObject([{ reason: 'cancelled_event', status: 'done', amountCents: 4500 }])
    expect(records.order).toMatchObject({ status: 'done', paidCents: 4500, refundedCents: 4500 })
    expect(records.tickets.filter(({ invalidatedAt }) => invalidatedAt === null)).toMatchObject([
      { eventId: world.standingEvent },
    ])
    expect(records.followUps).not.toContain('release_seats')
  })

  it('EVT-12 marks an order as refunded once the event of its free ticket is cancelled too', async () => {
    const order = await refundBesideFreeTicket('A-2-6')
    await setStatus('cancelled', world.standingEvent)
    await refundEventOrder(isolatedEnv().env, order.id, world.standingEvent, Date.now())
    const records = await recordsOf(order.id)
    expect(records.order.status).toBe('refunded')
    expect(records.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(records.refunds).toHaveLength(1)
  })

  it("EVT-12 marks an order as refunded once its remaining amount is refunded in the provider's dashboard", async () => {
    const order = await placeOrder(world, { seatIds: ['A-2-7'], standing: 1 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    await confirmPayment(order)
    await setStatus('cancelled')
    const { env } = isolatedEnv()
    await refundEventOrder(env, order.id, world.seatedEvent, Date.now())
    const [refund] = (await recordsOf(order.id)).refunds
    await sendRefund(env, refund?.id ?? '', Date.now())
    expect((await recordsOf(order.id)).order.status).toBe('done')
    const [payment] = (await recordsOf(order.id)).payments
    const { id } = await refundInDashboard(payment?.captureId ?? '')
    await deliverNotice(await noticeAbout(id, 'refund.created'))
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: 9000 })
  })

  it('EVT-12 cancels a free order without issuing its ticket', async () => {
    const order = await placeOrder(world, { seatIds: ['A-2-8'], method: 'bank_transfer' })
    await setOrder(order.id, { totalCents: 0, subtotalCents: 0 })
    await setStatus('cancelled')
    await settleFreeOrder(isolatedEnv().env, order.id, Date.now())
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'cancelled', cancelReason: 'event_cancelled' })
    expect(records.tickets).toEqual([])
    expect(records.followUps).toEqual(expect.arrayContaining(['mail_order_cancelled', 'release_seats']))
    expect(records.followUps).not.toContain('mail_order_paid')
  })

  it("EVT-12 refunds the price of a bundle's root item only if the bundle contains no ticket of another event", async () => {
    const order = await placeOrder(world, { seatIds: ['A-3-1'], standing: 1, scarce: 1, method: 'bank_transfer' })
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const idOf = (eventId: string | null) => items.find((item) => item.eventId === eventId)?.id ?? ''
    const [root, ticket, other] = [idOf(null), idOf(world.seatedEvent), idOf(world.standingEvent)]
    await db.update(orderItems).set({ bundleRootId: root }).where(eq(orderItems.id, ticket))
    await payByBank(order)
    await setStatus('cancelled')
    const path = '/events/seated/cancellation'
    expect((await operator('GET', path)).body).toMatchObject({ orders: 1, owedCents: 4500 + 2490 })
    await db.update(orderItems).set({ bundleRootId: root }).where(eq(orderItems.id, other))
    expect((await operator('GET', path)).body).toMatchObject({ orders: 1, owedCents: 4500 })
    await db.update(orderItems).set({ bundleRootId: null }).where(eq(orderItems.id, other))

    await refundEventOrder(isolatedEnv().env, order.id, world.seatedEvent, Date.now())
    const records = await recordsOf(order.id)
    expect(records.refunds).toMatchObject([{ reason: 'cancelled_event', amountCents: 4500 + 2490 }])
    const valid = await db
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(and(eq(orderItems.orderId, order.id), isNull(orderItems.invalidatedAt)))
    expect(valid).toEqual([{ id: other }])
    expect((await operator('GET', path)).body).toMatchObject({ orders: 0, owedCents: 0 })
  })

  it('EVT-12 waits for a pending direct debit, and a repeated command revives a dead outbox row', async () => {
    const order = await placeOrder(world, { seatIds: ['A-3-2'] })
    const page = await openPaymentPage(order)
    await actOnPaymentPage(page, 'delay')
    await setStatus('cancelled')
    const path = '/events/seated/cancellation'
    expect((await operator('POST', path, {})).body).toMatchObject({ queued: 1 })
    const rowOf = async () => {
      const [row] = await db
        .select()
        .from(outbox)
        .where(and(eq(outbox.kind, 'refund_event_order'), eq(outbox.subjectId, order.id)))
      if (!row) throw new Error('no row')
      return row
    }
    const dueAgain = { attempts: 11, createdAt: 1, nextAttemptAt: 1, doneAt: null, deadAt: null }
    const deliverAgain = async () => {
      const { id } = await rowOf()
      await db.update(outbox).set(dueAgain).where(eq(outbox.id, id))
      await handleOutbox([id], isolatedEnv().env)
    }
    await vi.waitFor(async () => expect((await rowOf()).lastError).not.toBeNull(), { timeout: 20_000 })
    await deliverAgain()
    const row = await rowOf()
    expect(row).toMatchObject({ attempts: 11, deadAt: null, lastError: expect.stringContaining('is being paid') })
    expect(row.nextAttemptAt).toBeGreaterThan(Date.now() + 3_600_000)
    expect((await operator('GET', path)).body).toMatchObject({ waiting: 1, dead: 0 })
    expect((await operator('POST', path, {})).body).toMatchObject({ queued: 0 })

    await db.update(outbox).set({ deadAt: 1 }).where(eq(outbox.id, row.id))
    expect((await operator('GET', path)).body).toMatchObject({ waiting: 0, dead: 1 })
    await actOnPaymentPage(page, 'fail')
    expect((await operator('POST', path, {})).body).toMatchObject({ queued: 1 })
    await vi.waitFor(async () => expect((await rowOf()).doneAt).not.toBeNull(), { timeout: 20_000 })
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'cancelled', cancelReason: 'event_cancelled' })
    expect((await operator('GET', path)).body).toMatchObject({ waiting: 0, dead: 0 })
  })
})
