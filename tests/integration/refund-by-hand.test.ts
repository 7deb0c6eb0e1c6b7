/** Refunds that operators transfer by hand, although an online provider has the payment. */
import { and, eq, isNull, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import { refundAccounts } from '../../schema/tables/payment.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { moveRefund } from '../../worker/db/refund.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import {
  buildPaymentWorld,
  db,
  deliverNotice,
  noticeAbout,
  operator,
  type Placed,
  recordsOf,
  setNextRefundOutcome,
} from '../support/payment-helpers.ts'
import {
  closePayPalDispute,
  deliverPayPalNotice,
  openPayPalDispute,
  payPalNotice,
  refundAtPayPal,
} from '../support/paypal-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { ACCOUNT, findingsOf, finishByHand, OPEN, openRefund, ticketReturns } from '../support/ticket-returns.ts'

let world: World
const { setMeta, paid, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  await setMeta(OPEN)
  return () => vi.restoreAllMocks()
})

/** Pays with PayPal, and returns `count` tickets to a bank account, one request for each. */
async function returnedByTransfer(standing: number, count: number) {
  const order = await paid({ standing, method: 'paypal' })
  const codes = await codesOf(order)
  for (const code of codes.slice(0, count)) await submit(order, [code], { bankAccount: ACCOUNT })
  const { payments, refunds } = await recordsOf(order.id)
  return { order, captureId: payments[0]?.captureId ?? '', refundIds: refunds.map(({ id }) => id) }
}

async function loseDispute(captureId: string, amount?: number): Promise<string> {
  const { dispute_id: id } = await openPayPalDispute(captureId, amount)
  await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.CREATED'))
  await closePayPalDispute(id, 'lost')
  await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.RESOLVED'))
  return id
}

const madeRefunds = async ({ id }: Placed) =>
  (await recordsOf(id)).refunds.map(({ reason, status, amountCents }) => [reason, status, amountCents])

const replacedOf = async ({ id }: Placed) =>
  (
    await db
      .select()
      .from(incidents)
      .where(
        and(eq(incidents.kind, 'refund_replaced'), isNull(incidents.resolvedAt), like(incidents.details, `%${id}%`)),
      )
  ).map(({ subjectId }) => subjectId)

describe('a refund by transfer of a payment with PayPal', () => {
  it('SUP-01 is dropped if a lost dispute returns the money, and an incident warns the operator', async () => {
    const { order, captureId, refundIds } = await returnedByTransfer(2, 1)
    const [refundId = ''] = refundIds
    const dispute = await loseDispute(captureId)
    expect(await madeRefunds(order)).toEqual([['dispute', 'done', 9000]])
    expect(await replacedOf(order)).toEqual([refundId])
    expect((await finishByHand(refundId)).status).toBe(409)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: 9000 })
    // A repeated notice changes nothing.
    await deliverPayPalNotice({ ...(await payPalNotice(dispute, 'CUSTOMER.DISPUTE.RESOLVED')), id: `WH-${dispute}` })
    expect(await madeRefunds(order)).toEqual([['dispute', 'done', 9000]])
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 is dropped if the lost dispute concerns only the amount that the buyer waited for', async () => {
    const { order, captureId } = await returnedByTransfer(2, 1)
    await loseDispute(captureId, 4500)
    expect(await madeRefunds(order)).toEqual([['dispute', 'done', 4500]])
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'done', refundedCents: 4500 })
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 must not be transferred while a dispute is open, and is due again after the dispute is won', async () => {
    const { order, captureId, refundIds } = await returnedByTransfer(2, 1)
    const [refundId = ''] = refundIds
    expect(await openRefund(refundId)).toMatchObject({ dispute: null })
    const { dispute_id: id } = await openPayPalDispute(captureId)
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.CREATED'))
    expect(await openRefund(refundId)).toMatchObject({ dispute: 'open' })
    expect(await finishByHand(refundId)).toMatchObject({ status: 409, body: { code: 'REFUND_DISPUTED' } })
    await closePayPalDispute(id, 'won')
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.RESOLVED'))
    expect(await openRefund(refundId)).toMatchObject({ dispute: null })
    expect((await finishByHand(refundId)).status).toBe(200)
    expect(await madeRefunds(order)).toEqual([['request', 'done', 4500]])
  })

  it('SUP-01 is reduced to the money that a refund on the site of PayPal leaves', async () => {
    const { order, captureId, refundIds } = await returnedByTransfer(3, 2)
    const made = await refundAtPayPal(captureId, 7500)
    await deliverPayPalNotice(await payPalNotice(made, 'PAYMENT.CAPTURE.REFUNDED'))
    // 135 euros were paid, so 60 remain of the 90 that were to be transferred. The later request gives way first.
    const { refunds } = await recordsOf(order.id)
    expect(refunds.map(({ id, amountCents }) => [id, amountCents]).slice(0, 2)).toEqual([
      [refundIds[0], 4500],
      [refundIds[1], 1500],
    ])
    expect(refunds[2]).toMatchObject({ reason: 'provider', amountCents: 7500 })
    const rest = await refundAtPayPal(captureId, 6000)
    await deliverPayPalNotice(await payPalNotice(rest, 'PAYMENT.CAPTURE.REFUNDED'))
    expect(await madeRefunds(order)).toEqual([
      ['provider', 'done', 7500],
      ['provider', 'done', 6000],
    ])
    expect((await replacedOf(order)).sort()).toEqual(refundIds)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: 13500 })
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 counts as made at PayPal if an operator refunds the same amount on the site of PayPal', async () => {
    const { order, captureId, refundIds } = await returnedByTransfer(2, 1)
    const [refundId = ''] = refundIds
    const made = await refundAtPayPal(captureId, 4500)
    await deliverPayPalNotice(await payPalNotice(made, 'PAYMENT.CAPTURE.REFUNDED'))
    expect(await madeRefunds(order)).toEqual([['request', 'done', 4500]])
    expect((await finishByHand(refundId)).status).toBe(409)
    // The mail about the refund must not name an account to which nobody transferred money.
    expect(await db.select().from(refundAccounts).where(eq(refundAccounts.refundId, refundId))).toEqual([])
  })

  it('SUP-01 is reported by the audit if it was transferred although a dispute returned the money', async () => {
    const { order, captureId, refundIds } = await returnedByTransfer(2, 1)
    const { dispute_id: id } = await openPayPalDispute(captureId)
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.CREATED'))
    expect((await finishByHand(refundIds[0] ?? '', { isDisputed: true })).status).toBe(200)
    await closePayPalDispute(id, 'lost')
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.RESOLVED'))
    expect(await madeRefunds(order)).toEqual([
      ['request', 'done', 4500],
      ['dispute', 'done', 9000],
    ])
    expect(await findingsOf(order)).toEqual(['payment_overreturned'])
  })
})

