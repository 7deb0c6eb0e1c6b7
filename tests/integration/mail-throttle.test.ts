import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { takeMailSlot, UNPAID_MAILS_PER_HOUR } from '../../worker/db/mail-slot.ts'
import { drainOutbox } from '../support/drain-outbox.ts'

import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  payByBank,
  placeOrder,
  setOrder,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.update(variantStock).set({ initial: 100, available: 100 })
})

/**
 * Places `count` orders, and adds a mail about each order to the outbox. `email` returns the address of each order. All
 * addresses must belong to one mailbox.
 */
async function placeWithMails(email: (number: number) => string, count: number) {
  const placed = []
  for (let number = 0; number < count; number++) {
    const order = await placeOrder(world, { scarce: 1, method: 'bank_transfer', more: { email: email(number) } })
    // Another limit allows three unpaid orders per mailbox. It does not count orders with the status `problem`.
    await setOrder(order.id, { status: 'problem' })
    placed.push(order)
  }
  const ids = placed.map(({ id }) => id)
  await db.update(orders).set({ status: 'payment_pending' }).where(inArray(orders.id, ids))
  await db.update(outbox).set({ doneAt: 1 }).where(inArray(outbox.subjectId, ids))
  const mails = await Promise.all(ids.map((id) => addOutboxRow('mail_order_received', id)))
  return { placed, mails }
}

const waiting = async (mails: string[]) =>
  (await db.select().from(outbox).where(inArray(outbox.id, mails))).filter(({ doneAt }) => doneAt === null)

describe('mails about unpaid orders', () => {
  it('TIX-01 reach one mailbox at most four times an hour, and do not delay a mail with tickets', async () => {
    const { placed, mails } = await placeWithMails((number) => `tar.get+${number}@gmail.com`, UNPAID_MAILS_PER_HOUR + 1)
    const { env, mails: sent } = isolatedEnv()
    // Ten hours later, the mails that the shop sent for the new orders no longer count against the limit.
    const start = Date.now() + 10 * HOUR
    await drainOutbox(env, start)
    const [last, ...others] = await waiting(mails)
    expect(others).toEqual([])
    const next = last?.nextAttemptAt ?? 0
    expect(next).toBeGreaterThanOrEqual(start + HOUR)
    expect(sent).toHaveLength(UNPAID_MAILS_PER_HOUR)

    const paid = placed.find(({ id }) => id !== last?.subjectId)
    if (!paid) throw new Error('nothing was sent')
    await drainOutbox(env, start + 1)
    await payByBank(paid)
    await drainOutbox(env, start + 2)
    expect(sent).toHaveLength(UNPAID_MAILS_PER_HOUR + 1)
    expect(await waiting(mails)).toHaveLength(1)

    await drainOutbox(env, next)
    expect(await waiting(mails)).toEqual([])
    expect(sent).toHaveLength(UNPAID_MAILS_PER_HOUR + 2)
  })

  it('TIX-01 get only four slots an hour, even if seven mails ask for a slot at the same moment', async () => {
    const { mails } = await placeWithMails(() => 'same@example.org', UNPAID_MAILS_PER_HOUR + 3)
    const now = Date.now() + 20 * HOUR
    const answers = await Promise.all(mails.map((id) => takeMailSlot(db, id, 'same@example.org', now)))
    expect(answers.filter((until) => until === null)).toHaveLength(UNPAID_MAILS_PER_HOUR)
    expect(answers.filter((until) => until !== null)).toEqual([now + HOUR, now + HOUR, now + HOUR])
    const [first] = mails
    expect(await takeMailSlot(db, first ?? '', 'same@example.org', now + 1)).toBeNull()
    expect(await takeMailSlot(db, first ?? '', 'other@example.org', now + 1)).toBeNull()
  })
})
