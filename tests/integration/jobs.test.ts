/**
 * Tests the cron jobs and the outbox: budgets, the independence of jobs from each other, the sequence of due work, and dead
 * letters.
 */
import { exports } from 'cloudflare:workers'
import { count, eq, inArray, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { incidents } from '../../schema/tables/incident.ts'
import { orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { Env } from '../../worker/env.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'
import { handleQueue } from '../../worker/jobs/handle-queue.ts'
import { INVOCATION_STATEMENTS, JOB_STATEMENTS, startBudget } from '../../worker/jobs/job-budget.ts'
import { runJobs } from '../../worker/jobs/run-jobs.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  mailsWithId,
  makeOverdue,
  openPaymentPage,
  outboxRow,
  type Placed,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const DAY = 86_400_000

let world: World
let order: Placed
let errors: string[] = []
let warnings: string[] = []
let copies = 0

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
})
beforeEach(async () => {
  errors = []
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
  await db.delete(outbox)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const statusOf = async (id: string) => (await recordsOf(id)).order.status

/** Inserts copies of the order, each unpaid and overdue, without items, and returns their ids. */
async function insertOverdueCopies(amount: number): Promise<string[]> {
  const { order: original } = await recordsOf(order.id)
  const ids: string[] = []
  for (let start = 0; start < amount; start += 25) {
    const rows = Array.from({ length: Math.min(25, amount - start) }, () => ({
      ...original,
      id: newId('order', Date.now()),
      reference: String(9_000_000_000 + copies++),
      dueAt: 1,
    }))
    ids.push(...rows.map(({ id }) => id))
    await db.batch(rows.map((row) => db.insert(orders).values(row)) as [never])
  }
  return ids
}

/** Returns bindings in which the given function replaces `releaseOrder` of every seat object. */
function withSeats(env: Env, releaseOrder: () => Promise<never>): Env {
  return { ...env, EVENT_SEATS: { ...env.EVENT_SEATS, getByName: () => ({ releaseOrder }) } } as unknown as Env
}

describe('cron jobs', () => {
  it('run even if another job fails, and the failure is logged', async () => {
    const ran: string[] = []
    await runJobs(testEnv, 1, {
      broken: () => Promise.reject(new Error('D1_ERROR: no such table: nowhere')),
      well: async () => void ran.push('well'),
    })
    expect(ran).toEqual(['well'])
    expect(errors).toEqual([
      '{"level":"error","message":"job failed","job":"broken","error":"D1_ERROR: no such table: nowhere"}',
    ])
  })

  it('share one budget, and no job can continue once the others have used it up', async () => {
    const common = startBudget(testEnv, 5, 2)
    const [first, second] = [startBudget(common.env, 5, 100), startBudget(common.env, 5, 100)]
    await first.env.DB.prepare('select 1').all()
    expect(second.hasLeft()).toBe(true)
    await second.env.DB.prepare('select 1').all()
    expect([first.hasLeft(), second.hasLeft()]).toEqual([false, false])
    let isInner = false
    await runJobs(testEnv, Date.now(), {
      greedy: async (env) => {
        for (let spent = 0; spent < INVOCATION_STATEMENTS; spent++) env.DB.prepare('select 1')
        isInner = !startBudget(env, Date.now(), 100).hasLeft()
      },
    })
    expect(isInner).toBe(true)
  })

  it('have no budget left once their statements or their time is used up', async () => {
    const byStatements = startBudget(testEnv, 5, 2)
    for (let statement = 0; statement < 2; statement++) {
      expect(byStatements.hasLeft()).toBe(true)
      await byStatements.env.DB.prepare('select 1').all()
    }
    expect(byStatements.hasLeft()).toBe(false)
    expect(startBudget(testEnv, 5, 2, 0).hasLeft()).toBe(false)
  })

  it('deliver mail, release seats and cancel other orders while a payment provider hangs', async () => {
    const [byCard, byBank] = [
      await placeOrder(world, { standing: 1 }),
      await placeOrder(world, { standing: 1, method: 'bank_transfer' }),
    ]
    await openPaymentPage(byCard)
    await makeOverdue(byCard.id)
    await makeOverdue(byBank.id)
    const release = await addOutboxRow('release_seats', byBank.id)
    const mail = await addOutboxRow('mail_order_cancelled', byBank.id)
    let hangUp: () => void = () => undefined
    const hungUp = new Promise<void>((resolve) => {
      hangUp = resolve
    })
    const providerFetch = vi.fn(() => hungUp.then(() => Promise.reject(new Error('the line is dead'))))
    vi.stubGlobal('fetch', providerFetch)
    const running = runJobs(isolatedEnv().env, Date.now())
    await vi.waitFor(async () => {
      expect(await statusOf(byBank.id)).toBe('cancelled')
      for (const id of [release, mail]) expect(await outboxRow(id)).toMatchObject({ doneAt: expect.any(Number) })
    }, PATIENCE)
    expect(providerFetch).toHaveBeenCalled()
    expect(await statusOf(byCard.id)).toBe('payment_pending')
    hangUp()
    await running
    expect(errors).toEqual([])
    await db.update(payments).set({ status: 'expired' }).where(eq(payments.orderId, byCard.id))
  })
})

describe('the sweep', () => {
  it('cancels 230 overdue orders in one run, and queues a release of seats for each order', async () => {
    const ids = await insertOverdueCopies(230)
    await sweepOrders(isolatedEnv().env, Date.now())
    const left = await db.select().from(orders).where(eq(orders.status, 'payment_pending'))
    expect(left.filter(({ id }) => ids.includes(id))).toEqual([])
    const [releases] = await db.select({ rows: count() }).from(outbox).where(eq(outbox.kind, 'release_seats'))
    expect(releases?.rows).toBe(230)
  })

  it('stops when its time is used up, and continues in the next run', async () => {
    const ids = await insertOverdueCopies(60)
    const pendingOf = async () =>
      (await db.select().from(orders).where(eq(orders.status, 'payment_pending'))).filter(({ id }) => ids.includes(id))
    const spent = vi.spyOn(Date, 'now')
    // The first message to the outbox queue moves the clock by a minute.
    const env = isolatedEnv().env
    env.OUTBOX.sendBatch = async () => {
      const later = Date.prototype.getTime.call(new Date()) + 60_000
      spent.mockReturnValue(later)
    }
    await sweepOrders(env, Date.now())
    spent.mockRestore()
    expect(await pendingOf()).toHaveLength(10)
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(await pendingOf()).toEqual([])
  })

  it('stops between two free orders when its budget is used up, and settles the rest in later runs', async () => {
    const ids = await insertOverdueCopies(40)
    await db.update(orders).set({ totalCents: 0, subtotalCents: 0 }).where(inArray(orders.id, ids))
    const unsettled = async () =>
      (await db.select().from(orders).where(eq(orders.status, 'payment_pending'))).filter(({ id }) => ids.includes(id))
    const prepare = vi.spyOn(testEnv.DB, 'prepare')
    await sweepOrders(isolatedEnv().env, Date.now())
    expect(prepare.mock.calls.length).toBeLessThan(JOB_STATEMENTS.sweepOrders + 40)
    prepare.mockRestore()
    expect((await unsettled()).length).toBeGreaterThan(0)
    for (let runs = 0; runs < 10 && (await unsettled()).length > 0; runs++)
      await sweepOrders(isolatedEnv().env, Date.now())
    expect(await unsettled()).toEqual([])
  })

  it('cancels the other orders if one order cannot be cancelled, and postpones that order by five minutes', async () => {
    const [first = '', poison = '', last = ''] = await insertOverdueCopies(3)
    await testEnv.DB.exec(
      `CREATE TRIGGER poison BEFORE UPDATE OF status ON orders WHEN new.id = '${poison}' BEGIN SELECT RAISE(ABORT, 'poison'); END`,
    )
    const now = Date.now()
    await sweepOrders(isolatedEnv().env, now)
    await testEnv.DB.exec('DROP TRIGGER poison')
    expect(await Promise.all([first, poison, last].map(statusOf))).toEqual([
      'cancelled',
      'payment_pending',
      'cancelled',
    ])
    expect((await recordsOf(poison)).order.dueAt).toBe(now + 5 * 60_000)
  })

  it('restores the stock once if two sweeps run at the same time', async () => {
    const placed = await placeOrder(world, { standing: 1, scarce: 3, method: 'bank_transfer' })
    await makeOverdue(placed.id)
    await Promise.all([sweepOrders(isolatedEnv().env, Date.now()), sweepOrders(isolatedEnv().env, Date.now())])
    const [stock] = await db.select().from(variantStock).where(eq(variantStock.variantId, world.scarce))
    expect(stock?.available).toBe(5)
  })
})

describe('the outbox', () => {
  it("enqueues the remaining rows of a batch again once the run's statements are used up", async () => {
    const rows = Array.from({ length: 180 }, (_, index) => ({
      id: newId('outbox', Date.now()),
      kind: 'refund_event_order' as const,
      subjectId: order.id,
      discriminator: `no-event-${index}`,
      createdAt: Date.now(),
      nextAttemptAt: 0,
    }))
    for (let start = 0; start < rows.length; start += 25)
      await db.batch(rows.slice(start, start + 25).map((row) => db.insert(outbox).values(row)) as [never])
    const { env } = isolatedEnv()
    let queued = rows.map(({ id }) => id)
    const batches: number[] = []
    while (queued.length > 0) {
      const messages = queued.map((outboxId) => ({ body: { outboxId }, ack: () => undefined }))
      queued = []
      env.OUTBOX.sendBatch = async (batch) => {
        queued.push(...[...batch].flatMap(({ body }) => ('outboxId' in body ? body.outboxId : [])))
      }
      const prepare = vi.spyOn(testEnv.DB, 'prepare')
      await handleQueue({ messages }, env)
      batches.push(prepare.mock.calls.length)
      prepare.mockRestore()
      const tried = await db.select().from(outbox).where(eq(outbox.attempts, 1))
      expect(tried).toHaveLength(rows.length - queued.length)
    }
    expect(batches.length).toBeGreaterThan(1)
    for (const statements of batches) expect(statements).toBeLessThan(INVOCATION_STATEMENTS + 100)
  })

  it('releases seats while every mail hangs', async () => {
    const release = await addOutboxRow('release_seats', order.id)
    const mails = await Promise.all(Array.from({ length: 30 }, () => addOutboxRow('mail_order_received', order.id)))
    const { env } = isolatedEnv()
    const hanging = Promise.withResolvers<never>()
    env.EMAIL.send = () => hanging.promise
    const messageFor = (outboxId: string) => ({ body: { outboxId }, ack: () => undefined })
    const run = handleQueue({ messages: [...mails, release].map(messageFor) }, env)
    await vi.waitFor(
      async () => expect(await outboxRow(release)).toMatchObject({ doneAt: expect.any(Number) }),
      PATIENCE,
    )
    // A run that goes on would take the mails of the next test.
    hanging.reject(new Error('the platform hung up'))
    await run
  })

  it('delivers sixty due mails in one run', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => addOutboxRow('mail_order_paid', order.id)))
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now())
    for (const id of ids) expect(mailsWithId(mails, id)).toHaveLength(1)
  })

  it('tries a fresh row among the first twenty while forty older rows keep failing', async () => {
    const poison = await Promise.all(Array.from({ length: 40 }, () => addOutboxRow('release_seats', order.id)))
    await db.update(outbox).set({ attempts: 8, nextAttemptAt: 1 }).where(inArray(outbox.id, poison))
    const fresh = await addOutboxRow('release_seats', order.id)
    const env = withSeats(isolatedEnv().env, () => Promise.reject(new Error('unreachable')))
    await drainLane(env, 'seats', Date.now())
    const taken = warnings.map((line) => (JSON.parse(line) as { outbox: string }).outbox)
    expect(taken).toHaveLength(41)
    expect(taken.slice(0, 20)).toContain(fresh)
  })

  it('TIX-01 counts a mail as sent if the platform accepts it after the time limit, and does not send the mail again', async () => {
    const id = await addOutboxRow('mail_order_received', order.id)
    const { env, mails } = isolatedEnv()
    let answer: (value: unknown) => void = () => undefined
    env.EMAIL.send = (message) => {
      mails.push(message)
      return new Promise((resolve) => {
        answer = resolve
      })
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const started = Date.now()
    const draining = drainOutbox(env, started)
    await vi.waitUntil(() => mails.length === 1, PATIENCE)
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await draining
    const postponed = await outboxRow(id)
    expect(postponed).toMatchObject({ doneAt: null, lastError: 'the mail platform has not answered in time' })
    expect(postponed.nextAttemptAt).toBeGreaterThanOrEqual(started + 15 * 60_000)
    answer('sent after all')
    await vi.waitFor(async () => expect(await outboxRow(id)).toMatchObject({ doneAt: expect.any(Number) }), PATIENCE)
    await drainOutbox(env, postponed.nextAttemptAt)
    expect(mails).toHaveLength(1)
  })

  it('ignores the failure of a run whose lease on the row has expired', async () => {
    const id = await addOutboxRow('release_seats', order.id)
    let fail: (error: Error) => void = () => undefined
    const slow = withSeats(isolatedEnv().env, () => new Promise((_, reject) => (fail = reject)))
    const first = drainLane(slow, 'seats', Date.now())
    await vi.waitFor(async () => expect((await outboxRow(id)).attempts).toBe(1), PATIENCE)
    const failing = withSeats(isolatedEnv().env, () => Promise.reject(new Error('second')))
    await drainLane(failing, 'seats', Date.now() + 61_000)
    const afterSecond = await outboxRow(id)
    fail(new Error('first'))
    await first
    expect(await outboxRow(id)).toEqual(afterSecond)
    expect(afterSecond).toMatchObject({ attempts: 2, lastError: 'second' })
  })
})

