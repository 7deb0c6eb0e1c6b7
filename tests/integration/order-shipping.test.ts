import { beforeAll, describe, expect, it } from 'vitest'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  placePaidOrder,
  setOrder,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

type Page = {
  order: { status: string }
  actions: string[]
  timeline: { kind: string; at: number | null; amountCents: number | null }[]
  shipment: { trackingNumber: string | null; trackingUrl: string | null } | null
}

async function pageOf({ id }: Placed): Promise<Page> {
  const key = await orderKeyOf(db, id, Date.now())
  const { data } = await new Visitor().run<{ orderPage: Page | null }>('OrderPage', { orderId: id, key })
  if (!data?.orderPage) throw new Error('no page')
  return data.orderPage
}

const kindsOf = ({ timeline }: Page) => timeline.map(({ kind, at }) => (at === null ? `(${kind})` : kind))

const URL_OF_PARCEL = 'https://carrier.example/track/0034-1'

async function mailsTo(order: Placed): Promise<string[]> {
  const { env, mails } = isolatedEnv()
  await drainOutbox(env, Date.now())
  return mails.filter(({ to }) => to === order.visitor.email).map(({ subject, text }) => `${subject}\n${text}`)
}

describe('the parcel of an order', () => {
  it('ORDER-02 shows each step, and the buyer gets a mail with the tracking number once', async () => {
    const order = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
    expect(kindsOf(await pageOf(order))).toEqual(['ORDERED', '(PAID)', '(SHIPPED)'])
    await payByBank(order)
    const { reference } = order
    expect(kindsOf(await pageOf(order))).toEqual(['ORDERED', 'PAID', '(SHIPPED)'])
    expect((await operator('POST', '/orders/pack', { reference })).status).toBe(200)
    expect(kindsOf(await pageOf(order))).toEqual(['ORDERED', 'PAID', 'PACKED', '(SHIPPED)'])
    await mailsTo(order)

    const shipped = { reference, trackingNumber: '0034-1', trackingUrl: URL_OF_PARCEL }
    expect((await operator('POST', '/orders/ship', shipped)).status).toBe(200)
    expect((await operator('POST', '/orders/ship', shipped)).status).toBe(200)
    const page = await pageOf(order)
    expect(page.order.status).toBe('done')
    expect(kindsOf(page)).toEqual(['ORDERED', 'PAID', 'PACKED', 'SHIPPED'])
    expect(page.shipment).toEqual({ trackingNumber: '0034-1', trackingUrl: URL_OF_PARCEL })
    const [mail, ...further] = await mailsTo(order)
    expect(further).toEqual([])
    expect(mail).toContain('Dein Paket ist unterwegs')
    expect(mail).toContain('0034-1')
    expect(mail).toContain(URL_OF_PARCEL)

    expect((await operator('POST', '/orders/delivered', { reference })).status).toBe(200)
    expect(kindsOf(await pageOf(order)).at(-1)).toBe('DELIVERED')
    expect((await operator('POST', '/orders/delivered', { reference })).status).toBe(409)
  })

  it('ORDER-02 can be sent again with a corrected number, which the buyer gets by mail', async () => {
    const order = await placePaidOrder(world, { scarce: 1 })
    const { reference } = order
    await operator('POST', '/orders/ship', { reference, trackingNumber: null, trackingUrl: null })
    await mailsTo(order)
    await operator('POST', '/orders/ship', { reference, trackingNumber: 'JJD-77', trackingUrl: null })
    expect((await mailsTo(order)).join()).toContain('JJD-77')
    expect((await pageOf(order)).timeline.filter(({ kind }) => kind === 'SHIPPED')).toHaveLength(1)
  })

  it('ORDER-02 is not sent before the order is paid, without goods, or with a malformed number or address', async () => {
    const unpaid = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
    const tickets = await placePaidOrder(world, { standing: 1 })
    const ship = async (reference: string, number: string | null = 'A-123', url: string | null = null) =>
      (await operator('POST', '/orders/ship', { reference, trackingNumber: number, trackingUrl: url })).status
    expect(await ship(unpaid.reference)).toBe(409)
    expect(await ship(tickets.reference)).toBe(409)
    expect((await operator('POST', '/orders/pack', { reference: tickets.reference })).status).toBe(409)
    expect(await ship('0000000000')).toBe(409)
    await payByBank(unpaid)
    expect(await ship(unpaid.reference, 'a b<script>')).toBe(400)
    expect(await ship(unpaid.reference, 'A-123', 'javascript:alert(1)')).toBe(400)
    expect(await ship(unpaid.reference, 'A-123', 'http://carrier.example')).toBe(400)
    expect((await pageOf(unpaid)).order.status).toBe('pending_fulfillment')
    await setOrder(unpaid.id, { status: 'refunded' })
    expect(await ship(unpaid.reference)).toBe(409)
  })
})

describe('a repeated mail', () => {
  const repeat = async ({ id }: Placed, key?: string) =>
    new Visitor().run('RepeatOrderMail', { orderId: id, key: key ?? (await orderKeyOf(db, id, Date.now())) })

  it('ORDER-03 is the mail of the order’s status, goes to the buyer, and only once in ten minutes', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    await mailsTo(order)
    expect((await repeat(order)).code).toBeNull()
    expect((await repeat(order)).code).toBeNull()
    const mails = await mailsTo(order)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('bestätigt')
    expect((await pageOf(order)).actions).toContain('REPEAT_MAIL')
  })

  it('ORDER-03 needs the key, and an order with an address', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await repeat(order, '0'.repeat(32))).code).toBe('ORDER_NOT_FOUND')
    await setOrder(order.id, { email: '' })
    expect((await repeat(order)).code).toBe('NOT_ALLOWED')
    expect((await pageOf(order)).actions).not.toContain('REPEAT_MAIL')
  })
})
