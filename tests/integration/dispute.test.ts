import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { incidents } from '../../schema/tables/incident.ts'
import {
  buildPaymentWorld,
  closeDispute,
  confirm,
  db,
  decide,
  deliver,
  knownOf,
  noticeAbout,
  openDispute,
  openPage,
  operator,
  placeOrder,
  refundInDashboard,
} from '../support/payment-desk.ts'
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

async function disputed(amountCents?: number) {
  const order = await placeOrder(world, { standing: 2 })
  await decide(await openPage(order), 'approve')
  await confirm(order)
  const [payment] = (await knownOf(order.id)).payments
  const { id: disputeId } = await openDispute(payment?.captureId ?? '', amountCents)
  const opened = await noticeAbout(disputeId, 'charge.dispute.created')
  await Promise.all([deliver(opened), deliver({ ...opened, id: `${opened.id}_again` })])
  return { order, payment, disputeId, opened }
}

describe('a disputed payment', () => {
  it('PAY-07 marks the order’s tickets and is shown to operators', async () => {
    const { order, payment, disputeId } = await disputed()
    const known = await knownOf(order.id)
    expect(known.payments).toMatchObject([{ disputeId, disputeStatus: 'open' }])
    expect(known.tickets.map(({ disputedAt }) => disputedAt === null)).toEqual([false, false])
    expect(known.tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null, null])
    expect(
      await db
        .select()
        .from(incidents)
        .where(eq(incidents.subjectId, payment?.id ?? '')),
    ).toMatchObject([{ kind: 'payment_disputed' }])
    const { disputes } = (await operator('GET', '/orders/open')).body as { disputes: object[] }
    expect(disputes).toContainEqual({ reference: order.reference, disputeId, amountCents: 9000 })
  })

  it('PAY-07 that is won clears the marks, also where the opening is told again later', async () => {
    const { order, payment, disputeId, opened } = await disputed()
    expect(await openIncidentsOf(payment?.id)).toEqual(['payment_disputed'])
    await closeDispute(disputeId, 'won')
    await deliver(await noticeAbout(disputeId, 'charge.dispute.closed'))
    await deliver({ ...opened, id: `${opened.id}_late` })
    expect(await openIncidentsOf(payment?.id)).toEqual([])
    const known = await knownOf(order.id)
    expect(known.payments).toMatchObject([{ disputeStatus: 'won' }])
    expect(known.tickets.map(({ disputedAt }) => disputedAt)).toEqual([null, null])
    expect(known.order.status).toBe('done')
  })

  it('PAY-07 that is lost makes the tickets void and counts as returned, once', async () => {
    const { order, payment, disputeId } = await disputed()
    await closeDispute(disputeId, 'lost')
    const closed = await noticeAbout(disputeId, 'charge.dispute.closed')
    await Promise.all([deliver(closed), deliver({ ...closed, id: `${closed.id}_again` })])
    const known = await knownOf(order.id)
    expect(known.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(known.refunds).toMatchObject([{ reason: 'dispute', externalId: disputeId, amountCents: 9000 }])
    expect(known.order).toMatchObject({ status: 'refunded', refundedCents: 9000 })
    expect(known.followUps).not.toContain('mail_payment_refunded')
    expect(known.followUps).toContain('release_seats')
    expect(await openIncidentsOf(payment?.id, disputeId)).toEqual(['payment_disputed'])
  })

  it('PAY-07 that is lost over a part leaves tickets and seats to an operator, until the rest is refunded', async () => {
    const { order, payment, disputeId } = await disputed(4500)
    await closeDispute(disputeId, 'lost')
    await deliver(await noticeAbout(disputeId, 'charge.dispute.closed'))
    const known = await knownOf(order.id)
    expect(known.order).toMatchObject({ status: 'done', paidCents: 9000, refundedCents: 4500 })
    expect(known.tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null, null])
    expect(known.tickets.map(({ disputedAt }) => disputedAt === null)).toEqual([false, false])
    expect(known.followUps).not.toContain('release_seats')
    const reported = await db.select().from(incidents).where(eq(incidents.subjectId, disputeId))
    const details = { orderId: order.id, disputeId, amountCents: 4500, keptCents: 4500 }
    expect(reported).toMatchObject([{ kind: 'dispute_lost_in_part', details }])

    const { id } = await refundInDashboard(payment?.captureId ?? '', 4500)
    await deliver(await noticeAbout(id, 'refund.created'))
    const ended = await knownOf(order.id)
    expect(ended.order.status).toBe('refunded')
    expect(ended.tickets.every(({ invalidatedAt }) => invalidatedAt !== null)).toBe(true)
    expect(ended.followUps).toContain('release_seats')
    expect(await openIncidentsOf(disputeId)).toEqual([])
    await deliver({ ...(await noticeAbout(disputeId, 'charge.dispute.closed')), id: `${disputeId}_late` })
    expect(await openIncidentsOf(disputeId)).toEqual([])
  })

  it('PAY-07 that is lost over a part is settled by the refund of the rest, also where both are heard at once', async () => {
    const { payment, disputeId } = await disputed(4500)
    await closeDispute(disputeId, 'lost')
    const { id } = await refundInDashboard(payment?.captureId ?? '', 4500)
    const notices = [await noticeAbout(disputeId, 'charge.dispute.closed'), await noticeAbout(id, 'refund.created')]
    await Promise.all(notices.map((notice) => deliver(notice)))
    expect(await openIncidentsOf(disputeId)).toEqual([])
  })
})