describe('a refund that the provider could not make', () => {
  /** A refund of one of two tickets, for a card that is no longer valid. */
  async function failed() {
    const order = await paid({ standing: 2 })
    await setNextRefundOutcome('failed', (await recordsOf(order.id)).payments[0]?.captureId ?? '')
    await submit(order, (await codesOf(order)).slice(0, 1))
    const refundOf = async () => (await recordsOf(order.id)).refunds[0]
    const refundId = (await refundOf())?.id ?? ''
    await sendRefund(testEnv, refundId, Date.now())
    // The queue of the shop may be sending it at the same time.
    await vi.waitFor(async () => expect(await refundOf()).toMatchObject({ status: 'failed' }))
    const refund = await refundOf()
    if (!refund) throw new Error('no refund')
    return {
      ...order,
      refund,
      refundId,
      externalId: refund.externalId ?? '',
      key: await orderKeyOf(db, order.id, Date.now()),
    }
  }
  const giveBack = (refundId: string, bookingId: string | null = null) =>
    operator('POST', '/refunds/returned', { refundId, bookingId })
  const name = ({ id, key, visitor }: { id: string; key: string; visitor: Visitor }) =>
    new Visitor().run<{ nameRefundAccount: object }>('NameRefundAccount', {
      input: { clientMutationId: crypto.randomUUID(), orderId: id, key, email: visitor.email, ...ACCOUNT },
    })

  it('SUP-01 is transferred to the account that the buyer names, once an operator has asked for one', async () => {
    const order = await failed()
    const { refundId } = order
    // Nobody may redirect the money of a payment without the consent of an operator.
    expect((await name(order)).code).toBe('REFUND_ACCOUNT_KNOWN')
    const answers = await Promise.all([giveBack(refundId), giveBack(refundId)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect((await giveBack(refundId)).status).toBe(200)
    expect((await recordsOf(order.id)).followUps.filter((kind) => kind === 'mail_refund_returned')).toHaveLength(1)
    expect((await operator('POST', '/refunds/retry', { refundId })).status).toBe(409)
    expect((await name(order)).code).toBeNull()
    expect(await openRefund(refundId)).toMatchObject({ status: 'open', account: 'Ida Lang, DE89370400440532013000' })
    // The provider still lists the failed refund, and its notice or its answer may come late.
    await deliverNotice(await noticeAbout(order.externalId, 'refund.failed'))
    const late = { externalId: order.externalId, failure: 'declined' }
    expect(await moveRefund(db, order.refund, 'failed', late, Date.now())).toBe(false)
    expect(await openRefund(refundId)).toMatchObject({ status: 'open', account: 'Ida Lang, DE89370400440532013000' })
    expect((await finishByHand(refundId)).status).toBe(200)
    expect((await recordsOf(order.id)).order.refundedCents).toBe(4500)
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 can be sent back by the bank after an operator has transferred it', async () => {
    const order = await failed()
    const { refundId } = order
    expect((await finishByHand(refundId, {}, `first-${refundId}`)).status).toBe(200)
    expect((await recordsOf(order.id)).order.refundedCents).toBe(4500)
    expect((await giveBack(refundId)).body).toMatchObject({ code: 'REFUND_STATUS' })
    expect((await giveBack(refundId, `first-${refundId}`)).status).toBe(200)
    expect((await recordsOf(order.id)).order.refundedCents).toBe(0)
    expect((await name(order)).code).toBeNull()
    expect((await finishByHand(refundId, {}, `first-${refundId}`)).body).toMatchObject({ code: 'BOOKING_KNOWN' })
    expect((await finishByHand(refundId, {}, `second-${refundId}`)).status).toBe(200)
    expect(await findingsOf(order)).toEqual([])
  })
})
