import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../schema/tables/order.ts'
import { buildPaymentWorld, db, setOrder } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

/** Orders standing tickets at 45 euros each. The event sells at most four to a buyer. */
async function order(amount: number, email: string) {
  const visitor = new Visitor()
  expect((await visitor.add([{ productVariantId: world.standingVariant, amount }])).code).toBeNull()
  return visitor.placeOrder(amount * 4500, { email })
}

describe('the limit of tickets per buyer', () => {
  it('EVT-05 adds up the tickets in all open orders of one email address, regardless of upper and lower case', async () => {
    expect((await order(3, 'Nils@example.org')).code).toBeNull()
    expect(await order(2, 'nils@EXAMPLE.org')).toMatchObject({
      code: 'TICKET_BUYER_LIMIT_EXCEEDED',
      params: { limit: 4 },
    })
    expect((await order(1, 'nils@example.org')).code).toBeNull()
    expect((await order(4, 'jana@example.org')).code).toBeNull()
  })

  it('EVT-05 treats all spellings of a mailbox as one buyer, and the order keeps the address as written', async () => {
    expect((await order(2, 'Nora.Lind@Gmail.com')).code).toBeNull()
    expect((await order(1, 'noralind+konzert@googlemail.com')).code).toBeNull()
    expect((await order(2, 'n.o.r.a.lind@gmail.com')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect((await order(4, 'max@bücher.example')).code).toBeNull()
    expect((await order(1, 'MAX+2@xn--bcher-kva.example')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect(await db.select().from(orders).where(eq(orders.email, 'Nora.Lind@Gmail.com'))).toMatchObject([
      { buyerKey: 'noralind@gmail.com' },
    ])
  })

  it("EVT-05 ignores another cart's unpaid orders after an hour, but still counts paid orders", async () => {
    const { data } = await order(4, 'victim@example.org')
    expect((await order(4, 'victim@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    const placed = data?.placeOrder.cart.id ?? ''
    await setOrder(placed, { placedAt: Date.now() - HOUR - 1 })
    expect((await order(4, 'victim@example.org')).code).toBeNull()
    await setOrder(placed, { paidAt: Date.now() })
    expect((await order(1, 'victim@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
  })

  it('EVT-05 counts an unpaid order of the same cart even after 48 hours', async () => {
    const visitor = new Visitor()
    const buy = async (amount: number) => {
      expect((await visitor.add([{ productVariantId: world.standingVariant, amount }])).code).toBeNull()
      return visitor.placeOrder(amount * 4500)
    }
    const { data } = await buy(2)
    await setOrder(data?.placeOrder.cart.id ?? '', { placedAt: Date.now() - 48 * HOUR })
    // For an order from another cart, the old unpaid order does not count. For the same cart, both earlier orders count.
    expect((await order(2, visitor.email)).code).toBeNull()
    expect((await buy(1)).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
  })

  it('EVT-05 rejects an order above the limit without storing it, and leaves the tickets in the cart', async () => {
    expect((await order(4, 'olga@example.org')).code).toBeNull()
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await visitor.placeOrder(4500, { email: 'olga@example.org' })).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    expect(await db.select().from(orders).where(eq(orders.email, 'olga@example.org'))).toHaveLength(1)
    expect((await visitor.cart()).items).toMatchObject([{ amount: 1 }])
    expect((await visitor.placeOrder(4500, { email: 'pia@example.org' })).code).toBeNull()
  })

  it('EVT-05 lets two of ten simultaneous orders of two tickets each succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(2, 'rush@example.org')))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(2)
    expect(answers.filter(({ code }) => code === 'TICKET_BUYER_LIMIT_EXCEEDED')).toHaveLength(8)
  })

  it('EVT-05 ignores cancelled orders', async () => {
    const { data } = await order(4, 'tom@example.org')
    expect((await order(1, 'tom@example.org')).code).toBe('TICKET_BUYER_LIMIT_EXCEEDED')
    await setOrder(data?.placeOrder.cart.id ?? '', { status: 'cancelled' })
    expect((await order(4, 'tom@example.org')).code).toBeNull()
  })
})
