import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { events } from '../../schema/tables/event.ts'
import { incidents } from '../../schema/tables/incident.ts'
import { jobRuns } from '../../schema/tables/job-run.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { providerEvents, refunds } from '../../schema/tables/payment.ts'
import { shops } from '../../schema/tables/shop.ts'
import { submissions } from '../../schema/tables/submission.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { purgeContactData, purgeWhenDue } from '../../worker/jobs/purge-contact-data.ts'
import { buildPaymentWorld, db, payByBank, placeOrder, recordsOf, setOrder } from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

describe('the purge', () => {
  it("TIX-05 deletes the data of ticket holders 28 days after the event's current date, and keeps tickets and order", async () => {
    const order = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    await db.update(orderItems).set({ personalIdentifier: 'Ida+Brandt' }).where(eq(orderItems.orderId, order.id))
    await payByBank(order)
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Ida', phone: '030 1' } })
      .where(eq(tickets.orderId, order.id))
    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const over = (event?.happeningFromAt ?? 0) + 28 * DAY
    const names = async () => {
      const rows = await db.select().from(tickets).where(eq(tickets.orderId, order.id))
      const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
      return [...rows.map(({ personalIdentifier }) => personalIdentifier), item?.personalIdentifier]
    }
    const named = { firstName: 'Ida', phone: '030 1' }
    await purgeContactData(testEnv, over)
    expect(await names()).toEqual([named, named, 'Ida+Brandt'])

    // The event moves by a year. Check-in needs the names on the new date.
    const later = (event?.happeningFromAt ?? 0) + 365 * DAY
    const move = (happeningUntilAt: number | null) =>
      db.update(events).set({ happeningFromAt: later, happeningUntilAt }).where(eq(events.id, world.standingEvent))
    await move(later + DAY)
    await purgeContactData(testEnv, later + 28 * DAY + 1)
    expect(await names()).toEqual([named, named, 'Ida+Brandt'])
    await move(null)
    const setStatus = (status: 'active' | 'postponed') =>
      db.update(events).set({ status }).where(eq(events.id, world.standingEvent))
    await setStatus('postponed')
    await purgeContactData(testEnv, later + 28 * DAY + 1)
    expect(await names()).toEqual([named, named, 'Ida+Brandt'])
    await setStatus('active')
    await purgeContactData(testEnv, later + 28 * DAY + 1)
    expect(await names()).toEqual([{}, {}, null])
    expect(await db.select().from(orders).where(eq(orders.id, order.id))).toMatchObject([
      { email: order.visitor.email },
    ])
    await db.update(events).set({ happeningFromAt: event?.happeningFromAt }).where(eq(events.id, world.standingEvent))
  })

  it('deletes the contact data of cancelled orders after 30 days, but not while an order has a payment or an open refund', async () => {
    const cancelledAt = Date.now() - 30 * DAY
    const cancel = async (more: { paidCents?: number } = {}) => {
      const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
      await db.update(orderItems).set({ personalIdentifier: 'Ida+Brandt' }).where(eq(orderItems.orderId, order.id))
      await setOrder(order.id, { status: 'cancelled', cancelledAt, ...more })
      return order
    }
    const [bare, withMoney, withRefund] = [await cancel(), await cancel({ paidCents: 100 }), await cancel()]
    await db.insert(refunds).values({
      id: newId('refund', 1),
      orderId: withRefund.id,
      reason: 'late_payment',
      status: 'open',
      amountCents: 4500,
      createdAt: 1,
    })
    await purgeContactData(testEnv, Date.now() - 60_000)
    expect((await recordsOf(bare.id)).order.email).toBe(bare.visitor.email)

    const before = (await recordsOf(bare.id)).order
    await purgeContactData(testEnv, Date.now() + 60_000)
    const { order } = await recordsOf(bare.id)
    const keys = { buyerKey: '', deliveryKey: null }
    expect(order).toEqual({ ...before, ...keys, email: '', cartId: '', shippingAddress: blank, billingAddress: blank })
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, bare.id))
    expect(item).toMatchObject({ personalIdentifier: null, totalCents: 4500 })
    for (const kept of [withMoney, withRefund]) expect((await recordsOf(kept.id)).order.email).toBe(kept.visitor.email)

    // A payment that arrives later is refunded, because the order has no buyer to send tickets to.
    await payByBank(bare)
    expect(await recordsOf(bare.id)).toMatchObject({ order: { status: 'cancelled' }, tickets: [], refunds: [{}] })
  })

  const nobody = { firstName: '', lastName: '', company: '', address: '', address2: '', postCode: '', city: '' }
  const blank = { ...nobody, countryCode: 'de' }

  async function paidOrder(more: Partial<typeof orders.$inferInsert>, scarce = 1) {
    const order = await placeOrder(world, { standing: 1, scarce, method: 'bank_transfer' })
    await db.update(orderItems).set({ personalIdentifier: 'Ida+Brandt' }).where(eq(orderItems.orderId, order.id))
    await payByBank(order)
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Ida' } })
      .where(eq(tickets.orderId, order.id))
    await setOrder(order.id, more)
    return order
  }

  async function insertRefund(orderId: string, doneAt: number | null) {
    const [payment] = (await recordsOf(orderId)).payments
    await db.insert(refunds).values({
      id: newId('refund', Date.now()),
      orderId,
      paymentId: payment?.id ?? '',
      reason: 'request',
      status: doneAt === null ? 'open' : 'done',
      amountCents: 100,
      createdAt: 1,
      doneAt,
    })
  }

  async function buyerOf({ id }: { id: string }) {
    const { order, tickets: issued } = await recordsOf(id)
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, id))
    return {
      contact: [order.email, order.buyerKey, order.deliveryKey, order.cartId, order.shippingAddress],
      names: [...items, ...issued].map(({ personalIdentifier }) => personalIdentifier),
      invoiced: order.billingAddress,
    }
  }

  it('deletes the contact data of refunded orders 90 days after the refund, but keeps the billing address', async () => {
    const now = Date.now()
    const before = { status: 'refunded', paidAt: now - 200 * DAY } as const
    const [over, young, open] = [await paidOrder(before), await paidOrder(before), await paidOrder(before)]
    await insertRefund(over.id, now - 91 * DAY)
    await insertRefund(young.id, now - 89 * DAY)
    await insertRefund(open.id, null)
    const { invoiced } = await buyerOf(over)
    expect(invoiced).toMatchObject({ firstName: 'Ida', lastName: 'Brandt' })
    await purgeContactData(testEnv, now)
    expect(await buyerOf(over)).toEqual({ contact: ['', '', null, '', blank], names: [null, null, {}], invoiced })
    for (const kept of [young, open]) {
      const { contact, names } = await buyerOf(kept)
      expect(contact).toContain(kept.visitor.email)
      expect(names).toEqual(['Ida+Brandt', 'Ida+Brandt', { firstName: 'Ida' }])
    }
  })

  it('counts the retention periods of a refunded order from its placement if the order was never paid in full', async () => {
    const now = Date.now()
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const placeUnpaidAt = (placedAt: number) => setOrder(order.id, { status: 'refunded', paidAt: null, placedAt })
    await placeUnpaidAt(now - 89 * DAY)
    await purgeContactData(testEnv, now)
    expect((await buyerOf(order)).contact).toContain(order.visitor.email)
    await placeUnpaidAt(now - 91 * DAY)
    const { invoiced } = await buyerOf(order)
    await purgeContactData(testEnv, now)
    expect(await buyerOf(order)).toMatchObject({ contact: ['', '', null, '', blank], invoiced })
    await placeUnpaidAt(Date.parse('2010-03-01T12:00Z'))
    await purgeContactData(testEnv, now)
    expect((await buyerOf(order)).invoiced).toEqual(blank)
  })

  it('deletes the contact data of paid orders three full calendar years after the payment and any refund, and the billing address after eight', async () => {
    const order = await paidOrder({ status: 'pending_fulfillment', paidAt: Date.parse('2026-03-01T12:00Z') })
    const refundedLater = await paidOrder({ paidAt: Date.parse('2026-03-01T12:00Z') })
    await insertRefund(refundedLater.id, Date.parse('2027-03-01T12:00Z'))
    const { invoiced } = await buyerOf(order)
    const emailOf = async () => (await recordsOf(order.id)).order.email
    const DECEMBER = '-12-31T22:00Z'
    const JANUARY = '-12-31T23:30Z'
    const purgeAt = (year: number, day: string) => purgeContactData(testEnv, Date.parse(`${year}${day}`))
    await purgeAt(2029, DECEMBER)
    expect(await emailOf()).toBe(order.visitor.email)
    await purgeAt(2029, JANUARY)
    expect(await buyerOf(order)).toMatchObject({
      contact: ['', '', null, '', blank],
      names: [null, null, {}],
      invoiced,
    })
    await purgeAt(2034, DECEMBER)
    expect((await buyerOf(order)).invoiced).toEqual(invoiced)
    await purgeAt(2034, JANUARY)
    expect((await buyerOf(order)).invoiced).toEqual(blank)
    expect((await buyerOf(refundedLater)).invoiced).toEqual(invoiced)
    expect((await recordsOf(order.id)).order).toMatchObject({
      totalCents: order.totalCents,
      reference: order.reference,
    })
  })

  it('keeps the contact data of paid orders while their event is postponed, and until 28 days after the event', async () => {
    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const before = { happeningFromAt: event?.happeningFromAt ?? 0, status: event?.status ?? 'active' }
    const order = await paidOrder({ paidAt: Date.parse('2026-12-30T12:00Z') }, 0)
    const newYear = Date.parse('2030-01-01T12:00Z')
    const evening = Date.parse('2030-02-01T19:00Z')
    const buyerAfter = async (change: Partial<typeof before>, now: number) => {
      await db.update(events).set(change).where(eq(events.id, world.standingEvent))
      await purgeContactData(testEnv, now)
      const { contact, names } = await buyerOf(order)
      return [contact[0], ...names]
    }
    const known = [order.visitor.email, 'Ida+Brandt', { firstName: 'Ida' }]
    expect(await buyerAfter({ status: 'postponed' }, newYear)).toEqual(known)
    expect(await buyerAfter({ status: 'active', happeningFromAt: evening }, newYear)).toEqual(known)
    expect(await buyerAfter({ happeningFromAt: evening }, evening + 28 * DAY)).toEqual(known)
    expect(await buyerAfter({ happeningFromAt: evening }, evening + 28 * DAY + 1)).toEqual(['', null, {}])
    await db.update(events).set(before).where(eq(events.id, world.standingEvent))
  })

  it('deletes completed outbox rows, webhook notices and resolved incidents after 90 days, except accepted incidents that the audit still finds', async () => {
    const now = Date.now()
    await db.delete(outbox)
    await db.delete(providerEvents)
    const record = (doneAt: number | null) => ({
      id: newId('outbox', now),
      kind: 'release_seats' as const,
      subjectId: newId('order', now),
      createdAt: 1,
      nextAttemptAt: 1,
      doneAt,
    })
    const rows = [record(now - 90 * DAY - 1), record(now - 89 * DAY), record(null)]
    for (const row of rows) await db.insert(outbox).values(row)
    const notice = (receivedAt: number) => ({ id: `evt_${receivedAt}`, provider: 'stripe', type: 'x', receivedAt })
    await db.insert(providerEvents).values([notice(now - 90 * DAY - 1), notice(now - 89 * DAY)])
    const old = { kind: 'tickets_excess', details: {}, createdAt: 1, resolvedAt: now - 90 * DAY - 1 }
    await db.insert(incidents).values([
      { ...old, id: 'inc_resolved', subjectId: 'a' },
      { ...old, id: 'inc_gone', subjectId: 'b', acceptedAt: old.resolvedAt, seenAt: old.resolvedAt },
      { ...old, id: 'inc_accepted', subjectId: 'c', acceptedAt: old.resolvedAt, seenAt: now },
      { ...old, id: 'inc_open', subjectId: 'd', resolvedAt: null },
    ])
    await purgeContactData(testEnv, now)
    expect((await db.select().from(incidents)).map(({ id }) => id)).toEqual(['inc_accepted', 'inc_open'])
    await db.delete(incidents)
    expect((await db.select().from(outbox)).map(({ id }) => id).sort()).toEqual(
      rows
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    )
    expect(await db.select().from(providerEvents)).toMatchObject([{ receivedAt: now - 89 * DAY }])
    await db.delete(outbox)
  })

  it('deletes 1201 rows of one kind although another deletion fails, and repeats the failed deletion in the next run', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const now = Date.now()
    const [shop] = await db.select().from(shops)
    await db.delete(submissions)
    await db.insert(submissions).values({
      id: newId('submission', now),
      shopId: shop?.id ?? '',
      kind: 'cancel',
      data: {},
      createdAt: 1,
      deleteAt: now - 1,
    })
    await testEnv.DB.exec(
      "WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 1201) INSERT INTO provider_events (id, provider, type, received_at) SELECT 'evt_' || n, 'stripe', 'look', 1 FROM many",
    )
    await testEnv.DB.exec("CREATE TRIGGER stuck BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'stuck'); END")
    expect(await purgeContactData(testEnv, now)).toBe(true)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.receivedAt, 1))).toEqual([])
    expect(errors).toHaveBeenCalledTimes(1)
    await testEnv.DB.exec('DROP TRIGGER stuck')
    await purgeContactData(testEnv, now)
    expect(await db.select().from(submissions)).toEqual([])
    errors.mockRestore()
  })

  it('TIX-05 deletes a submission after its deletion date', async () => {
    const now = Date.now()
    const [shop] = await db.select().from(shops)
    const shopId = shop?.id ?? ''
    const submission = (deleteAt: number) => ({
      id: newId('submission', now),
      shopId,
      kind: 'cancel' as const,
      data: {},
      createdAt: now,
      deleteAt,
    })
    await db.insert(submissions).values([submission(now - 1), submission(now + DAY)])
    await purgeContactData(testEnv, now)
    expect(await db.select().from(submissions)).toMatchObject([{ deleteAt: now + DAY }])
  })

  it('TIX-05 runs again in the first cron run after an hour, even if the cron misses minutes', async () => {
    const runs = async () =>
      (await db.select().from(jobRuns).where(eq(jobRuns.job, 'purge_contact_data')))[0]?.nextRunAt
    const start = Date.now()
    const MINUTE = 60_000
    const ran: number[] = []
    let before = await runs()
    for (const minute of [0, 1, 59, 60, 118, 131, 132, 191]) {
      await purgeWhenDue(testEnv, start + minute * MINUTE)
      const after = await runs()
      if (after !== before) ran.push(minute)
      before = after
    }
    expect(ran).toEqual([0, 60, 131, 191])
  })

  it('TIX-05 is due again ten minutes after the start of a run that threw an error', async () => {
    await db.update(jobRuns).set({ nextRunAt: 0 }).where(eq(jobRuns.job, 'purge_contact_data'))
    const start = Date.now()
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = { ...testEnv, DB: failingAfter(testEnv.DB, 1) }
    await expect(purgeWhenDue(broken, start)).rejects.toThrow('D1 is unreachable')
    expect(errors).toHaveBeenCalled()
    errors.mockRestore()
    const [run] = await db.select().from(jobRuns).where(eq(jobRuns.job, 'purge_contact_data'))
    expect(run?.nextRunAt).toBe(start + 10 * 60_000)
  })

  it('deletes the network key of an order a day after placement', async () => {
    const { id } = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    await setOrder(id, { networkKey: 'hmac' })
    const networkKey = async () => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.networkKey
    await purgeContactData(testEnv, (order?.placedAt ?? 0) + DAY - 1)
    expect(await networkKey()).toBe('hmac')
    await purgeContactData(testEnv, (order?.placedAt ?? 0) + DAY)
    expect(await networkKey()).toBeNull()
  })
})

/** Returns a database that fails after the given number of statements. */
function failingAfter(database: D1Database, statements: number): D1Database {
  let left = statements
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'prepare' && left-- <= 0) throw new Error('D1 is unreachable')
        return Reflect.apply(value, target, given)
      }
    },
  })
}
