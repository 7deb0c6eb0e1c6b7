import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { jobRuns } from '../../schema/tables/job-run.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { activities, submissions } from '../../schema/tables/submission.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { purgeContactData, purgeWhenDue } from '../../worker/jobs/purge-contact-data.ts'
import { markPaidByBank } from '../../worker/services/payment.ts'
import { buildPaymentWorld, db, placeOrder } from '../support/payment-desk.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

describe('contact data', () => {
  it('TIX-05 of ticket holders leaves 28 days after the evening; the ticket itself and the order stay', async () => {
    const order = await placeOrder(world, { standing: 2, method: 'bank_transfer' })
    await db.update(orderItems).set({ personalIdentifier: 'Ida+Brandt' }).where(eq(orderItems.orderId, order.id))
    await markPaidByBank(testEnv, order.reference, null, Date.now())
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Ida', phone: '030 1' } })
      .where(eq(tickets.orderId, order.id))
    const [issued] = await db.select().from(tickets).where(eq(tickets.orderId, order.id))
    const expiresAt = issued?.expiresAt ?? 0
    const names = async () => {
      const rows = await db.select().from(tickets).where(eq(tickets.orderId, order.id))
      const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
      return [...rows.map(({ personalIdentifier }) => personalIdentifier), item?.personalIdentifier]
    }
    const named = { firstName: 'Ida', phone: '030 1' }
    await purgeContactData(testEnv, expiresAt)
    expect(await names()).toEqual([named, named, 'Ida+Brandt'])
    await purgeContactData(testEnv, expiresAt + 1)
    expect(await names()).toEqual([{}, {}, null])
    expect(await db.select().from(orders).where(eq(orders.id, order.id))).toMatchObject([
      { email: order.visitor.email },
    ])
  })

  it('TIX-05 the activity log lives seven days, a submission until its day', async () => {
    const now = Date.now()
    const [shop] = await db.select().from(shops)
    const shopId = shop?.id ?? ''
    await db.delete(activities)
    const activity = (happenedAt: number) => ({
      id: newId('activity', now),
      shopId,
      cartId: 'crt',
      action: 'look',
      happenedAt,
    })
    await db.insert(activities).values([activity(now - 7 * DAY - 1), activity(now - 6 * DAY)])
    const submission = (deleteAt: number) => ({
      id: newId('submission', now),
      shopId,
      kind: 'cancel' as const,
      data: {},
      createdAt: now,
      deleteAt,
    })
    await db.insert(submissions).values([submission(now - 1), submission(now + DAY)])
    await purgeContactData(testEnv, now)
    expect(await db.select().from(activities)).toMatchObject([{ happenedAt: now - 6 * DAY }])
    expect(await db.select().from(submissions)).toMatchObject([{ deleteAt: now + DAY }])
  })

  it('TIX-05 is looked through once an hour, also where the cron comes late or misses the minute', async () => {
    const runs = async () =>
      (await db.select().from(jobRuns).where(eq(jobRuns.job, 'purge_contact_data')))[0]?.nextRunAt
    const start = Date.now()
    const MINUTE = 60_000
    const ran: number[] = []
    let before = await runs()
    for (const minute of [0, 1, 59, 60, 118, 131, 132, 191]) {
      await purgeWhenDue(testEnv, start + minute * MINUTE)
      const after = await runs()
      if (after !== before) ran.push(minute)
      before = after
    }
    expect(ran).toEqual([0, 60, 131, 191])
  })

  it('TIX-05 a run that died is made good for within ten minutes', async () => {
    await db.update(jobRuns).set({ nextRunAt: 0 }).where(eq(jobRuns.job, 'purge_contact_data'))
    const start = Date.now()
    const broken = { ...testEnv, DB: failingAfter(testEnv.DB, 1) }
    await expect(purgeWhenDue(broken, start)).rejects.toThrow('D1 is out of reach')
    const [run] = await db.select().from(jobRuns).where(eq(jobRuns.job, 'purge_contact_data'))
    expect(run?.nextRunAt).toBe(start + 10 * 60_000)
  })
})

/** A database that answers so many statements and no more. */
function failingAfter(database: D1Database, statements: number): D1Database {
  let left = statements
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'prepare' && left-- <= 0) throw new Error('D1 is out of reach')
        return Reflect.apply(value, target, given)
      }
    },
  })
}
