import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import { findOrder } from '../../worker/db/order.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { startStripePayment } from '../../worker/services/payment-start.ts'
import {
  addressesOf,
  askForPage,
  buildPaymentWorld,
  confirm,
  db,
  decide,
  knownOf,
  makeOverdue,
  makeUnasked,
  openPage,
  placeOrder,
  stripeObject,
} from '../support/payment-desk.ts'
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

describe('money that is under way', () => {
  it('PAY-07 is not closed by the clock: a second click on pay opens no second page', async () => {
    const placed = await order()
    await decide(await openPage(placed), 'delay')
    await db.update(payments).set({ expiresAt: Date.now() }).where(eq(payments.orderId, placed.id))
    expect((await askForPage(placed)).code).toBe('PAYMENT_IN_PROGRESS')
    expect((await knownOf(placed.id)).payments).toMatchObject([{ status: 'open' }])
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    expect((await knownOf(placed.id)).order.status).toBe('payment_pending')
  })

  it('PAY-07 that arrives pays the order although its page is over', async () => {
    const placed = await order()
    const page = await openPage(placed)
    await decide(page, 'delay')
    await decide(page, 'settle')
    await db.update(payments).set({ expiresAt: Date.now() }).where(eq(payments.orderId, placed.id))
    expect((await askForPage(placed)).code).toBe('ORDER_NOT_PAYABLE')
    expect((await knownOf(placed.id)).order.status).toBe('done')
  })

  it('PAY-07 a page that opens while its order is being cancelled is closed again at Stripe', async () => {
    const placed = await order()
    const whole = await findOrder(db, placed.id)
    if (!whole) throw new Error('no order')
    await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, placed.id))
    // The order was read before it was cancelled.
    await expect(startStripePayment(testEnv, whole, addressesOf(placed), Date.now())).rejects.toMatchObject({
      code: 'ORDER_NOT_PAYABLE',
    })
    const { data } = await stripeObject<{ data: { client_reference_id: string; status: string }[] }>(
      'checkout/sessions?limit=100',
    )
    expect(data.filter(({ client_reference_id }) => client_reference_id === placed.id)).toMatchObject([
      { status: 'expired' },
    ])
  })
})

describe('questions to Stripe', () => {
  it('PAY-07 a hundred questions of a visitor ask Stripe once in three seconds', async () => {
    const placed = await order()
    await openPage(placed)
    const asked = vi.spyOn(globalThis, 'fetch')
    await Promise.all(Array.from({ length: 30 }, () => confirm(placed)))
    const toStripe = () =>
      asked.mock.calls.filter(([to]) => String(to instanceof Request ? to.url : to).includes('/v1/'))
    expect(toStripe()).toHaveLength(1)
    await confirm(placed)
    expect(toStripe()).toHaveLength(1)
    await makeUnasked(placed.id)
    await confirm(placed)
    expect(toStripe()).toHaveLength(2)
  })

  it('PAY-07 a session that Stripe does not know, for the key has changed, keeps no seats for ever', async () => {
    const placed = await order()
    await openPage(placed)
    await db
      .update(payments)
      .set({ externalId: `cs_test_gone_${placed.id}` })
      .where(eq(payments.orderId, placed.id))
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    const known = await knownOf(placed.id)
    expect(known.order.status).toBe('cancelled')
    expect(
      await db
        .select()
        .from(incidents)
        .where(eq(incidents.subjectId, known.payments[0]?.id ?? '')),
    ).toMatchObject([{ kind: 'payment_unknown_at_provider' }])
  })

  it('PAY-02 an address that Stripe refuses does not keep the fan from paying', async () => {
    const placed = await order()
    await db
      .update(orders)
      .set({ email: `jürgen-${placed.reference}@example.org` })
      .where(eq(orders.id, placed.id))
    const page = await openPage(placed)
    expect(await stripeObject(`checkout/sessions/${page}`)).toMatchObject({ customer_email: null })
    expect(await openPage(placed)).toBe(page)
  })
})

describe('an order of nothing to pay', () => {
  it('PAY-01 is settled by the sweep where the outbox lags, not cancelled', async () => {
    const placed = await order({ method: 'bank_transfer' })
    await db
      .update(orders)
      .set({ totalCents: 0, subtotalCents: 0, paymentMethod: 'internal_payment_skipped' })
      .where(eq(orders.id, placed.id))
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    const known = await knownOf(placed.id)
    expect(known.order.status).toBe('done')
    expect(known.tickets).toHaveLength(1)
  })
})

describe('a transfer that is chosen later', () => {
  it('PAY-06 brings the mail with the bank’s details, once', async () => {
    const placed = await order()
    const choose = (preferredPaymentMethod: string) =>
      placed.visitor.run('UpdatePreferredPaymentMethod', {
        orderId: placed.id,
        reference: placed.reference,
        preferredPaymentMethod,
      })
    expect((await knownOf(placed.id)).followUps).toEqual([])
    for (const method of ['bank_transfer', 'stripe_checkout', 'bank_transfer']) await choose(method)
    expect((await knownOf(placed.id)).followUps).toEqual(['mail_order_received'])
  })
})
