import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '../../schema/tables/outbox.ts'
import { catalogueState, shops } from '../../schema/tables/shop.ts'
import { subscribers } from '../../schema/tables/submission.ts'
import { purgeContactData } from '../../worker/jobs/purge-contact-data.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { buildPaymentWorld, db, isolatedEnv, type Placed, placeOrder, setOrder } from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const LISTS = { main: 'list.stagedoor.test/subscribe', tickets: 'concerts.stagedoor.test/subscribe' }
const BOTH = { newsletter: true, ticketNewsletter: true }

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  const meta = { newsletter_url: `https://${LISTS.main}`, newsletter_tickets_url: `https://${LISTS.tickets}` }
  await db.update(shops).set({ meta }).where(eq(shops.slug, 'stagedoor'))
  await db.update(catalogueState).set({ version: sql`${catalogueState.version} + 1` })
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function rowsOf(orderId: string) {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subjectId, orderId), eq(outbox.kind, 'subscribe_newsletter')))
    .orderBy(outbox.discriminator)
}

type Subscriber = { list: string; email: string; consent: boolean }
async function listed(email: string): Promise<Subscriber[]> {
  const answer = await fetch(`${testEnv.STRIPE_API_BASE}/control/subscribers`)
  const { data } = await answer.json<{ data: Subscriber[] }>()
  return data.filter((one) => one.email === email).toSorted((one, other) => other.list.localeCompare(one.list))
}

const noted = ({ visitor }: Placed) => db.select().from(subscribers).where(eq(subscribers.email, visitor.email))

describe('the newsletter boxes of an order', () => {
  it('NEWS-01 signs the buyer up for both lists once, even if ten cron runs handle the rows at the same time', async () => {
    const order = await placeOrder(world, { standing: 1, more: BOTH })
    const { env } = isolatedEnv()
    expect(await listed(order.visitor.email)).toEqual([])
    const now = Date.now()
    await Promise.all(Array.from({ length: 10 }, () => drainOutbox(env, now)))
    expect(await listed(order.visitor.email)).toMatchObject([
      { list: LISTS.main, consent: true },
      { list: LISTS.tickets, consent: true },
    ])
    expect(await noted(order)).toHaveLength(2)
    expect(
      (await rowsOf(order.id)).map(({ discriminator, attempts, doneAt }) => [discriminator, attempts, doneAt]),
    ).toEqual([
      ['main', 1, expect.any(Number)],
      ['tickets', 1, expect.any(Number)],
    ])
  })

  it('NEWS-01 signs nobody up without a ticked box, nor for the list about concerts without a ticket', async () => {
    const silent = await placeOrder(world, { standing: 1 })
    expect(await rowsOf(silent.id)).toEqual([])
    const merch = await placeOrder(world, { scarce: 1, more: BOTH })
    expect((await rowsOf(merch.id)).map(({ discriminator }) => discriminator)).toEqual(['main'])
  })

  it('NEWS-01 tries again while the list is unreachable, and logs no address', async () => {
    const order = await placeOrder(world, { standing: 1, more: { newsletter: true } })
    const { env } = isolatedEnv()
    await drainOutbox({ ...env, NEWSLETTER_BASE: 'http://127.0.0.1:9/lists' }, Date.now())
    const [failed] = await rowsOf(order.id)
    expect(failed).toMatchObject({
      attempts: 1,
      doneAt: null,
      lastError: expect.stringContaining('list.stagedoor.test'),
    })
    expect(failed?.lastError).not.toContain('@')
    expect(await noted(order)).toEqual([])
    await drainOutbox(env, failed?.nextAttemptAt ?? 0)
    expect(await listed(order.visitor.email)).toHaveLength(1)
    expect(await rowsOf(order.id)).toMatchObject([{ attempts: 2, doneAt: expect.any(Number), lastError: null }])
  })

  it('NEWS-01 finishes a sign-up whose result was lost between the list and the database', async () => {
    const order = await placeOrder(world, { standing: 1, more: { newsletter: true } })
    const { env } = isolatedEnv()
    const broken = new Proxy(env.DB, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (name === 'prepare' && String(given[0]).startsWith('insert into "subscribers"'))
            throw new Error('D1 is gone')
          return Reflect.apply(value, target, given)
        }
      },
    })
    await drainOutbox({ ...env, DB: broken }, Date.now())
    expect(await listed(order.visitor.email)).toHaveLength(1)
    const [row] = await rowsOf(order.id)
    expect(row).toMatchObject({ attempts: 1, doneAt: null })
    await drainOutbox(env, row?.nextAttemptAt ?? 0)
    expect(await listed(order.visitor.email)).toHaveLength(1)
    expect(await noted(order)).toHaveLength(1)
    expect((await rowsOf(order.id))[0]?.doneAt).toEqual(expect.any(Number))
  })

  it('NEWS-01 asks a buyer of several orders once a day for a confirmation', async () => {
    const first = await placeOrder(world, { standing: 1, more: { newsletter: true } })
    const { env } = isolatedEnv()
    await drainOutbox(env, Date.now())
    const again = await placeOrder(world, { standing: 1, visitor: first.visitor, more: { newsletter: true } })
    // An unreachable list shows that the shop does not ask it.
    await drainOutbox({ ...env, NEWSLETTER_BASE: 'http://127.0.0.1:9/lists' }, Date.now())
    expect(await rowsOf(again.id)).toMatchObject([{ doneAt: expect.any(Number) }])
    const later = await placeOrder(world, { standing: 1, visitor: first.visitor, more: { newsletter: true } })
    await setOrder(later.id, { placedAt: Date.now() + 25 * 3_600_000 })
    await drainOutbox(env, Date.now())
    expect(await noted(first)).toMatchObject([{ acceptedAt: expect.any(Number) }])
    expect((await noted(first))[0]?.acceptedAt).toBeGreaterThan(Date.now() + 24 * 3_600_000)
    expect(await listed(first.visitor.email)).toHaveLength(1)
  })

  it('NEWS-01 closes the row of a shop that no longer has the list', async () => {
    const order = await placeOrder(world, { standing: 1, more: { ticketNewsletter: true } })
    await setOrder(order.id, {
      shopId: (await db.select().from(shops).where(eq(shops.slug, 'nachtfalter')))[0]?.id ?? '',
    })
    await drainOutbox(isolatedEnv().env, Date.now())
    expect(await rowsOf(order.id)).toMatchObject([{ doneAt: expect.any(Number) }])
    expect(await noted(order)).toEqual([])
  })

  it('NEWS-01 deletes the proof of a consent three full calendar years after it', async () => {
    const order = await placeOrder(world, { standing: 1, more: { newsletter: true } })
    await drainOutbox(isolatedEnv().env, Date.now())
    const year = new Date().getUTCFullYear()
    await purgeContactData(testEnv, Date.UTC(year + 3, 11, 31))
    expect(await noted(order)).toHaveLength(1)
    await purgeContactData(testEnv, Date.UTC(year + 4, 0, 1))
    expect(await noted(order)).toEqual([])
  })
})
