import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import { payments } from '../../schema/tables/payment.ts'
import { findOrder } from '../../worker/db/order.ts'
import { closePayment, notePaymentSession } from '../../worker/db/payment.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { startHostedPayment } from '../../worker/payments/start.ts'
import { PAYMENT_METHODS } from '../../worker/payments/table.ts'
import {
  actOnPaymentPage,
  allowNextCheck,
  buildPaymentWorld,
  confirmPayment,
  db,
  makeOverdue,
  openPaymentPage,
  placeOrder,
  recordsOf,
  returnUrlsOf,
  setOrder,
  startPayment,
  stripeObject,
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
afterEach(() => {
  vi.restoreAllMocks()
})

const order = (more: object = {}) => placeOrder(world, { standing: 1, ...more })

describe('a Stripe payment', () => {
  it('PAY-07 that is pending stays open after its page has expired, so that the buyer cannot open a second page and the sweep does not cancel the order', async () => {
    const placed = await order()
    await actOnPaymentPage(await openPaymentPage(placed), 'delay')
    await db.update(payments).set({ expiresAt: Date.now() }).where(eq(payments.orderId, placed.id))
    expect((await startPayment(placed)).code).toBe('PAYMENT_IN_PROGRESS')
    expect((await recordsOf(placed.id)).payments).toMatchObject([{ status: 'open' }])
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('payment_pending')
  })

  it('PAY-07 that was pending pays the order when it succeeds, even if its page has expired', async () => {
    const placed = await order()
    const page = await openPaymentPage(placed)
    await actOnPaymentPage(page, 'delay')
    await actOnPaymentPage(page, 'settle')
    await db.update(payments).set({ expiresAt: Date.now() }).where(eq(payments.orderId, placed.id))
    expect((await startPayment(placed)).code).toBe('ORDER_NOT_PAYABLE')
    expect((await recordsOf(placed.id)).order.status).toBe('done')
  })

  it('PAY-07 has no open page at Stripe if the order is cancelled while the page is being opened', async () => {
    const placed = await order()
    const whole = await findOrder(db, placed.id)
    if (!whole) throw new Error('no order')
    await setOrder(placed.id, { status: 'cancelled' })
    // `whole` was read before the cancellation.
    await expect(
      startHostedPayment(testEnv, whole, PAYMENT_METHODS.stripe_checkout, returnUrlsOf(placed), Date.now()),
    ).rejects.toMatchObject({
      code: 'ORDER_NOT_PAYABLE',
    })
    const { data } = await stripeObject<{ data: { client_reference_id: string; status: string }[] }>(
      'checkout/sessions?limit=100',
    )
    expect(data.filter(({ client_reference_id }) => client_reference_id === placed.id)).toMatchObject([
      { status: 'expired' },
    ])
  })

  it('PAY-07 that is closed while its page is being opened does not extend the deadline of the order', async () => {
    const placed = await order()
    await openPaymentPage(placed)
    const { order: row, payments: opened } = await recordsOf(placed.id)
    const [payment] = opened
    if (!payment) throw new Error('no payment')
    await closePayment(db, payment.id, 'expired', Date.now())
    const later = row.dueAt + 3_600_000
    const session = { externalId: 'cs_late', url: 'https://stripe.example/late', expiresAt: later }
    expect(await notePaymentSession(db, payment, session, later)).toBe(false)
    expect((await recordsOf(placed.id)).order.dueAt).toBe(row.dueAt)
  })
})

describe('requests to Stripe', () => {
  it('PAY-07 are sent once for 31 confirmations of an order, and again after the pause between two checks', async () => {
    const placed = await order()
    await openPaymentPage(placed)
    const fetched = vi.spyOn(globalThis, 'fetch')
    await Promise.all(Array.from({ length: 30 }, () => confirmPayment(placed)))
    const toStripe = () =>
      fetched.mock.calls.filter(([to]) => String(to instanceof Request ? to.url : to).includes('/v1/'))
    expect(toStripe()).toHaveLength(1)
    await confirmPayment(placed)
    expect(toStripe()).toHaveLength(1)
    await allowNextCheck(placed.id)
    await confirmPayment(placed)
    expect(toStripe()).toHaveLength(2)
  })

  it('PAY-07 that name a session unknown to Stripe cause an incident, and the sweep then cancels the order', async () => {
    const placed = await order()
    await openPaymentPage(placed)
    await db
      .update(payments)
      .set({ externalId: `cs_test_gone_${placed.id}` })
      .where(eq(payments.orderId, placed.id))
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    const records = await recordsOf(placed.id)
    expect(records.order.status).toBe('cancelled')
    expect(
      await db
        .select()
        .from(incidents)
        .where(eq(incidents.subjectId, records.payments[0]?.id ?? '')),
    ).toMatchObject([{ kind: 'payment_unknown_at_provider' }])
  })

  it('PAY-02 omit an email address that Stripe would reject', async () => {
    const placed = await order()
    await setOrder(placed.id, { email: `jürgen-${placed.reference}@example.org` })
    const page = await openPaymentPage(placed)
    expect(await stripeObject(`checkout/sessions/${page}`)).toMatchObject({ customer_email: null })
    expect(await openPaymentPage(placed)).toBe(page)
  })
})

describe('a free order', () => {
  it('PAY-01 is settled by the sweep, and not cancelled, if the outbox is late', async () => {
    const placed = await order({ method: 'bank_transfer' })
    await setOrder(placed.id, { totalCents: 0, subtotalCents: 0, paymentMethod: 'internal_payment_skipped' })
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    const records = await recordsOf(placed.id)
    expect(records.order.status).toBe('done')
    expect(records.tickets).toHaveLength(1)
  })
})

describe('a later change to bank transfer', () => {
  it('PAY-06 sends the mail with the bank details once', async () => {
    const placed = await order()
    const choose = (preferredPaymentMethod: string) =>
      placed.visitor.run('UpdatePreferredPaymentMethod', {
        orderId: placed.id,
        reference: placed.reference,
        preferredPaymentMethod,
      })
    expect((await recordsOf(placed.id)).followUps).toEqual([])
    for (const method of ['bank_transfer', 'stripe_checkout', 'bank_transfer']) await choose(method)
    expect((await recordsOf(placed.id)).followUps).toEqual(['mail_order_received'])
  })
})
