/** SUP-01: refunds of an event whose organiser must release the money first. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, REFUND_RELEASED_WITHIN } from '../../schema/limits.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { events } from '../../schema/tables/event.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { refundReleases } from '../../schema/tables/payment.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainLane, handleOutbox } from '../../worker/jobs/drain-outbox.ts'
import { releaseRefundsInTime } from '../../worker/jobs/release-refunds.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import { releaseEventRefunds } from '../../worker/services/refund-release.ts'
import { buildPaymentWorld, db, isolatedEnv, operator, type Placed, recordsOf } from '../support/payment-helpers.ts'
import {
  closePayPalDispute,
  deliverPayPalNotice,
  openPayPalDispute,
  payPalNotice,
  refundAtPayPal,
} from '../support/paypal-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { ACCOUNT, findingsOf, finishByHand, OPEN, openRefund, ticketReturns } from '../support/ticket-returns.ts'

let world: World
const { setMeta, paid, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  await setMeta({ mass_refund: { state: 'open', needs_release: true } })
  await db.delete(refundReleases)
  return () => vi.restoreAllMocks()
})

const slug = async () =>
  (await db.select({ slug: events.slug }).from(events).where(eq(events.id, world.standingEvent)))[0]?.slug ?? ''
const release = async () => (await operator('POST', `/events/${await slug()}/refund-release`, {})).body
const waits = () => db.select().from(refundReleases)
const made = async ({ id }: Placed) =>
  (await recordsOf(id)).refunds.map(({ reason, status, amountCents }) => [reason, status, amountCents])
const refundIdOf = async ({ id }: Placed) => (await recordsOf(id)).refunds[0]?.id ?? ''

/** An order of which one ticket was returned, so that its refund waits. */
async function waiting(method: 'paypal' | 'bank_transfer', bankAccount?: typeof ACCOUNT) {
  const order = await paid({ standing: 2, method })
  const before = Date.now()
  const { data } = await submit(order, (await codesOf(order)).slice(0, 1), bankAccount ? { bankAccount } : {})
  const dueAt = (data?.submitRefundRequest as { releaseDueAt?: number } | undefined)?.releaseDueAt ?? 0
  expect(dueAt).toBeGreaterThanOrEqual(before + REFUND_RELEASED_WITHIN)
  expect(dueAt).toBeLessThanOrEqual(Date.now() + REFUND_RELEASED_WITHIN)
  return { order, dueAt, refundId: await refundIdOf(order) }
}

type Page = {
  order: { refundingCents: number }
  timeline: { kind: string; at: number | null; amountCents: number | null; dueAt: number | null }[]
}
async function pageOf({ id }: Placed) {
  const key = await orderKeyOf(db, id, Date.now())
  return (await new Visitor().run<{ orderPage: Page }>('OrderPage', { orderId: id, key })).data?.orderPage
}