describe('dead letters', () => {
  async function failOnce(id: string, row: { refusals: number; createdAt: number; attempts?: number }) {
    await db
      .update(outbox)
      .set({ ...row, nextAttemptAt: 1 })
      .where(eq(outbox.id, id))
    const { env } = isolatedEnv()
    env.EMAIL.send = () => Promise.reject(new Error('E_RECIPIENT: ida@example.invalid does not exist'))
    await drainOutbox(env, Date.now())
    return outboxRow(id)
  }

  it('are rows that are a day old and were refused ten times, and they are reported and not sent again', async () => {
    const id = await addOutboxRow('mail_order_received', order.id)
    expect(await failOnce(id, { refusals: 40, createdAt: Date.now() - DAY + 60_000 })).toMatchObject({ deadAt: null })
    expect(await failOnce(id, { refusals: 3, createdAt: Date.now() - 3 * DAY })).toMatchObject({ deadAt: null })
    expect(errors).toEqual([])
    const dead = await failOnce(id, { attempts: 30, refusals: 9, createdAt: Date.now() - DAY })
    expect(dead).toMatchObject({ deadAt: expect.any(Number), doneAt: null, lastError: 'E_RECIPIENT: … does not exist' })
    expect(errors).toHaveLength(1)
    expect(await db.select().from(incidents).where(eq(incidents.kind, 'outbox_dead'))).toMatchObject([
      { subjectId: id, details: { kind: 'mail_order_received', subjectId: order.id, attempts: 31 }, resolvedAt: null },
    ])
    const { env, mails } = isolatedEnv()
    await drainOutbox(env, Date.now() + 30 * DAY)
    expect(mails).toEqual([])
    expect(await db.select().from(outbox).where(isNull(outbox.doneAt))).toHaveLength(1)
  })

  it('can be listed, retried and dropped by an operator', async () => {
    const [again, away] = [
      await addOutboxRow('mail_order_received', order.id),
      await addOutboxRow('mail_order_received', order.id),
    ]
    for (const id of [again, away]) await failOnce(id, { refusals: 9, createdAt: Date.now() - DAY })
    const dead = async () => (await operator('GET', '/outbox/dead')).json<{ id: string }[]>()
    expect((await operator('GET', '/outbox/dead', undefined, 'wrong')).status).toBe(404)
    expect(new Set((await dead()).map(({ id }) => id))).toEqual(new Set([again, away]))
    expect(JSON.stringify(await dead())).not.toContain('@')

    expect(await (await operator('POST', '/outbox/retry', { id: again })).json()).toMatchObject({ status: 'waiting' })
    expect(await (await operator('POST', '/outbox/drop', { id: away })).json()).toMatchObject({ status: 'dropped' })
    for (const id of [again, away, 'out_unknown'])
      expect((await operator('POST', '/outbox/retry', { id })).status).toBe(404)
    expect((await operator('POST', '/outbox/drop', { id: 7 })).status).toBe(400)
    expect(await dead()).toEqual([])
    const left = await db.select().from(incidents).where(isNull(incidents.resolvedAt))
    expect(left.filter(({ subjectId }) => [again, away].includes(subjectId))).toEqual([])
    expect(await outboxRow(away)).toMatchObject({ doneAt: expect.any(Number) })
    // The queue waits up to a second for more messages before it delivers this one.
    await vi.waitFor(async () => expect(await outboxRow(again)).toMatchObject({ doneAt: expect.any(Number) }), PATIENCE)
  })
})

