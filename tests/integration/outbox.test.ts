import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderItems } from '../../schema/tables/order.ts'
import { handleQueue } from '../../worker/jobs/handle-queue.ts'
import { settleFreeOrder } from '../../worker/payments/settle.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  mailsWithId,
  outboxRow,
  type Placed,
  placeOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'

let world: World
let order: Placed
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the outbox', () => {
  it('TIX-01 retries a failed mail with growing delays until it is sent', async () => {
    const { env, mails } = isolatedEnv()
    const id = await addOutboxRow('mail_order_received', order.id)
    const start = Date.now()
    let failures = 3
    const send = env.EMAIL.send.bind(env.EMAIL)
    env.EMAIL.send = async (message) => {
      if (message.headers?.['X-Stagedoor-Id'] === id && failures-- > 0)
        throw new Error(`E_DELIVERY_FAILED: ${message.to} is full`)
      return send(message)
    }
    const waits: number[] = []
    for (let tries = 1; tries <= 3; tries++) {
      const now = tries === 1 ? start : (await outboxRow(id)).nextAttemptAt
      await drainOutbox(env, now)
      const row = await outboxRow(id)
      expect(row).toMatchObject({ attempts: tries, doneAt: null, lastError: 'E_DELIVERY_FAILED: … is full' })
      waits.push(Math.floor((row.nextAttemptAt - now) / 1000))
    }
    expect(waits).toEqual([4, 8, 16])
    await drainOutbox(env, (await outboxRow(id)).nextAttemptAt - 1)
    expect(mailsWithId(mails, id)).toEqual([])
    await drainOutbox(env, (await outboxRow(id)).nextAttemptAt)
    expect(mailsWithId(mails, id)).toHaveLength(1)
    expect(await outboxRow(id)).toMatchObject({ lastError: null, doneAt: expect.any(Number) })
  })

  it('TIX-01 sends a mail once, even if the queue and ten cron runs handle it at the same time', async () => {
    const { env, mails } = isolatedEnv()
    const id = await addOutboxRow('mail_order_received', order.id)
    const acknowledged: string[] = []
    const message = { body: { outboxId: id }, ack: () => acknowledged.push(id) }
    await Promise.all([
      handleQueue({ messages: [message, message] }, env),
      ...Array.from({ length: 10 }, () => drainOutbox(env, Date.now())),
    ])
    await drainOutbox(env, Date.now() + 3_600_000)
    expect(mailsWithId(mails, id)).toHaveLength(1)
    expect(acknowledged).toHaveLength(2)
  })

  it('TIX-01 retries a mail whose first attempt hangs, but only after the lease has expired', async () => {
    const { env, mails } = isolatedEnv()
    const id = await addOutboxRow('mail_order_received', order.id)
    env.EMAIL.send = () => new Promise(() => undefined)
    void drainOutbox(env, Date.now())
    await vi.waitFor(async () => expect((await outboxRow(id)).attempts).toBe(1), PATIENCE)
    const next = isolatedEnv()
    await drainOutbox(next.env, Date.now() + 50_000)
    expect(mailsWithId(next.mails, id)).toEqual([])
    await drainOutbox(next.env, Date.now() + 61_000)
    expect(mailsWithId(next.mails, id)).toHaveLength(1)
    expect(mails).toEqual([])
  })

  it('TIX-01 sends the other mail of a batch while one mail hangs', async () => {
    const { env, mails } = isolatedEnv()
    // Each order has its own mailbox, because a mailbox gets only a few mails per hour.
    const another = async () => (await placeOrder(world, { standing: 1, method: 'bank_transfer' })).id
    const hanging = await addOutboxRow('mail_order_received', await another())
    const other = await addOutboxRow('mail_order_received', await another())
    const send = env.EMAIL.send.bind(env.EMAIL)
    env.EMAIL.send = (message) =>
      message.headers?.['X-Stagedoor-Id'] === hanging ? new Promise(() => undefined) : send(message)
    void drainOutbox(env, Date.now())
    await vi.waitFor(async () => expect(await outboxRow(other)).toMatchObject({ doneAt: expect.any(Number) }), PATIENCE)
    expect(mailsWithId(mails, other)).toHaveLength(1)
    expect(await outboxRow(hanging)).toMatchObject({ attempts: 1, doneAt: null })
  })

  it('PAY-01 settles a free order once if two attempts run at the same time', async () => {
    const free = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    await setOrder(free.id, { totalCents: 0, subtotalCents: 0, paymentMethod: 'internal_payment_skipped' })
    const id = await addOutboxRow('settle_free_order', free.id)
    const { env } = isolatedEnv()
    await Promise.all([drainOutbox(env, Date.now()), settleFreeOrder(env, free.id, Date.now())])
    expect(await outboxRow(id)).toMatchObject({ doneAt: expect.any(Number) })
    const records = await recordsOf(free.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: 0, paidAt: expect.any(Number) })
    expect(records.tickets).toHaveLength(2)
    expect(records.payments).toEqual([])
    expect(await db.select().from(orderItems).where(eq(orderItems.orderId, free.id))).toHaveLength(1)
  })
})
