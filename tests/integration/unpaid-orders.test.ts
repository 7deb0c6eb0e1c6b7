import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { db, type Placed, payByBank, placeOrder, setOrder } from '../support/payment-helpers.ts'
import { setRoom, standing } from '../support/room-control.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

/** Orders one shirt as a new visitor, or as `more.visitor` if it is given. */
async function orderShirt(more: { email?: string; network?: string; method?: string; visitor?: Visitor } = {}) {
  const visitor = more.visitor ?? Object.assign(new Visitor(), { address: more.network ?? null })
  await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
  return visitor.placeOrder(2490 + 590, {
    shippingMethod: world.parcel,
    paymentMethod: more.method ?? 'bank_transfer',
    ...(more.email ? { email: more.email } : {}),
  })
}

describe('unpaid orders of one mailbox', () => {
  it('PAY-06 are limited to three, counted over all spellings of the address', async () => {
    for (const email of ['Jo.Berg@gmail.com', 'joberg+a@gmail.com', 'j.o.berg@googlemail.com']) {
      expect((await orderShirt({ email })).code).toBeNull()
    }
    expect(await orderShirt({ email: 'joberg@gmail.com' })).toMatchObject({
      code: 'UNPAID_ORDERS_EXCEEDED',
      params: { limit: 3 },
    })
    expect((await orderShirt({ email: 'joberg@gmx.de' })).code).toBeNull()
    const [first] = await db.select().from(orders).where(eq(orders.email, 'Jo.Berg@gmail.com'))
    await payByBank({ reference: first?.reference ?? '' })
    expect((await orderShirt({ email: 'joberg@gmail.com' })).code).toBeNull()
  })

  it('PAY-06 are limited to three if ten are placed at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => orderShirt({ email: 'rush@example.org' })))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'UNPAID_ORDERS_EXCEEDED')).toHaveLength(7)
  })

  it('PAY-06 older than an hour count against the limit for bank transfers, but not for card payments', async () => {
    const placed = await Promise.all([1, 2, 3].map(() => orderShirt({ email: 'fan@example.org' })))
    expect((await orderShirt({ email: 'fan@example.org', method: 'stripe_checkout' })).code).toBe(
      'UNPAID_ORDERS_EXCEEDED',
    )
    for (const { data } of placed) {
      await setOrder(data?.placeOrder.cart.id ?? '', { placedAt: Date.now() - HOUR - 1 })
    }
    expect((await orderShirt({ email: 'fan@example.org', method: 'stripe_checkout' })).code).toBeNull()
    expect((await orderShirt({ email: 'fan@example.org' })).code).toBe('UNPAID_ORDERS_EXCEEDED')
  })

  it('PAY-06 stay limited when the buyer changes the payment method', async () => {
    const email = 'change@example.org'
    const visitor = new Visitor()
    const byCard = (await orderShirt({ email, visitor, method: 'stripe_checkout' })).data?.placeOrder.cart
    await setOrder(byCard?.id ?? '', { placedAt: Date.now() - HOUR - 1 })
    for (let orders = 0; orders < 2; orders++) await orderShirt({ email, method: 'stripe_checkout' })
    expect((await orderShirt({ email, method: 'stripe_checkout' })).code).toBeNull()
    const answer = await visitor.run('UpdatePreferredPaymentMethod', {
      orderId: byCard?.id,
      reference: byCard?.reference,
      preferredPaymentMethod: 'bank_transfer',
    })
    expect(answer).toMatchObject({ code: 'UNPAID_ORDERS_EXCEEDED', params: { limit: 3 } })
  })
})