describe('an outage', () => {
  it.each([
    ['of the mail platform', 'mail_order_received', { code: 'E_INTERNAL_SERVER_ERROR' }],
    ['because of the account’s daily mail limit', 'mail_order_received', { code: 'E_DAILY_LIMIT_EXCEEDED' }],
    ['of the connection to Stripe', 'refund_payment', { type: 'StripeConnectionError' }],
    ['inside Stripe', 'refund_payment', { type: 'StripeAPIError', statusCode: 503 }],
  ] as const)(
    '%s causes no dead letter even after nine days, and neither does the first refusal afterwards',
    async (_, kind, fault) => {
      const id = await addOutboxRow(kind, order.id)
      const days = { attempts: 200, createdAt: Date.now() - 9 * DAY, nextAttemptAt: 1 }
      await db.update(outbox).set(days).where(eq(outbox.id, id))
      const { env } = isolatedEnv()
      let failure: object = fault
      const fail = () => Promise.reject(Object.assign(new Error('no answer'), failure))
      env.EMAIL.send = fail
      const DB = new Proxy(testEnv.DB, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (name === 'prepare')
            return (text: string) => {
              // Throws Stripe's error when the worker reads the refund, just before it would call Stripe.
              if (text.includes('from "refunds" left join')) throw Object.assign(new Error('no answer'), failure)
              return target.prepare(text)
            }
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      await drainOutbox({ ...env, DB }, Date.now())
      expect(await outboxRow(id)).toMatchObject({ attempts: 201, refusals: 0, deadAt: null, doneAt: null })
      failure = { code: 'E_SENDER_NOT_VERIFIED' }
      await drainOutbox({ ...env, DB }, Date.now() + DAY)
      expect(await outboxRow(id)).toMatchObject({ attempts: 202, refusals: 1, deadAt: null })
    },
  )

  it('that has left dead letters can be repaired by one command, which revives the rows of one kind or of all kinds', async () => {
    const kinds = ['mail_order_received', 'release_seats', 'release_seats'] as const
    const ids = await Promise.all(kinds.map((kind) => addOutboxRow(kind, order.id)))
    const dead = { deadAt: 1, refusals: 10, attempts: 30, nextAttemptAt: Date.now() + DAY }
    await db.update(outbox).set(dead).where(inArray(outbox.id, ids))
    const retry = async (body: object) => (await operator('POST', '/outbox/retry-all', body)).json()
    expect(await retry({ kind: 'release_seats' })).toEqual({ revived: 2 })
    expect(await retry({ kind: 'release_seats' })).toEqual({ revived: 0 })
    expect(await retry({})).toEqual({ revived: 1 })
    expect(await retry({ kind: 'unknown' })).toEqual({ code: 'BAD_INPUT' })
    for (const id of ids) expect(await outboxRow(id)).toMatchObject({ deadAt: null, refusals: 0 })
  })
})

function operator(method: string, path: string, body?: object, token = 'only-for-tests'): Promise<Response> {
  return exports.default.fetch(
    new Request(`http://localhost:8787/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
}
