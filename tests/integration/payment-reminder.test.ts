import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { shops } from '../../schema/tables/shop.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'
import { remindBuyers } from '../../worker/jobs/remind-buyers.ts'
import {
  actOnPaymentPage,
  buildPaymentWorld,
  confirmPayment,
  db,
  fetchOrder,
  isolatedEnv,
  openPaymentPage,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
  type SentMail,
  setOrder,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const KINDS = ['mail_payment_open', 'mail_payment_reminder'] as const

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs the cron's reminders at `now`, and returns the mails to the order's buyer. */
async function remindAt(order: Placed, now: number, env = isolatedEnv()): Promise<SentMail[]> {
  await remindBuyers(env.env, now)
  await drainLane(env.env, 'mail', now)
  return env.mails.filter(({ to }) => to === order.visitor.email)
}

function remindersOf(orderId: string) {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subjectId, orderId), inArray(outbox.kind, [...KINDS])))
}

describe('the mail to a buyer who left the payment page', () => {
  it('LATER-03 comes once, ten minutes after the order, with a link to the page to pay later', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await openPaymentPage(order)
    expect(await remindAt(order, Date.now() + 9 * MINUTE)).toEqual([])
    const [mail, ...more] = await remindAt(order, Date.now() + 11 * MINUTE)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`Deine Bestellung ${order.reference}: Zahlung noch offen`)
    const link = `http://localhost:8787/checkout/payment/${order.id}/${order.reference}?lang=de`
    expect(mail?.text).toContain(`Jetzt 45,00\u00a0€ bezahlen: ${link}`)
    expect(mail?.html).toContain(`href="${link}"`)
    expect(await remindAt(order, Date.now() + 12 * MINUTE)).toEqual([])
  })

  it('LATER-03 is queued once, even if ten cron runs look for unpaid orders at the same time', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const { env, mails } = isolatedEnv()
    const now = Date.now() + 11 * MINUTE
    await Promise.all(Array.from({ length: 10 }, () => remindBuyers(env, now)))
    expect(await remindersOf(order.id)).toHaveLength(1)
    await Promise.all(Array.from({ length: 5 }, () => drainLane(env, 'mail', now)))
    expect(mails.filter(({ to }) => to === order.visitor.email)).toHaveLength(1)
  })

  it('LATER-03 does not come if the buyer has paid, even if no notice of the payment arrived', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await actOnPaymentPage(await openPaymentPage(order), 'approve')
    const mails = await remindAt(order, Date.now() + 11 * MINUTE)
    expect(mails.filter(({ subject }) => subject.includes('offen'))).toEqual([])
    expect((await recordsOf(order.id)).order.status).toBe('done')
    expect(await remindersOf(order.id)).toMatchObject([{ doneAt: expect.any(Number) }])
  })

  it('LATER-03 does not come while the bank processes the payment', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await actOnPaymentPage(await openPaymentPage(order), 'delay')
    await confirmPayment(order)
    expect(await remindAt(order, Date.now() + 11 * MINUTE)).toEqual([])
    expect((await recordsOf(order.id)).payments).toMatchObject([{ status: 'open', pendingAt: expect.any(Number) }])
  })

  it('LATER-03 does not come after the deadline, or for an order of a cancelled event', async () => {
    const late = await placeOrder(world, { standing: 1 })
    await setOrder(late.id, { dueAt: Date.now() })
    expect(await remindAt(late, Date.now() + 11 * MINUTE)).toEqual([])
    const off = await placeOrder(world, { seatIds: ['A-1-1'] })
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, world.seatedEvent))
    expect(await remindAt(off, Date.now() + 11 * MINUTE)).toEqual([])
  })

  it('LATER-03 is in the language of the order, and its link leads to the band shop that sold the order', async () => {
    const placed = await placeOrder(world, { standing: 1 })
    const [eisenwald] = await db.select().from(shops).where(eq(shops.slug, 'eisenwald'))
    await setOrder(placed.id, { locale: 'en', shopId: eisenwald?.id ?? '' })
    const [mail] = await remindAt(placed, Date.now() + 11 * MINUTE)
    expect(mail?.subject).toBe(`Your order ${placed.reference}: payment outstanding`)
    expect(mail?.from.name).toBe('Eisenwald')
    expect(mail?.text).toMatch(
      new RegExp(`merch\\.eisenwald\\.example\\S*/checkout/payment/${placed.id}/${placed.reference}\\?lang=en`),
    )
  })
})

describe('the reminder of a bank transfer', () => {
  it('LATER-03 comes once, 48 hours before the deadline, with the bank details and a link to pay in another way', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const { dueAt } = (await recordsOf(order.id)).order
    expect((await remindAt(order, dueAt - 49 * HOUR)).map(({ subject }) => subject)).toEqual([
      `Deine Bestellung ${order.reference}: bitte überweisen`,
    ])
    const [mail, ...more] = await remindAt(order, dueAt - 48 * HOUR)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(
      new RegExp(`^Deine Bestellung ${order.reference}: bitte bis \\w+,\u00a0\\d+\\.\u00a0\\w+ bezahlen$`),
    )
    expect(mail?.text).toContain(`BAX${order.reference}`)
    expect(mail?.text).toContain(
      `Bezahlen oder Zahlungsart ändern: http://localhost:8787/checkout/payment/${order.id}/${order.reference}`,
    )
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['girocode.png'])
    expect(await remindAt(order, dueAt - 47 * HOUR)).toEqual([])
  })

  it('LATER-03 names the rest after a partial transfer, and does not come after the whole amount', async () => {
    const partial = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const paid = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(partial.id, { paidCents: 1000 })
    await payByBank(paid)
    const { dueAt } = (await recordsOf(partial.id)).order
    const mailed = await remindAt(partial, dueAt - 48 * HOUR)
    expect(mailed.find(({ subject }) => subject.endsWith('bezahlen'))?.text).toContain('fehlen uns noch 35,00\u00a0€')
    expect((await remindAt(paid, dueAt - 48 * HOUR)).filter(({ subject }) => subject.includes('bezahlen'))).toEqual([])
  })
})

describe('a buyer who changes the payment method', () => {
  const choose = ({ visitor, id, reference }: Placed, preferredPaymentMethod: string) =>
    visitor.run('UpdatePreferredPaymentMethod', { orderId: id, reference, preferredPaymentMethod })

  it('LATER-02 gets the bank details instead of the mail about the open payment, and the other way round', async () => {
    const order = await placeOrder(world, { standing: 1 })
    await choose(order, 'bank_transfer')
    const subjects = async (now: number) => (await remindAt(order, now)).map(({ subject }) => subject)
    expect(await subjects(Date.now() + 11 * MINUTE)).toEqual([`Deine Bestellung ${order.reference}: bitte überweisen`])

    const back = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await choose(back, 'stripe_checkout')
    expect((await fetchOrder(back))?.paymentMethod).toBe('stripe_checkout')
    const mails = await remindAt(back, Date.now() + 11 * MINUTE)
    expect(mails.map(({ subject }) => subject)).toEqual([`Deine Bestellung ${back.reference}: Zahlung noch offen`])
  })
})
