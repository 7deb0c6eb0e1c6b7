import { and, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '../../schema/tables/outbox.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { queueRepeatedMail } from '../../worker/db/order-mail.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  type Placed,
  placeOrder,
  placePaidOrder,
  setOrder,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const ask = (reference: string, email: string, visitor = new Visitor()) =>
  visitor.run('RequestOrderLink', { reference, email })

async function mailsTo(...addresses: string[]) {
  const { env, mails } = isolatedEnv()
  await drainOutbox(env, Date.now())
  return mails.filter(({ to }) => addresses.includes(to))
}

describe('the form for the link to an order', () => {
  it('ORDER-04 mails the link to the address of the order, also if the number and the address are written differently', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await mailsTo(order.visitor.email)
    const typed = `CCX ${order.reference.slice(0, 5)} ${order.reference.slice(5)}`
    expect((await ask(typed, ` ${order.visitor.email.toUpperCase()}`.trim())).code).toBeNull()
    const [mail, ...further] = await mailsTo(order.visitor.email)
    expect(further).toEqual([])
    expect(mail?.subject).toBe(`Der Link zu deiner Bestellung ${order.reference}`)
    const key = await orderKeyOf(db, order.id, Date.now())
    expect(mail?.text).toContain(`/order/${order.id}?key=${key}`)
  })

  it('ORDER-04 answers the same for an order that does not exist or has another address, and sends nothing', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await mailsTo(order.visitor.email)
    const stranger = `eve-${crypto.randomUUID()}@example.org`
    const right = await ask(order.reference, order.visitor.email)
    expect(await ask(order.reference, stranger)).toEqual(right)
    expect(await ask('4711471147', order.visitor.email)).toEqual(right)
    expect((await mailsTo(stranger, order.visitor.email)).map(({ to }) => to)).toEqual([order.visitor.email])
  })

  it('ORDER-04 writes the same row with the same statements in each case, without the address', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const email = `eve-${crypto.randomUUID()}@example.org`
    await ask('4711471148', email)
    await ask(order.reference, order.visitor.email)
    const rows = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'mail_order_link'), like(outbox.discriminator, '%')))
    const shapes = rows.map(({ subjectId, discriminator }) => [subjectId.length, discriminator.length])
    expect(new Set(shapes.map(String)).size).toBe(1)
    expect(rows.map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining(['4711471148', order.reference]))
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('ORDER-04 refuses a malformed number or address, and sends one mail for several requests', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const { email } = order.visitor
    await mailsTo(email)
    for (const [reference, address] of [
      ['', email],
      ['12', email],
      [`${order.reference}0`, email],
      ["1' or '1'='1", email],
      ['1'.repeat(10_000), email],
      [order.reference, 'not an address'],
      [order.reference, ''],
    ] as const)
      expect((await ask(reference, address)).code).toBe('BAD_INPUT')
    await Promise.all([ask(order.reference, email), ask(order.reference, email), ask(order.reference, email)])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('ORDER-04 limits the requests for an address, but answers the many fans of one network', async () => {
    const ask7 = async (addressOf: (index: number) => string, emailOf: (index: number) => string) => {
      const visitor = new Visitor()
      const answers: (string | null)[] = []
      for (let index = 0; index < 7; index++) {
        visitor.address = addressOf(index)
        answers.push((await ask(`123456789${index}`, emailOf(index), visitor)).code)
      }
      return answers
    }
    const unique = crypto.randomUUID()
    const ofFans = await ask7(
      () => '203.0.113.9',
      (index) => `a${index}-${unique}@example.org`,
    )
    expect(ofFans.every((code) => code === null)).toBe(true)
    const forOne = await ask7(
      (index) => `203.0.113.${20 + index}`,
      () => `b-${unique}@example.org`,
    )
    expect(forOne.at(-1)).toBe('TOO_MANY_REQUESTS')
    const full = { limit: () => Promise.resolve({ success: false }) }
    for (const name of ['LINK_TRIES', 'LINK_TRIES_WIDE']) {
      const visitor = new Visitor()
      visitor.address = '203.0.113.60'
      visitor.env = { ...testEnv, [name]: full }
      expect((await ask('1234567890', `c-${unique}@example.org`, visitor)).code).toBe('TOO_MANY_REQUESTS')
    }
  })
})

describe('the limits of an order’s page', () => {
  it('ORDER-03 repeats at most five mails of an order in a day', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const now = Date.now()
    const limit = { since: now - DAY, count: 5 }
    const queue = (period: number) =>
      queueRepeatedMail(db, { kind: 'mail_order_received', orderId: order.id, period, limit }, now)
    for (let period = 1; period <= 5; period++) expect(await queue(period)).toBe(true)
    expect(await queue(5)).toBe(true)
    expect(await queue(6)).toBe(false)
  })

  type Shown = {
    orderPage: {
      showsPersonalData: boolean
      order: {
        email: string
        billingAddress: { lastName?: string }
        tickets: { code: string | null; holder: string | null }[]
      }
    }
  }
  async function shown({ id }: Placed): Promise<Shown['orderPage']> {
    const key = await orderKeyOf(db, id, Date.now())
    const { data } = await new Visitor().run<Shown>('OrderPage', { orderId: id, key })
    if (!data) throw new Error('no page')
    return data.orderPage
  }

  it('ORDER-05 shows names and addresses of an old order until its event is over, and then only ticket codes', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Ida', lastName: 'B' } })
      .where(eq(tickets.orderId, order.id))
    await setOrder(order.id, { placedAt: Date.now() - 60 * DAY })
    const ahead = await shown(order)
    expect(ahead).toMatchObject({ showsPersonalData: true, order: { tickets: [{ holder: 'Ida B' }] } })
    expect(ahead.order.billingAddress.lastName).toBeTruthy()
    // The link with the reference never shows them for longer than 28 days.
    const { data } = await order.visitor.run<{ order: Shown['orderPage']['order'] }>('Order', {
      orderId: order.id,
      reference: order.reference,
    })
    expect(data?.order).toMatchObject({ billingAddress: {}, tickets: [{ holder: null }] })

    await setOrder(order.id, { status: 'problem' })
    const over = await shown(order)
    expect(over).toMatchObject({ showsPersonalData: false, order: { billingAddress: {} } })
    expect(over.order.email).toMatch(/^i…@/)
  })
})
