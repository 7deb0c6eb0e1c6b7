import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { Browser } from '../support/edge.ts'
import { mailOf } from '../support/order-mails.ts'
import { buildPaymentWorld, db, isolatedEnv, payByBank, placeOrder, setOrder } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const LINK = /http:\/\/[\w.:]+\/order\/(ord_\w+)\?key=([0-9a-f]{32})&lang=(de|en)/

function linkIn(text: string): { orderId: string; key: string; language: string } {
  const [, orderId = '', key = '', language = ''] = LINK.exec(text.replaceAll('&amp;', '&')) ?? []
  return { orderId, key, language }
}

type Shown = { orderPage: { order: { id: string; reference: string; email: string }; actions: string[] } | null }

async function opened(visitor: Visitor, orderId: string, key: string) {
  const { data, code } = await visitor.run<Shown>('OrderPage', { orderId, key })
  return { page: data?.orderPage ?? null, code }
}

describe('the link to an order', () => {
  it('ORDER-01 is in every mail about the order, in text and HTML and with the language of the order', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const received = await mailOf('mail_order_received', order.id)
    const first = linkIn(received.text)
    expect(first).toEqual({ orderId: order.id, key: expect.stringMatching(/^[0-9a-f]{32}$/), language: 'de' })
    expect(linkIn(received.html)).toEqual(first)
    await payByBank(order)
    await setOrder(order.id, { locale: 'en' })
    const paid = await mailOf('mail_order_paid', order.id)
    expect(linkIn(paid.text)).toEqual({ ...first, language: 'en' })
    await setOrder(order.id, { status: 'cancelled', cancelReason: 'operator' })
    expect(linkIn((await mailOf('mail_order_cancelled', order.id)).html)).toEqual({ ...first, language: 'en' })
  })

  it('ORDER-01 opens the order for any visitor, and says what the fan can do with it', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const key = await orderKeyOf(db, order.id, Date.now())
    const { page } = await opened(new Visitor(), order.id, key)
    expect(page).toMatchObject({ order: { id: order.id, reference: order.reference }, actions: ['PAY', 'REPEAT_MAIL'] })
    await payByBank(order)
    expect((await opened(new Visitor(), order.id, key)).page?.actions).not.toContain('PAY')
  })

  it('ORDER-01 reveals nothing with a wrong key, a key of another order, or an unknown id', async () => {
    const [order, other] = [await placeOrder(world, { standing: 1 }), await placeOrder(world, { standing: 1 })]
    await orderKeyOf(db, order.id, Date.now())
    const otherKey = await orderKeyOf(db, other.id, Date.now())
    const keyless = await placeOrder(world, { standing: 1 })
    for (const [id, key] of [
      [order.id, otherKey],
      [order.id, ''],
      [order.id, 'x'.repeat(1_000)],
      [order.id, order.reference],
      [keyless.id, ''],
      [newId('order', Date.now()), otherKey],
      ['1 or 1=1', otherKey],
    ] as const)
      expect(await opened(new Visitor(), id, key)).toEqual({ page: null, code: null })
  })

  it('ORDER-01 of another band’s shop opens nothing in a band’s shop', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const key = await orderKeyOf(db, order.id, Date.now())
    expect((await opened(new Visitor('eisenwald'), order.id, key)).page).toBeNull()
    expect((await opened(new Visitor(), order.id, key)).page).not.toBeNull()
  })

  it('ORDER-01 refuses a network that tries many keys, but not the right key', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const key = await orderKeyOf(db, order.id, Date.now())
    const guesser = new Visitor()
    guesser.address = '198.51.100.77'
    const codes: unknown[] = []
    for (let guess = 0; guess < 12; guess++) codes.push((await opened(guesser, order.id, `${guess}`)).code)
    expect(codes.at(0)).toBeNull()
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
    expect((await opened(guesser, newId('order', Date.now()), key)).code).toBe('TOO_MANY_REQUESTS')
    expect((await opened(guesser, order.id, key)).page?.order.id).toBe(order.id)
  })

  it('ORDER-01 is the same for two mails that are written at once', async () => {
    const order = await placeOrder(world, { standing: 1 })
    const keys = await Promise.all(Array.from({ length: 5 }, () => orderKeyOf(db, order.id, Date.now())))
    expect(new Set(keys).size).toBe(1)
  })

  it('ORDER-01 ends when the order’s address is corrected, and the mails to the new address have another key', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    const former = linkIn((await mailOf('mail_order_received', order.id)).text)
    const variables = { orderId: order.id, reference: order.reference, email: `new-${crypto.randomUUID()}@example.org` }
    const { env, mails } = isolatedEnv()
    order.visitor.env = env
    expect((await order.visitor.run('CorrectOrderEmail', variables)).code).toBeNull()
    expect((await opened(new Visitor(), order.id, former.key)).page).toBeNull()
    await drainOutbox(env, Date.now())
    const [mail] = mails.filter(({ to }) => to === variables.email)
    const { key } = linkIn(mail?.text ?? '')
    expect(key).not.toBe(former.key)
    expect((await opened(new Visitor(), order.id, key)).page?.order.email).toBe(variables.email)
  })

  it('ORDER-01 leads to a page that nobody stores, indexes or names as a referrer', async () => {
    const { status, headers, body } = await new Browser().open(`/order/${newId('order', Date.now())}?key=0`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(body).toContain('noindex')
  })
})