describe('a refund that the organiser must release', () => {
  it('SUP-01 waits, tells the buyer and the operator until when, and is paid back the same way once it is released', async () => {
    const { order, dueAt, refundId } = await waiting('paypal')
    const isolated = isolatedEnv().env
    await sendRefund(isolated, refundId, Date.now())
    await drainLane(isolated, 'refunds', Date.now())
    expect(await made(order)).toEqual([['request', 'open', 4500]])
    expect((await recordsOf(order.id)).followUps).not.toContain('refund_payment')
    const page = await pageOf(order)
    expect(page?.order.refundingCents).toBe(0)
    expect(page?.timeline.at(-1)).toMatchObject({ kind: 'REFUND_RELEASED', at: null, amountCents: 4500, dueAt })
    expect(page?.timeline.filter(({ kind }) => kind === 'REFUNDED')).toEqual([])
    expect(await openRefund(refundId)).toMatchObject({ waitsUntil: dueAt, releaseOf: await slug() })
    expect(await findingsOf(order)).toEqual([])

    expect(await release()).toEqual({ released: 1, releasedCents: 4500 })
    await drainLane(isolated, 'refunds', Date.now())
    await vi.waitFor(async () => expect(await made(order)).toEqual([['request', 'done', 4500]]), { timeout: 20_000 })
    expect(await release()).toEqual({ released: 0, releasedCents: 0 })
    expect((await pageOf(order))?.timeline.at(-1)).toMatchObject({ kind: 'REFUNDED', amountCents: 4500, dueAt: null })
    expect((await recordsOf(order.id)).order.refundedCents).toBe(4500)
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 is paid back on its own after 28 days, and not before, even if the queue loses the message', async () => {
    const { order, dueAt } = await waiting('paypal')
    const { env } = isolatedEnv()
    const run = async (now: number) => {
      await releaseRefundsInTime(env, now)
      await drainLane(env, 'refunds', now)
    }
    await run(dueAt - 1)
    expect(await made(order)).toEqual([['request', 'open', 4500]])
    // No operator must look at a refund because it waits, but one who released it expects the money to move.
    const stuck = async (now: number) =>
      (await auditBooks(env, 'money:', now, () => true, true)).findings.filter(
        ({ kind, details }) => kind === 'refund_stuck' && JSON.stringify(details).includes(order.id),
      )
    expect(await stuck(dueAt - 1)).toEqual([])
    await releaseRefundsInTime(env, dueAt)
    expect(await stuck(dueAt + 2 * DAY)).toEqual([])
    expect(await stuck(dueAt + 4 * DAY)).toHaveLength(1)
    await run(dueAt)
    await run(dueAt + DAY)
    expect(await made(order)).toEqual([['request', 'done', 4500]])
    expect(await waits()).toMatchObject([{ dueAt, releasedAt: dueAt }])
  })

  it('SUP-01 is paid once if operators and the clock release it at the same time', async () => {
    const { order, dueAt } = await waiting('paypal')
    const { env } = isolatedEnv()
    const name = await slug()
    await Promise.all([
      releaseEventRefunds(env, name, Date.now()),
      releaseRefundsInTime(env, dueAt),
      releaseEventRefunds(env, name, Date.now()),
    ])
    expect((await recordsOf(order.id)).followUps.filter((kind) => kind === 'refund_payment')).toHaveLength(1)
    await drainLane(env, 'refunds', dueAt)
    expect(await made(order)).toEqual([['request', 'done', 4500]])
  })

  it('SUP-01 is listed for a transfer by hand, which also ends the wait if it is made before the release', async () => {
    const { order, refundId } = await waiting('bank_transfer', ACCOUNT)
    expect(await release()).toEqual({ released: 1, releasedCents: 4500 })
    expect(await openRefund(refundId)).toMatchObject({ waitsUntil: null, account: 'Ida Lang, DE89370400440532013000' })
    await drainLane(isolatedEnv().env, 'refunds', Date.now())
    expect(await made(order)).toEqual([['request', 'open', 4500]])
    await finishByHand(refundId)
    expect(await made(order)).toEqual([['request', 'done', 4500]])

    const early = await waiting('bank_transfer', ACCOUNT)
    await finishByHand(early.refundId)
    expect(await release()).toEqual({ released: 0, releasedCents: 0 })
    expect((await pageOf(early.order))?.timeline.map(({ kind }) => kind)).not.toContain('REFUND_RELEASED')
  })

  it('SUP-01 is replaced by a lost dispute or a refund in the provider’s dashboard, and is not paid a second time', async () => {
    const { env } = isolatedEnv()
    const disputed = await waiting('paypal')
    const captureId = (await recordsOf(disputed.order.id)).payments[0]?.captureId ?? ''
    const { dispute_id: id } = await openPayPalDispute(captureId)
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.CREATED'))
    await closePayPalDispute(id, 'lost')
    await deliverPayPalNotice(await payPalNotice(id, 'CUSTOMER.DISPUTE.RESOLVED'))
    expect(await made(disputed.order)).toEqual([['dispute', 'done', 9000]])
    expect(await release()).toEqual({ released: 0, releasedCents: 0 })

    const byHand = await waiting('paypal')
    const capture = (await recordsOf(byHand.order.id)).payments[0]?.captureId ?? ''
    await refundAtPayPal(capture, 4500)
    await deliverPayPalNotice(await payPalNotice(capture, 'PAYMENT.CAPTURE.REFUNDED'))
    expect(await made(byHand.order)).toEqual([['request', 'done', 4500]])
    expect(await release()).toEqual({ released: 0, releasedCents: 0 })
    await drainLane(env, 'refunds', Date.now())
    expect(await made(byHand.order)).toEqual([['request', 'done', 4500]])
  })

  it('SUP-01 names the last day of the wait in the mail, and the mail about other refunds names no wait', async () => {
    const mailAbout = async ({ id, visitor }: Placed) => {
      const ofOrder = sql`${outbox.subjectId} = ${id} and ${outbox.kind} = 'mail_refund_requested'`
      const [row] = await db.update(outbox).set({ doneAt: null, nextAttemptAt: 0 }).where(ofOrder).returning()
      const { env, mails } = isolatedEnv()
      await handleOutbox([row?.id ?? ''], env)
      return mails.find(({ to }) => to === visitor.email)?.text ?? ''
    }
    const { order, dueAt } = await waiting('paypal')
    const sentence = 'Der Veranstalter muss das Geld noch freigeben.'
    expect(await mailAbout(order)).toContain(`${sentence} Spätestens am ${formatDate(dueAt, SHOP_ZONE, 'de')}`)
    await setMeta(OPEN)
    const other = await paid({ standing: 1, method: 'bank_transfer' })
    const { data } = await submit(other, await codesOf(other), { bankAccount: ACCOUNT })
    expect(data?.submitRefundRequest).toMatchObject({ releaseDueAt: null })
    expect(await mailAbout(other)).toContain('45,00')
    expect(await mailAbout(other)).not.toContain('freigeben')
  })

  it('SUP-01 is announced in the form before the fan returns the tickets', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const info = async () => {
      const wanted = { orderId: order.id, productId: world.standingEvent }
      const { data } = await new Visitor().run<{ refundRequest: { needsRelease: boolean } }>('RefundRequest', wanted)
      return data?.refundRequest.needsRelease
    }
    expect(await info()).toBe(true)
    await setMeta(OPEN)
    expect(await info()).toBe(false)
  })

  it('SUP-01 cannot be released for an unknown event, or without the operator’s token', async () => {
    expect((await operator('POST', '/events/no-such-event/refund-release', {})).status).toBe(409)
    expect((await operator('POST', `/events/${await slug()}/refund-release`, {}, 'wrong')).status).toBe(404)
  })
})
