import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobRuns } from '../../schema/tables/job-run.ts'
import { orders } from '../../schema/tables/order.ts'
import { providerEvents } from '../../schema/tables/payment.ts'
import type { QueueMessage } from '../../worker/env.ts'
import { listPayPalNotices } from '../../worker/integrations/paypal-webhook.ts'
import { handleQueue } from '../../worker/jobs/handle-queue.ts'
import { INVOCATION_STATEMENTS } from '../../worker/jobs/job-budget.ts'
import { recoverNotices, recoverNoticesTwice } from '../../worker/jobs/recover-notices.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  db,
  failNextStripeRequest,
  isolatedEnv,
  noticeOf,
  openPaymentPage,
  type Placed,
  placeOrder,
  recordsOf,
  requireEnqueuedOutbox,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  await db.delete(jobRuns)
})
requireEnqueuedOutbox()

/** Places an order whose buyer pays and never returns, while every webhook is lost. */
async function payWithoutNotice(): Promise<{ order: Placed; session: string }> {
  const order = await placeOrder(world, { standing: 1 })
  const session = await openPaymentPage(order)
  await actOnPaymentPage(session, 'approve')
  return { order, session }
}

type Sent = { body: QueueMessage; delaySeconds?: number }

/** Returns bindings whose queue only collects the messages. */
function collectingEnv() {
  const sent: Sent[] = []
  const { env } = isolatedEnv()
  env.OUTBOX.sendBatch = async (batch) => void sent.push(...batch)
  return { env, sent }
}

const messagesOf = (sent: Sent[]) => sent.map(({ body }) => ({ body, ack: () => undefined }))

const statusesOf = async (ids: string[]) =>
  (await db.select({ status: orders.status }).from(orders).where(inArray(orders.id, ids))).map(({ status }) => status)

describe('notices that PayPal could not deliver', () => {
  afterEach(() => vi.restoreAllMocks())

  it('PAY-07 are all found, also if one page of the list cannot hold them', async () => {
    const from = Date.UTC(2026, 5, 1)
    // Two notices have the time at which a page ends.
    const events = Array.from({ length: 651 }, (_, index) => ({
      id: `WH-${index}`,
      event_type: 'CHECKOUT.ORDER.APPROVED',
      create_time: new Date(from + (index === 351 ? 350 : index) * 1000).toISOString(),
      resource: { id: `ORDER${index}` },
    }))
    const realFetch = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = new URL(String(input))
      if (!url.pathname.endsWith('/webhooks-events')) return realFetch(input, init)
      const until = url.searchParams.get('end_time') ?? '9999'
      const page = events.filter(({ create_time }) => create_time <= until).reverse()
      return Response.json({ events: page.slice(0, Number(url.searchParams.get('page_size'))) })
    })
    const found = await listPayPalNotices(testEnv, from)
    expect(found.map(({ id }) => id)).toEqual(events.map(({ id }) => id).reverse())
  })
})

