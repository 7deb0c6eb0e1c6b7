/** WDR-01: the goods of a withdrawal have come back, and their price is refunded. */

import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { orders } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { stockLeft } from '../support/merge-helpers.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  operator,
  payByBank,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { ACCOUNT, findingsOf, finishByHand, itemsOf, OPEN, ticketReturns } from '../support/ticket-returns.ts'

let world: World
const { setMeta, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await db.insert(variantStock).values({ variantId: world.shirt, initial: 10_000, available: 10_000 })
})
beforeEach(async () => {
  await setMeta({})
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

const back = (
  order: { reference: string },
  slip: string,
  items: { id: string; amount: number | null }[] = [],
  more: object = {},
) => operator('POST', '/orders/goods-back', { reference: order.reference, slip, items, ...more })
const owedCents = async () =>
  ((await operator('GET', '/events/standing/cancellation')).body as { owedCents: number }).owedCents
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

  it('WDR-01 are refused before the order is paid, and if they are tickets, unknown or too many', async () => {
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
    const unpaid = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
    expect((await back(unpaid, 'SLIP-1')).body).toMatchObject({ code: 'ORDER_STATUS' })
    expect((await back({ reference: '0000000000' }, 'SLIP-1')).body).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await sums(order)).toEqual([])
  })

  it('WDR-01 give back the delivery costs only once, also if a fee of a ticket is kept and the event is cancelled', async () => {
    for (const isCancelled of [true, false]) {
      await setMeta({ mass_refund: { state: 'open', kept_fee: 250 } })
      const order = await sent(2)
      expect((await back(order, 'SLIP-1')).body).toMatchObject({ returnedCents: 3 * order.shirt.unitCents + 590 })
      const [first = '', second = ''] = await codesOf(order)
      expect((await submit(order, [first], { bankAccount: ACCOUNT })).data?.submitRefundRequest).toMatchObject({
        paymentAmount: 4250,
      })
      if (isCancelled) {
        await setMeta(OPEN, 'cancelled')
        const before = await owedCents()
        await refundEventOrder(testEnv, order.id, world.standingEvent, Date.now())
        expect(before - (await owedCents())).toBe(4500)
      } else await submit(order, [second], { bankAccount: ACCOUNT })
      const { refunds } = await recordsOf(order.id)
      expect(refunds.map(({ amountCents }) => amountCents).slice(1)).toEqual([4250, isCancelled ? 4500 : 4250])
      for (const { id } of refunds) await finishByHand(id)
      expect((await recordsOf(order.id)).order.status).toBe('refunded')
      expect(await findingsOf(order)).toEqual([])
    }
  })

  it('WDR-01 lose the deduction for wear, which is at most their price and leaves the delivery costs alone', async () => {
    const order = await sent(1)
    const { id, unitCents } = order.shirt
    const tooMuch = await back(order, 'SLIP-1', [{ id, amount: 1 }], { deductedCents: unitCents + 1 })
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'DEDUCTION_TOO_HIGH' } })
    for (const deductedCents of [-1, 0.5, '5'])
      expect((await back(order, 'SLIP-1', [], { deductedCents })).status).toBe(400)
    expect(await sums(order)).toEqual([])
    const part = { returnedCents: unitCents - 500, deductedCents: 500 }
    expect((await back(order, 'SLIP-1', [{ id, amount: 1 }], { deductedCents: 500 })).body).toMatchObject(part)
    // The parcel is recorded by two people, and the second one sees what the first one has decided.
    expect((await back(order, 'SLIP-1', [{ id, amount: 1 }])).body).toMatchObject(part)
    const whole = await back(order, 'SLIP-2', [], { deductedCents: 2 * unitCents })
    expect(whole.body).toMatchObject({ returnedCents: 590, deductedCents: 2 * unitCents })
    for (const refund of (await recordsOf(order.id)).refunds) await finishByHand(refund.id)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'done', refundedCents: unitCents - 500 + 590 })
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 are confirmed by a mail with the amount, and with the deduction', async () => {
    const order = await sent(0)
    await back(order, 'SLIP-1', [{ id: order.shirt.id, amount: 1 }], { deductedCents: 300 })
    const { env, mails } = isolatedEnv()
    await db.update(outbox).set({ doneAt: null, nextAttemptAt: 0 }).where(eq(outbox.subjectId, order.id))
    await drainOutbox(env, Date.now())
    const mail = mails.find(({ to, subject }) => to === order.visitor.email && subject.startsWith('Deine Rücksendung'))
    expect(mail?.text).toContain('Rücksendung ist bei uns angekommen')
    expect(mail?.text).toContain('Du bekommst 21,90')
    expect(mail?.text).toContain('3,00\u00a0€ abgezogen')
  })
})

