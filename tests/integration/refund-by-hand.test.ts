/** Refunds that operators transfer by hand, although an online provider has the payment. */
import { and, eq, isNull, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import { refundAccounts } from '../../schema/tables/payment.ts'
import { buildPaymentWorld, db, type Placed, recordsOf } from '../support/payment-helpers.ts'
import {
  closePayPalDispute,
  deliverPayPalNotice,
  openPayPalDispute,
  payPalNotice,
  refundAtPayPal,
} from '../support/paypal-helpers.ts'
import type { World } from '../support/shop-world.ts'
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