describe('unpaid orders of one network', () => {
  it('PAY-06 are limited to ten an hour, and the order stores a key instead of the IP address', async () => {
    const network = '203.0.113.9'
    const answers = await Promise.all(Array.from({ length: 12 }, () => orderShirt({ network })))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'NETWORK_ORDERS_EXCEEDED')).toHaveLength(2)
    expect((await orderShirt({ network: '203.0.113.10' })).code).toBeNull()
    const placed = answers.find(({ data }) => data !== null)?.data?.placeOrder.cart
    const [row] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, placed?.id ?? ''))
    expect(row?.networkKey).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(row)).not.toContain(network)
    await payByBank({ reference: placed?.reference ?? '' })
    expect((await orderShirt({ network })).code).toBeNull()
    expect((await orderShirt({ network })).code).toBe('NETWORK_ORDERS_EXCEEDED')
    await setOrder(row?.id ?? '', { paidAt: null, paidCents: 0, placedAt: Date.now() - HOUR - 1 })
    for (const { data } of answers.slice(0, 12)) {
      if (data) await setOrder(data.placeOrder.cart.id, { placedAt: Date.now() - HOUR - 1 })
    }
    expect((await orderShirt({ network })).code).toBeNull()
  })

  it('PAY-06 count against the ten until they are cancelled, and then only against a limit of thirty', async () => {
    const network = '203.0.113.20'
    /** Places ten orders and returns their ids. The eleventh is refused. */
    const placeTen = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => orderShirt({ network })))
      expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => null))
      expect((await orderShirt({ network })).code).toBe('NETWORK_ORDERS_EXCEEDED')
      return answers.map(({ data }) => data?.placeOrder.cart.id ?? '')
    }
    let placed: string[] = []
    for (let round = 0; round < 3; round++) {
      for (const id of placed) await setOrder(id, { status: 'cancelled' })
      placed = await placeTen()
    }
    for (const id of placed) await setOrder(id, { status: 'cancelled' })
    expect((await orderShirt({ network })).code).toBe('NETWORK_ORDERS_EXCEEDED')
    await setOrder(placed[0] ?? '', { placedAt: Date.now() - HOUR - 1 })
    expect((await orderShirt({ network })).code).toBeNull()
  })
})

describe('bank transfer for tickets', () => {
  const offeredMethods = async (visitor: Visitor) =>
    (
      await visitor.run<{ paymentMethods: { id: string }[] }>('CheckoutOptions', { countryCode: 'de' })
    ).data?.paymentMethods.map(({ id }) => id) ?? []
  const setEvent = (values: Partial<typeof events.$inferInsert>) =>
    db.update(events).set(values).where(eq(events.id, world.seatedEvent))

  it('PAY-06 is neither offered nor accepted while a waiting room guards the event', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect(await offeredMethods(visitor)).toContain('bank_transfer')
    await setRoom({ ...standing, opensAt: Date.now() - HOUR, mode: 'automatic' })
    expect(await offeredMethods(visitor)).not.toContain('bank_transfer')
    expect((await visitor.placeOrder(4500)).code).toBe('PAYMENT_METHOD_INVALID')
    expect((await visitor.cart()).items).toHaveLength(1)
    await setRoom({ ...standing, mode: 'off' })
    expect((await visitor.placeOrder(4500)).code).toBeNull()
  })

  it('PAY-06 cannot replace a card payment an hour after the start of the presale', async () => {
    const byCard = await placeOrder(world, { standing: 1 })
    const change = ({ visitor, id, reference }: Placed) =>
      visitor.run('UpdatePreferredPaymentMethod', {
        orderId: id,
        reference,
        preferredPaymentMethod: 'bank_transfer',
      })
    await db
      .update(events)
      .set({ presaleAt: Date.now() - HOUR })
      .where(eq(events.id, world.standingEvent))
    expect((await change(byCard)).code).toBe('PAYMENT_METHOD_INVALID')
    await db.update(events).set({ presaleAt: 0 }).where(eq(events.id, world.standingEvent))
    expect((await change(byCard)).code).toBeNull()
  })

  it('PAY-06 is not offered 71 hours after the start of the presale', async () => {
    await setEvent({ presaleAt: Date.now() - 71 * HOUR })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.seatVariant, amount: 1 }])
    expect(await offeredMethods(visitor)).not.toContain('bank_transfer')
  })
})
