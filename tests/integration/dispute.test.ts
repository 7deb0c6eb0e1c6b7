import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  closeDispute,
  confirmPayment,
  db,
  deliverNotice,
  noticeAbout,
  openDispute,
  openPaymentPage,
  operator,
  placeOrder,
  recordsOf,
  refundInDashboard,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function openIncidentsOf(...subjects: (string | undefined)[]): Promise<string[]> {
  const noted = await db.select().from(incidents).where(isNull(incidents.resolvedAt))
  return noted.flatMap(({ kind, subjectId }) => (subjects.includes(subjectId) ? [kind] : [])).sort()
}

/** Places and pays an order, opens a dispute about its payment, and delivers two concurrent notices about the dispute. */
async function placeDisputed(amountCents?: number) {
  const order = await placeOrder(world, { standing: 2 })
  await actOnPaymentPage(await openPaymentPage(order), 'approve')
  await confirmPayment(order)
  const [payment] = (await recordsOf(order.id)).payments
  const { id: disputeId } = await openDispute(payment?.captureId ?? '', amountCents)
  const opened = await noticeAbout(disputeId, 'charge.dispute.created')
  await Promise.all([deliverNotice(opened), deliverNotice({ ...opened, id: `${opened.id}_again` })])
  return { order, payment, disputeId, opened }
}

describe('a dispute', () => {
  it("PAY-07 marks the order's tickets and is listed for operators", async () => {
    const { order, payment, disputeId } = await placeDisputed()
    const records = await recordsOf(order.id)
    expect(records.payments).toMatchObject([{ disputeId, disputeStatus: 'open' }])
    expect(records.tickets.map(({ disputedAt }) => disputedAt === null)).toEqual([false, false])
    expect(records.tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null, null])
    expect(
      await db
        .select()
        .from(incidents)
        .where(eq(incidents.subjectId, payment?.id ?? '')),
    ).toMatchObject([{ kind: 'payment_disputed' }])
    const { disputes } = (await operator('GET', '/orders/open')).body as { disputes: object[] }
    expect(disputes).toContainEqual({ reference: order.reference, disputeId, amountCents: 9000 })
  })

  it('PAY-07 that is won clears the marks on the tickets, even if the opening notice arrives again later', async () => {
    const { order, payment, disputeId, opened } = await placeDisputed()
    expect(await openIncidentsOf(payment?.id)).toEqual(['payment_disputed'])
    await closeDispute(disputeId, 'won')
    await deliverNotice(await noticeAbout(disputeId, 'charge.dispute.closed'))
    await deliverNotice({ ...opened, id: `${opened.id}_late` })
    expect(await openIncidentsOf(payment?.id)).toEqual([])
    const records = await recordsOf(order.id)
    expect(records.payments).toMatchObject([{ disputeStatus: 'won' }])
    expect(records.tickets.map(({ disputedAt }) => disputedAt)).toEqual([null, null])
    expect(records.order.status).toBe('done')
  })

  it('PAY-07 that is lost invalidates the tickets and counts as one refund', async () => {
    const { order, payment, disputeId } = await placeDisputed()
    await closeDispute(disputeId, 'lost')
    const closed = await noticeAbout(disputeId, 'charge.dispute.closed')
    await Promise.all([deliverNotice(closed), deliverNotice({ ...closed, id: `${closed.id}_again` })])
    const records = await recordsOf(order.id)
    expect(records.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(records.refunds).toMatchObject([{ reason: 'dispute', externalId: disputeId, amountCents: 9000 }])
    expect(records.order).toMatchObject({ status: 'refunded', refundedCents: 9000 })
    expect(records.followUps).not.toContain('mail_payment_refunded')
    expect(records.followUps).toContain('release_seats')
    expect(await openIncidentsOf(payment?.id, disputeId)).toEqual(['payment_disputed'])
  })

  it('PAY-07 that is lost for part of the payment leaves the tickets valid until the rest is refunded', async () => {
    const { order, payment, disputeId } = await placeDisputed(4500)
    await closeDispute(disputeId, 'lost')
    await deliverNotice(await noticeAbout(disputeId, 'charge.dispute.closed'))
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: 9000, refundedCents: 4500 })
    expect(records.tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null, null])
    expect(records.tickets.map(({ disputedAt }) => disputedAt === null)).toEqual([false, false])
    expect(records.followUps).not.toContain('release_seats')
    const reported = await db.select().from(incidents).where(eq(incidents.subjectId, disputeId))
    const details = { orderId: order.id, disputeId, amountCents: 4500, keptCents: 4500 }
    expect(reported).toMatchObject([{ kind: 'dispute_lost_in_part', details }])

    const { id } = await refundInDashboard(payment?.captureId ?? '', 4500)
    await deliverNotice(await noticeAbout(id, 'refund.created'))
    const ended = await recordsOf(order.id)
    expect(ended.order.status).toBe('refunded')
    expect(ended.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(ended.followUps).toContain('release_seats')
    expect(await openIncidentsOf(disputeId)).toEqual([])
    await deliverNotice({ ...(await noticeAbout(disputeId, 'charge.dispute.closed')), id: `${disputeId}_late` })
    expect(await openIncidentsOf(disputeId)).toEqual([])
  })

  it('PAY-07 that is lost for part of the payment leaves no open incident about the loss if the rest is refunded concurrently', async () => {
    const { order, payment, disputeId } = await placeDisputed(4500)
    await closeDispute(disputeId, 'lost')
    const { id } = await refundInDashboard(payment?.captureId ?? '', 4500)
    const notices = [await noticeAbout(disputeId, 'charge.dispute.closed'), await noticeAbout(id, 'refund.created')]
    await Promise.all(notices.map((notice) => deliverNotice(notice)))
    const records = await recordsOf(order.id)
    expect(records.order).toMatchObject({ status: 'refunded', refundedCents: 9000 })
    expect(records.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(await openIncidentsOf(payment?.id, disputeId)).toEqual(['payment_disputed'])
  })
})
