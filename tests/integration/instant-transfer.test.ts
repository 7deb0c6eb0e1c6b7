import { beforeAll, describe, expect, it } from 'vitest'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { actAtBank, intentOf, openBankPage } from '../support/intent-helpers.ts'
import {
  actOnPaymentPage,
  allowNextCheck,
  buildPaymentWorld,
  confirmPayment,
  deliverNotice,
  failNextStripeRequest,
  fetchOrder,
  isolatedEnv,
  makeOverdue,
  noticeAbout,
  placeOrder,
  recordsOf,
  requireEnqueuedOutbox,
  startPayment,
  stripeObject,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
requireEnqueuedOutbox()

const order = () => placeOrder(world, { standing: 1, method: 'stripe_sofort' })

function visitorWith(bankMethod: string): Visitor {
  const visitor = new Visitor()
  visitor.env = { ...testEnv, STRIPE_BANK_METHOD: bankMethod }
  return visitor
}

describe('an instant bank transfer', () => {
  it('PAY-04 opens the bank’s page for exactly the owed amount, with SSX and the order’s number on the statement', async () => {
    const placed = await order()
    const { id, url } = await openBankPage(placed)
    const intent = await intentOf(id)
    expect(intent).toMatchObject({
      amount: placed.totalCents,
      currency: 'eur',
      status: 'requires_action',
      payment_method_types: ['klarna'],
      statement_descriptor: `SSX${placed.reference}`,
      statement_descriptor_suffix: null,
      metadata: { order: placed.id },
    })
    expect(intent.next_action?.redirect_to_url).toEqual({
      url,
      return_url: expect.stringContaining(`/checkout/done/${placed.id}/${placed.reference}`),
    })
    expect(await openBankPage(placed)).toEqual({ id, url })
    expect((await recordsOf(placed.id)).payments).toHaveLength(1)
  })

  it('PAY-04 pays the order if the buyer approves it, whether the notice or the return page comes first', async () => {
    const byNotice = await order()
    const first = await openBankPage(byNotice)
    await actAtBank(first.id, 'approve')
    const notice = await noticeAbout(first.id, 'payment_intent.succeeded')
    expect((await deliverNotice(notice)).status).toBe(200)
    expect((await deliverNotice(notice)).status).toBe(200)
    expect(await recordsOf(byNotice.id)).toMatchObject({
      order: { status: 'done' },
      payments: [{ status: 'captured', captureId: first.id, method: 'stripe_sofort' }],
      tickets: [{}],
      refunds: [],
    })

    const byReturn = await order()
    const second = await openBankPage(byReturn)
    await actAtBank(second.id, 'approve')
    expect((await confirmPayment(byReturn)).data?.confirmOrderPayment).toMatchObject({
      status: 'done',
      balanceCents: 0,
    })
    await deliverNotice(await noticeAbout(second.id, 'payment_intent.succeeded'))
    expect((await recordsOf(byReturn.id)).tickets).toHaveLength(1)
  })

  it('PAY-04 that failed closes its payment, and another attempt opens another page', async () => {
    const placed = await order()
    const failed = await openBankPage(placed)
    await actAtBank(failed.id, 'decline')
    await deliverNotice(await noticeAbout(failed.id, 'payment_intent.payment_failed'))
    expect(await recordsOf(placed.id)).toMatchObject({
      order: { status: 'payment_pending' },
      payments: [{ status: 'failed' }],
    })
    const next = await openBankPage(placed)
    expect(next.id).not.toBe(failed.id)
    await actAtBank(next.id, 'approve')
    await confirmPayment(placed)
    expect(await recordsOf(placed.id)).toMatchObject({
      order: { status: 'done' },
      payments: [{ status: 'failed' }, { status: 'captured' }],
    })
  })

  it('PAY-04 that failed without a notice is noticed by the next attempt', async () => {
    const placed = await order()
    const failed = await openBankPage(placed)
    await actAtBank(failed.id, 'decline')
    const next = await openBankPage(placed)
    expect(next.id).not.toBe(failed.id)
    expect((await recordsOf(placed.id)).payments.map(({ status }) => status)).toEqual(['failed', 'open'])
  })

  it('PAY-04 that stays in progress for days keeps the order, refuses a second payment, and pays when it settles', async () => {
    const placed = await order()
    const { id } = await openBankPage(placed)
    await actAtBank(id, 'delay')
    await deliverNotice(await noticeAbout(id, 'payment_intent.processing'))
    await allowNextCheck(placed.id)
    expect((await startPayment(placed)).code).toBe('PAYMENT_IN_PROGRESS')
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(await recordsOf(placed.id)).toMatchObject({
      order: { status: 'payment_pending' },
      payments: [{ status: 'open' }],
    })
    expect((await intentOf(id)).status).toBe('processing')
    await actAtBank(id, 'settle')
    await deliverNotice(await noticeAbout(id, 'payment_intent.succeeded'))
    expect(await recordsOf(placed.id)).toMatchObject({ order: { status: 'done' }, tickets: [{}] })
  })

  it('PAY-04 that fails after days in progress lets the sweep cancel the order', async () => {
    const placed = await order()
    const { id } = await openBankPage(placed)
    await actAtBank(id, 'delay')
    await actAtBank(id, 'fail')
    await deliverNotice(await noticeAbout(id, 'payment_intent.payment_failed'))
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(await recordsOf(placed.id)).toMatchObject({
      order: { status: 'cancelled' },
      payments: [{ status: 'failed' }],
    })
  })

  it('PAY-04 whose page is open is cancelled at Stripe before the sweep cancels the order', async () => {
    const placed = await order()
    const { id } = await openBankPage(placed)
    await makeOverdue(placed.id)
    await failNextStripeRequest(id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('payment_pending')
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('cancelled')
    expect((await intentOf(id)).status).toBe('canceled')
  })

  it('PAY-04 that was approved just before the deadline pays the order instead of being cancelled', async () => {
    const placed = await order()
    const { id } = await openBankPage(placed)
    await actAtBank(id, 'approve')
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(await recordsOf(placed.id)).toMatchObject({ order: { status: 'done' }, tickets: [{}] })
  })

  it('PAY-04 is not started while Stripe fails, and the order can be paid afterwards', async () => {
    const placed = await order()
    await failNextStripeRequest(placed.id)
    expect((await startPayment(placed)).code).toBe('PAYMENT_FAILED')
    const { id } = await openBankPage(placed)
    await actAtBank(id, 'approve')
    await confirmPayment(placed)
    expect((await recordsOf(placed.id)).order.status).toBe('done')
  })

  it('PAY-04 uses Stripe’s page for a direct debit, which asks for the IBAN and takes days', async () => {
    const placed = await order()
    const visitor = visitorWith('sepa_debit')
    const { id, url } = await openBankPage({ ...placed, visitor })
    expect(url).toContain('/pay/cs_')
    const session = await stripeObject<{ payment_method_types: string[] }>(`checkout/sessions/${id}`)
    expect(session.payment_method_types).toEqual(['sepa_debit'])
    await actOnPaymentPage(id, 'delay')
    expect((await confirmPayment(placed)).data?.confirmOrderPayment.status).toBe('payment_pending')
    await makeOverdue(placed.id)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('payment_pending')
    await actOnPaymentPage(id, 'settle')
    await allowNextCheck(placed.id)
    await confirmPayment(placed)
    const { payments, order: paid } = await recordsOf(placed.id)
    expect(paid.status).toBe('done')
    const intent = await intentOf(payments[0]?.captureId ?? '')
    expect(intent.statement_descriptor).toBe(`SSX${placed.reference}`)
  })

  it('PAY-04 is offered by the name of the configured method, and not if the method is off or unknown', async () => {
    const placed = await order()
    const names = async (setting: string) => {
      const shown = await fetchOrder({ ...placed, visitor: visitorWith(setting) })
      return shown?.paymentMethods.find(({ id }) => id === 'stripe_sofort')
    }
    expect(await names('')).toMatchObject({ name: 'Sofort bezahlen mit Klarna' })
    expect(await names('ideal')).toMatchObject({ name: 'iDEAL' })
    expect(await names('off')).toBeUndefined()
    expect(await names('giropay')).toBeUndefined()
  })
})