describe('goods of a withdrawal that have not been sent', () => {
  const pack = ({ reference }: { reference: string }, more: object = {}) =>
    operator('POST', '/orders/pack', { reference, ...more })
  const ship = ({ reference }: { reference: string }, more: object = {}) =>
    operator('POST', '/orders/ship', { reference, trackingNumber: null, trackingUrl: null, ...more })
  const withdraw = (order: { reference: string; visitor: Visitor }) =>
    new Visitor().run<{ submitWithdrawal: { reference: string } }>('SubmitWithdrawal', {
      input: {
        clientMutationId: crypto.randomUUID(),
        name: 'Ida Brandt',
        reference: order.reference,
        email: order.visitor.email,
        about: 'Ein Shirt',
      },
    })

  it('WDR-01 are refunded and return to stock, and the rest is still sent', async () => {
    const order = await sent(1, false)
    const { id, unitCents } = order.shirt
    const before = await stockLeft(world.shirt)
    const answers = await Promise.all([0, 1].map(() => back(order, 'W-1', [{ id, amount: 1 }])))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { returnedCents: unitCents } })
    expect(await stockLeft(world.shirt)).toBe(before + 1)
    expect((await recordsOf(order.id)).order.status).toBe('pending_fulfillment')
    expect((await back(order, 'W-2', [], { deductedCents: 1 })).body).toMatchObject({
      code: 'DEDUCTION_TOO_HIGH',
      params: { priceCents: 0 },
    })
    await pack(order)
    expect((await back(order, 'W-2', [{ id, amount: 1 }])).body).toMatchObject({ returnedCents: unitCents })
    expect(await stockLeft(world.shirt)).toBe(before + 2)
    expect((await ship(order)).status).toBe(200)
    expect((await back(order, 'W-3')).body).toMatchObject({ returnedCents: unitCents + 590 })
    expect(await stockLeft(world.shirt)).toBe(before + 2)
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 complete an order that keeps only tickets, and leave its add-on to a parcel of its own', async () => {
    const order = await sent(1, false)
    const addOn = await sent(0, false)
    await db.update(orders).set({ mergedIntoId: order.id }).where(eq(orders.id, addOn.id))
    expect((await back(order, 'W-1')).body).toMatchObject({ returnedCents: 3 * order.shirt.unitCents + 590 })
    expect((await recordsOf(order.id)).order.status).toBe('done')
    const { order: parted } = await recordsOf(addOn.id)
    expect(parted).toMatchObject({ status: 'pending_fulfillment', mergedIntoId: null, partedFromId: order.id })
    expect((await ship(order)).status).toBe(409)
    expect((await ship(addOn)).status).toBe(200)
    expect((await recordsOf(order.id)).tickets.map(({ invalidatedAt }) => invalidatedAt)).toEqual([null])
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 end an order that contains nothing else, with one return to stock and a mail', async () => {
    const order = await sent(0, false)
    const before = await stockLeft(world.shirt)
    await back(order, 'W-1')
    for (const refund of (await recordsOf(order.id)).refunds) await finishByHand(refund.id)
    const { order: row, followUps } = await recordsOf(order.id)
    expect(row).toMatchObject({ status: 'refunded', refundedCents: order.totalCents })
    expect(followUps).toContain('mail_goods_withdrawn')
    expect(await stockLeft(world.shirt)).toBe(before + 3)
    const { env, mails } = isolatedEnv()
    await addOutboxRow('mail_goods_withdrawn', order.id)
    await drainOutbox(env, Date.now())
    const mail = mails.find(({ to, subject }) => to === order.visitor.email && subject.startsWith('Dein Widerruf ist'))
    expect(mail?.text).toContain('Was wir noch nicht verschickt haben, bleibt bei uns')
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 are not packed or sent while the withdrawal is open, unless the operator says so', async () => {
    const order = await sent(0, false)
    const addOn = await sent(0, false)
    await db.update(orders).set({ mergedIntoId: order.id }).where(eq(orders.id, addOn.id))
    const { reference } = (await withdraw(addOn)).data?.submitWithdrawal ?? { reference: '' }
    const open = (await operator('GET', '/orders/open')).body as { withdrawals: object[] }
    expect(open.withdrawals).toContainEqual(
      expect.objectContaining({
        withdrawal: reference,
        reference: addOn.reference,
        status: 'pending_fulfillment',
        goods: 'Ein Shirt',
      }),
    )
    for (const answer of [await pack(order), await ship(order)])
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'WITHDRAWAL_OPEN', params: { withdrawals: reference } },
      })
    expect((await pack(order, { despiteWithdrawal: true })).status).toBe(200)
    expect((await ship(order)).status).toBe(409)
    await operator('POST', '/submissions/done', { reference })
    expect((await ship(order)).status).toBe(200)
    // A withdrawal after the parcel has left does not prevent a corrected tracking number.
    await withdraw(order)
    expect((await ship(order, { trackingNumber: 'JJD-77' })).status).toBe(200)
  })
})
