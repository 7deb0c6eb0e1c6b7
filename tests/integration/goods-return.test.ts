/** WDR-01: the goods of a withdrawal have come back, and their price is refunded. */

import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '../../schema/tables/outbox.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  operator,
  payByBank,
  recordsOf,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { findingsOf, finishByHand, itemsOf } from '../support/ticket-returns.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

/** A sent order of three shirts, and of a ticket if wanted. Its delivery costs 5.90 euros. */
async function sent(standing: number, isSent = true) {
  const visitor = new Visitor()
  const tickets = standing > 0 ? [{ productVariantId: world.standingVariant, amount: standing }] : []
  const { data } = await visitor.add([{ productVariantId: world.shirt, amount: 3 }, ...tickets])
  const totalCents = (data?.addItems.cart.totalCents ?? 0) + 590
  const choice = { paymentMethod: 'bank_transfer', shippingMethod: world.parcel }
  const order = (await visitor.placeOrder(totalCents, choice)).data?.placeOrder.cart
  if (!order) throw new Error('not placed')
  await payByBank(order)
  if (isSent)
    await operator('POST', '/orders/ship', { reference: order.reference, trackingNumber: null, trackingUrl: null })
  const items = await itemsOf(order)
  const shirt = items.find(({ variantId }) => variantId === world.shirt)
  if (!shirt) throw new Error('no shirt')
  return { ...order, visitor, shirt, ticketItem: items.find(({ eventId }) => eventId !== null)?.id ?? '' }
}

const back = (order: { reference: string }, slip: string, items: { id: string; amount: number | null }[] = []) =>
  operator('POST', '/orders/goods-back', { reference: order.reference, slip, items })
const sums = async ({ id }: { id: string }) =>
  (await recordsOf(id)).refunds.map(({ reason, status, amountCents }) => [reason, status, amountCents])

describe('the goods of a withdrawal', () => {
  it('WDR-01 are refunded piece by piece, and the delivery costs go back with the last piece', async () => {
    const order = await sent(1)
    const { id, unitCents } = order.shirt
    const answers = await Promise.all([0, 1, 2].map(() => back(order, 'SLIP-1', [{ id, amount: 1 }])))
    for (const { status, body } of [...answers, await back(order, 'SLIP-1', [{ id, amount: 1 }])])
      expect({ status, body }).toMatchObject({ status: 200, body: { returnedCents: unitCents } })
    expect(await sums(order)).toEqual([['withdrawal', 'open', unitCents]])
    expect(await findingsOf(order)).toEqual([])

    expect((await back(order, 'SLIP-2')).body).toMatchObject({ returnedCents: 2 * unitCents + 590 })
    expect((await back(order, 'SLIP-3')).body).toMatchObject({ code: 'GOODS_UNKNOWN' })
    for (const refund of (await recordsOf(order.id)).refunds) await finishByHand(refund.id)
    const { order: row, tickets } = await recordsOf(order.id)
    expect(row).toMatchObject({ status: 'done', refundedCents: 3 * unitCents + 590 })
    expect(tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null])
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 end an order that contains nothing else', async () => {
    const order = await sent(0)
    await back(order, 'SLIP-1')
    for (const refund of (await recordsOf(order.id)).refunds) await finishByHand(refund.id)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: order.totalCents })
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 are refused before the parcel was sent, and if they are tickets, unknown or too many', async () => {
    const order = await sent(1)
    const { id } = order.shirt
    const stranger = await sent(0)
    for (const items of [
      [{ id: order.ticketItem, amount: 1 }],
      [{ id: stranger.shirt.id, amount: 1 }],
      [{ id, amount: 4 }],
      [
        { id, amount: 1 },
        { id, amount: 1 },
      ],
    ])
      expect(await back(order, 'SLIP-1', items)).toMatchObject({ status: 409, body: { code: 'GOODS_UNKNOWN' } })
    for (const amount of [0, -1, 1.5, '1'])
      expect(
        (
          await operator('POST', '/orders/goods-back', {
            reference: order.reference,
            slip: 'S',
            items: [{ id, amount }],
          })
        ).status,
      ).toBe(400)
    expect((await back(await sent(0, false), 'SLIP-1')).body).toMatchObject({ code: 'ORDER_STATUS' })
    expect((await back({ reference: '0000000000' }, 'SLIP-1')).body).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await sums(order)).toEqual([])
  })

  it('WDR-01 are confirmed by a mail with the amount', async () => {
    const order = await sent(0)
    await back(order, 'SLIP-1')
    const { env, mails } = isolatedEnv()
    const mailId = await addOutboxRow('mail_goods_returned', order.id)
    await db.update(outbox).set({ discriminator: 'SLIP-1/again' }).where(eq(outbox.id, mailId))
    await drainOutbox(env, Date.now())
    const mail = mails.find(({ to, subject }) => to === order.visitor.email && subject.startsWith('Deine Rücksendung'))
    expect(mail?.text).toContain('Rücksendung ist bei uns angekommen')
  })
})