describe('notices that Stripe could not deliver', () => {
  it('PAY-07 are found by the next run, which pays forty orders whose buyers did not return', async () => {
    const paid = await Promise.all(Array.from({ length: 40 }, payWithoutNotice))
    const ids = paid.map(({ order }) => order.id)
    expect(new Set(await statusesOf(ids))).toEqual(new Set(['payment_pending']))
    await recoverNotices(testEnv, Date.now())
    await vi.waitFor(async () => expect(new Set(await statusesOf(ids))).toEqual(new Set(['done'])), PATIENCE)
    for (const { order } of paid) {
      const { payments, tickets } = await recordsOf(order.id)
      expect([payments.map(({ status }) => status), tickets.length]).toEqual([['captured'], 1])
    }
  })

  it('PAY-07 are found by the run a minute after one that died', async () => {
    const now = Date.now()
    const { order } = await payWithoutNotice()
    const answer = Promise.withResolvers<Response>()
    const silent = vi.spyOn(globalThis, 'fetch').mockReturnValue(answer.promise)
    const dead = recoverNotices(testEnv, now)
    await vi.waitFor(() => expect(silent).toHaveBeenCalled(), PATIENCE)
    silent.mockRestore()
    await recoverNotices(testEnv, now + 60_000)
    // Otherwise, the queue could wait for this request of a message that the dead run has sent.
    answer.reject(new Error('died'))
    await dead
    await vi.waitFor(async () => expect(await statusesOf([order.id])).toEqual(['done']), PATIENCE)
  })

  it('PAY-07 are looked for twice a minute: by the cron, and by a message that it delays', async () => {
    const { env, sent } = collectingEnv()
    await recoverNoticesTwice(env, Date.now())
    expect(sent.filter(({ body }) => 'task' in body)).toEqual([{ body: { task: 'recover_notices' }, delaySeconds: 30 }])
    const { order, session } = await payWithoutNotice()
    const second = collectingEnv()
    await db.update(jobRuns).set({ nextRunAt: 0 })
    await handleQueue({ messages: messagesOf(sent) }, second.env)
    const { id } = await noticeOf(session, 'checkout.session.completed')
    const found = second.sent.map(({ body }) => ('notice' in body ? body.notice.id : null))
    expect(found).toContain(id)
    await handleQueue({ messages: messagesOf(second.sent) }, collectingEnv().env)
    expect(await statusesOf([order.id])).toEqual(['done'])
  })

  it('PAY-07 are enqueued again by each run until one has applied them, and not afterwards', async () => {
    const { order, session } = await payWithoutNotice()
    const { id } = await noticeOf(session, 'checkout.session.completed')
    const run = async () => {
      const { env, sent } = collectingEnv()
      await db.update(jobRuns).set({ nextRunAt: 0 })
      await recoverNotices(env, Date.now())
      return sent.filter(({ body }) => 'notice' in body && body.notice.id === id)
    }
    const first = await run()
    expect(first).toHaveLength(1)
    await failNextStripeRequest(session)
    await handleQueue({ messages: messagesOf(first) }, collectingEnv().env)
    expect(await statusesOf([order.id])).toEqual(['payment_pending'])
    const second = await run()
    expect(second).toHaveLength(1)
    // The queue may deliver a message twice, at the same time.
    await Promise.all([
      handleQueue({ messages: messagesOf([...second, ...second]) }, collectingEnv().env),
      handleQueue({ messages: messagesOf(second) }, collectingEnv().env),
    ])
    const { order: row, payments, tickets, followUps } = await recordsOf(order.id)
    expect([row.status, payments.length, tickets.length, followUps]).toEqual(['done', 1, 1, ['mail_order_paid']])
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, id))).toHaveLength(1)
    expect(await run()).toEqual([])
  })

  it('PAY-07 are enqueued again if the statements of an invocation are used up', async () => {
    const paid = await Promise.all(Array.from({ length: 60 }, payWithoutNotice))
    const { env, sent } = collectingEnv()
    await recoverNotices(env, Date.now())
    let queued = sent.filter(({ body }) => 'notice' in body)
    const statements: number[] = []
    while (queued.length > 0) {
      const prepare = vi.spyOn(testEnv.DB, 'prepare')
      const next = collectingEnv()
      await handleQueue({ messages: messagesOf(queued) }, next.env)
      statements.push(prepare.mock.calls.length)
      prepare.mockRestore()
      queued = next.sent.filter(({ body }) => 'notice' in body)
    }
    expect(statements.length).toBeGreaterThan(1)
    for (const count of statements) expect(count).toBeLessThan(INVOCATION_STATEMENTS + 100)
    expect(new Set(await statusesOf(paid.map(({ order }) => order.id)))).toEqual(new Set(['done']))
  })

  it('PAY-07 are looked for by only one of two crons that run at the same time', async () => {
    const { session } = await payWithoutNotice()
    const { id } = await noticeOf(session, 'checkout.session.completed')
    const { env, sent } = collectingEnv()
    await Promise.all([recoverNotices(env, Date.now()), recoverNotices(env, Date.now())])
    expect(sent.filter(({ body }) => 'notice' in body && body.notice.id === id)).toHaveLength(1)
  })
})
