import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { voucherRedemptions, vouchers } from '../../schema/tables/voucher.ts'
import { sweepOrders } from '../../worker/jobs/sweep-orders.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  fetchOrder,
  isolatedEnv,
  mailsWithId,
  makeOverdue,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import {
  applyVoucher,
  issueVoucher,
  redemptionOfOrder,
  type VoucherCart,
  voucherFindings,
  voucherOf,
} from '../support/voucher-builder.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
afterEach(() => {
  vi.restoreAllMocks()
})

const TICKET = 4500
const cartOf = async (visitor: Visitor) => (await visitor.cart()) as VoucherCart

/** A visitor with standing tickets and a voucher in the cart. */
async function visitorWith(code: string, { standing = 1, shirts = 0 } = {}): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.add([
    { productVariantId: world.standingVariant, amount: standing },
    ...(shirts > 0 ? [{ productVariantId: world.shirt, amount: shirts }] : []),
  ])
  expect((await applyVoucher(visitor, code)).code).toBeNull()
  return visitor
}

async function order(visitor: Visitor, totalCents: number, more: object = {}): Promise<Placed> {
  const { data, code, params } = await visitor.placeOrder(totalCents, more)
  if (!data) throw new Error(`not placed: ${code} ${JSON.stringify(params)}`)
  return { ...data.placeOrder.cart, visitor }
}

const usedCents = async (id: string) => (await voucherOf(id)).usedCents

describe('a voucher in the cart', () => {
  it('CART-06 pays tickets but not merch, is shown on the lines and in the sums, and can be removed', async () => {
    const { code } = await issueVoucher({ amountCents: 20_000 })
    const visitor = await visitorWith(code.toLowerCase(), { standing: 2, shirts: 1 })
    const cart = await cartOf(visitor)
    expect(cart.voucherCents).toBe(2 * TICKET)
    expect(cart.voucher).toMatchObject({ label: 'KulturPass', cents: 2 * TICKET, leftCents: 20_000, obstacle: null })
    const paid = cart.items.map(({ productVariantId, payment }) => [productVariantId, payment?.amountCents ?? null])
    expect(paid).toContainEqual([world.shirt, null])
    expect(cart.items.reduce((sum, { payment }) => sum + (payment?.amountCents ?? 0), 0)).toBe(2 * TICKET)
    expect(cart.items.find(({ payment }) => payment)?.payment?.paymentMethodName).toBe('KulturPass')
    const { data } = await visitor.run<{ removeVoucher: { cart: VoucherCart } }>('RemoveVoucher', {
      clientMutationId: crypto.randomUUID(),
    })
    expect(data?.removeVoucher.cart).toMatchObject({ voucher: null, voucherCents: 0 })
  })

  it('CART-06 can be applied before the first ticket, limits what it pays, and replaces an earlier one', async () => {
    const [first, second] = [await issueVoucher(), await issueVoucher({ minimumCents: 5000 })]
    const visitor = new Visitor()
    const empty = await applyVoucher(visitor, first.code, '20,50')
    expect(empty.data?.applyVoucher.cart).toMatchObject({ voucherCents: 0, voucher: { obstacle: 'NOTHING_COVERED' } })
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await cartOf(visitor)).voucherCents).toBe(2050)
    const replaced = await applyVoucher(visitor, second.code)
    expect(replaced.data?.applyVoucher.cart).toMatchObject({ voucherCents: 0, voucher: { obstacle: 'BELOW_MINIMUM' } })
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await cartOf(visitor)).voucherCents).toBe(5000)
  })

  it('CART-06 is applied with the items that name its code, and a wrong code adds nothing', async () => {
    const { code } = await issueVoucher()
    const visitor = new Visitor()
    const ticket = { productVariantId: world.standingVariant, amount: 1 }
    expect((await visitor.add([{ ...ticket, paymentCode: 'UNKNOWN-CODE' }])).code).toBe('VOUCHER_UNKNOWN')
    expect((await visitor.cart()).items).toEqual([])
    const { data } = await visitor.add([{ ...ticket, paymentCode: code }])
    expect(data?.addItems.cart).toMatchObject({ voucherCents: TICKET })
  })

  it('CART-06 is refused with its own code if it is unknown, expired, void, used or of another shop', async () => {
    const [band] = await db.select().from(shops).where(eq(shops.slug, 'nachtfalter'))
    const refusals = {
      VOUCHER_UNKNOWN: 'NEVER-ISSUED',
      VOUCHER_EXPIRED: (await issueVoucher({ expiresAt: Date.now() - 1 })).code,
      VOUCHER_USED: (await issueVoucher({ usedCents: 5000 })).code,
      VOUCHER_WRONG_SHOP: (await issueVoucher({ shopId: band?.id ?? '' })).code,
    }
    const visitor = new Visitor()
    for (const [expected, code] of Object.entries(refusals))
      expect((await applyVoucher(visitor, code)).code).toBe(expected)
    const { code: voided } = await issueVoucher({ voidAt: Date.now() })
    expect((await applyVoucher(visitor, voided)).code).toBe('VOUCHER_EXPIRED')
    expect((await visitor.cart()).items).toEqual([])
    await db.delete(vouchers).where(eq(vouchers.usedCents, 5000))
  })

  it.each([
    ['a code that is a number', 12345678, undefined],
    ['an empty code', ' ', undefined],
    ['a huge code', 'A'.repeat(5000), undefined],
    ['a negative amount', 'code', '-5'],
    ['no amount', 'code', 'free'],
    ['a huge amount', 'code', '99999999999999999999'],
    ['an amount of zero', 'code', '0,00'],
  ])('CART-06 refuses %s and changes nothing', async (_name, code, amount) => {
    const { code: valid } = await issueVoucher()
    const visitor = await visitorWith(valid)
    const before = await cartOf(visitor)
    const answer = await visitor.run('ApplyVoucher', { code, amount, clientMutationId: crypto.randomUUID() })
    expect(answer.code).toBe('BAD_INPUT')
    expect(await cartOf(visitor)).toMatchObject({ version: before.version, voucherCents: before.voucherCents })
  })

  it('CART-06 limits wrong codes of a network, and then refuses its correct codes too', async () => {
    const { code } = await issueVoucher()
    const guesser = new Visitor()
    guesser.address = '203.0.113.77'
    let refused = 0
    for (let guess = 0; guess < 12; guess++)
      if ((await applyVoucher(guesser, `GUESS-${guess}`)).code === 'TOO_MANY_REQUESTS') refused++
    expect(refused).toBeGreaterThan(0)
    expect((await applyVoucher(guesser, code)).code).toBe('TOO_MANY_REQUESTS')
    const neighbour = new Visitor()
    neighbour.address = '198.51.100.8'
    expect((await applyVoucher(neighbour, code)).code).toBeNull()
  })
})

describe('an order with a voucher', () => {
  it('CART-06 takes the value once, splits it over the tickets, and keeps the VAT of the full prices', async () => {
    const { id, code } = await issueVoucher({ amountCents: 5000 })
    const visitor = await visitorWith(code, { standing: 3 })
    const plain = await placeOrder(world, { standing: 3 })
    const placed = await order(visitor, 3 * TICKET - 5000)
    expect(placed.totalCents).toBe(3 * TICKET - 5000)
    const records = await recordsOf(placed.id)
    expect(records.order).toMatchObject({ voucherCents: 5000, subtotalCents: 3 * TICKET })
    expect(records.order.vatCents).toBe((await recordsOf(plain.id)).order.vatCents)
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, placed.id))
    expect(items.reduce((sum, { voucherCents }) => sum + voucherCents, 0)).toBe(5000)
    expect(await redemptionOfOrder(placed.id)).toMatchObject({ voucherId: id, cents: 5000, label: 'KulturPass' })
    expect(await usedCents(id)).toBe(5000)
    expect((await cartOf(visitor)).voucher ?? null).toBeNull()
    const shown = (await fetchOrder(placed)) as unknown
    expect(shown).toMatchObject({ voucherCents: 5000, voucherLabel: 'KulturPass', voucherReturnedCents: 0 })
    await payByBank(placed)
    expect((await recordsOf(placed.id)).order.status).toBe('done')
    expect(await voucherFindings()).toEqual([])
  })

  it('CART-06 that is paid completely needs no payment, and its mail names the voucher', async () => {
    const { id, code } = await issueVoucher({ amountCents: 20_000 })
    const visitor = await visitorWith(code, { standing: 2 })
    const placed = await order(visitor, 0)
    const { env, mails } = isolatedEnv()
    await drainOutbox(testEnv, Date.now() + 1)
    const records = await recordsOf(placed.id)
    expect(records.order).toMatchObject({ status: 'done', totalCents: 0, paymentMethod: 'internal_payment_skipped' })
    expect(records.tickets).toHaveLength(2)
    expect(await usedCents(id)).toBe(2 * TICKET)
    const mailId = await addOutboxRow('mail_order_paid', placed.id)
    await drainOutbox(env, Date.now() + 60_000)
    expect(mailsWithId(mails, mailId)[0]?.text).toContain('KulturPass')
  })

  it('CART-06 is placed by only one of ten buyers who use the same code at once', async () => {
    const { id, code } = await issueVoucher({ amountCents: TICKET })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => visitorWith(code)))
    const answers = await Promise.all(buyers.map((buyer) => buyer.placeOrder(0)))
    const codes = answers.map((answer) => answer.code)
    expect(codes.filter((answer) => answer === null)).toHaveLength(1)
    expect(codes.filter((answer) => answer !== null).every((answer) => answer === 'VOUCHER_USED')).toBe(true)
    expect(await usedCents(id)).toBe(TICKET)
    const loser = buyers[codes.findIndex((answer) => answer !== null)]
    const cart = loser && (await cartOf(loser))
    expect(cart).toMatchObject({ voucher: null, voucherCents: 0, totalCents: TICKET })
    expect(cart?.items).toHaveLength(1)
    expect((await loser?.placeOrder(TICKET))?.code).toBeNull()
    expect(await voucherFindings()).toEqual([])
  })

  it('CART-06 control: only the CHECK of the table refuses a value that is taken twice', async () => {
    const { id } = await issueVoucher({ amountCents: TICKET })
    const take = (usedCents: number) => db.update(vouchers).set({ usedCents }).where(eq(vouchers.id, id))
    await expect(take(2 * TICKET)).rejects.toThrow()
    await db.run('PRAGMA ignore_check_constraints = on')
    await take(2 * TICKET)
    await db.run('PRAGMA ignore_check_constraints = off')
    expect(await usedCents(id)).toBe(2 * TICKET)
    await take(0)
  })

  it('CART-06 asks again if the value has become less since the cart was shown', async () => {
    const { code } = await issueVoucher({ amountCents: 5000 })
    const [first, second] = [await visitorWith(code), await visitorWith(code)]
    await order(first, 0)
    expect(await second.placeOrder(0)).toMatchObject({ code: 'PRICE_CHANGED', params: { totalCents: TICKET - 500 } })
    expect(await cartOf(second)).toMatchObject({ voucherCents: 500 })
    expect((await second.placeOrder(TICKET - 500)).code).toBeNull()
  })

  it('CART-06 takes the value once although the request is repeated', async () => {
    const { id, code } = await issueVoucher({ amountCents: 20_000 })
    const visitor = await visitorWith(code)
    const key = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => visitor.placeOrder(0, {}, key)))
    expect(new Set(answers.map(({ data }) => data?.placeOrder.cart.id)).size).toBe(1)
    expect(await usedCents(id)).toBe(TICKET)
  })
})

describe('the value of a voucher', () => {
  it('CART-06 returns once when an unpaid order is cancelled, although the sweep runs repeatedly, and the mail says so', async () => {
    const expiresAt = Date.now() + DAY
    const { id, code } = await issueVoucher({ amountCents: 1000, expiresAt })
    const placed = await order(await visitorWith(code), TICKET - 1000)
    await makeOverdue(placed.id)
    await Promise.all([sweepOrders(testEnv, Date.now()), sweepOrders(testEnv, Date.now())])
    await sweepOrders(testEnv, Date.now())
    expect((await recordsOf(placed.id)).order.status).toBe('cancelled')
    expect(await redemptionOfOrder(placed.id)).toMatchObject({ cents: 1000, returnedCents: 1000 })
    expect(await voucherOf(id)).toMatchObject({ usedCents: 0, expiresAt })
    const { env, mails } = isolatedEnv()
    const mailId = await addOutboxRow('mail_order_cancelled', placed.id)
    await drainOutbox(env, Date.now() + 60_000)
    expect(mailsWithId(mails, mailId)[0]?.text).toContain('auf deinen Gutschein „KulturPass“ zurückgegangen')
    expect(await voucherFindings()).toEqual([])
  })

  it('CART-06 is taken again when a late payment revives the order', async () => {
    const { id, code } = await issueVoucher({ amountCents: 1000 })
    const placed = await order(await visitorWith(code), TICKET - 1000)
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    expect(await usedCents(id)).toBe(0)
    await payByBank(placed)
    expect((await recordsOf(placed.id)).order.status).toBe('done')
    expect(await redemptionOfOrder(placed.id)).toMatchObject({ returnedCents: 0, returnedAt: null })
    expect(await usedCents(id)).toBe(1000)
    expect(await voucherFindings()).toEqual([])
  })

  it('CART-06 that another order has used since makes a late payment go back', async () => {
    const { id, code } = await issueVoucher({ amountCents: 1000 })
    const placed = await order(await visitorWith(code), TICKET - 1000)
    await makeOverdue(placed.id)
    await sweepOrders(testEnv, Date.now())
    await order(await visitorWith(code), TICKET - 1000)
    await payByBank(placed)
    const records = await recordsOf(placed.id)
    expect(records.order.status).toBe('cancelled')
    expect(records.tickets).toEqual([])
    expect(records.refunds).toMatchObject([{ reason: 'voucher_gone', amountCents: TICKET - 1000 }])
    expect(await usedCents(id)).toBe(1000)
    expect(await voucherFindings()).toEqual([])
  })

  it('CART-06 returns when an operator cancels the order', async () => {
    const { id, code } = await issueVoucher({ amountCents: 1000 })
    const placed = await order(await visitorWith(code), TICKET - 1000)
    expect((await operator('POST', '/orders/cancel', { reference: placed.reference })).status).toBe(200)
    expect(await usedCents(id)).toBe(0)
  })

  it('EVT-12 returns with the money if one of two events is cancelled, each part the way it was paid', async () => {
    const { id, code } = await issueVoucher({ amountCents: 5000 })
    const visitor = new Visitor()
    await visitor.add([
      { productVariantId: world.seatVariant, amount: 1, seatIds: ['A-3-1'] },
      { productVariantId: world.standingVariant, amount: 1 },
    ])
    await applyVoucher(visitor, code)
    const cart = await cartOf(visitor)
    const placed = await order(visitor, cart.totalCents - 5000)
    await payByBank(placed)
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, placed.id))
    const lost = items.find(({ eventId }) => eventId === world.seatedEvent)
    if (!lost) throw new Error('the order has no seat')
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, world.seatedEvent))
    await refundEventOrder(testEnv, placed.id, world.seatedEvent, Date.now())
    await refundEventOrder(testEnv, placed.id, world.seatedEvent, Date.now())
    await db.update(events).set({ status: 'active' }).where(eq(events.id, world.seatedEvent))
    const records = await recordsOf(placed.id)
    expect(records.order.status).toBe('done')
    expect(records.refunds).toMatchObject([{ amountCents: lost.totalCents - lost.voucherCents }])
    expect(await redemptionOfOrder(placed.id)).toMatchObject({ returnedCents: lost.voucherCents })
    expect(await usedCents(id)).toBe(5000 - lost.voucherCents)
    expect(await voucherFindings()).toEqual([])
  })

  it('EVT-12 returns completely, for another 90 days, if the event of an order that a voucher paid is cancelled', async () => {
    const { id, code } = await issueVoucher({ amountCents: 20_000, expiresAt: Date.now() + DAY })
    const placed = await order(await visitorWith(code, { standing: 2 }), 0)
    await drainOutbox(testEnv, Date.now() + 1)
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, world.standingEvent))
    await refundEventOrder(testEnv, placed.id, world.standingEvent, Date.now())
    await db.update(events).set({ status: 'active' }).where(eq(events.id, world.standingEvent))
    expect((await recordsOf(placed.id)).order.status).toBe('refunded')
    expect(await usedCents(id)).toBe(0)
    expect((await voucherOf(id)).expiresAt).toBeGreaterThan(Date.now() + 89 * DAY)
    expect(await voucherFindings()).toEqual([])
  })
})

describe('the database', () => {
  it('CART-06 refuses an order whose voucher was voided or expired after the cart was checked', async () => {
    for (const [values, raised] of [
      [{ voidAt: Date.now() }, 'voucher_void'],
      [{ expiresAt: Date.now() - 1 }, 'voucher_expired'],
    ] as const) {
      const { id } = await issueVoucher(values)
      const placed = await placeOrder(world, { standing: 1 })
      const redeemed = db
        .insert(voucherRedemptions)
        .values({ orderId: placed.id, programme: 'own', voucherId: id, label: 'x', cents: 1, redeemedAt: Date.now() })
      await expect(redeemed).rejects.toMatchObject({ cause: { message: expect.stringContaining(raised) } })
      expect(await usedCents(id)).toBe(0)
    }
  })

  it('CART-06 reports a voucher whose used amount differs from what its orders hold', async () => {
    const { id } = await issueVoucher({ usedCents: 100 })
    expect(await voucherFindings()).toContain(`voucher_differs ${id}`)
    await db.update(vouchers).set({ usedCents: 0 }).where(eq(vouchers.id, id))
  })
})

describe("the operator's commands", () => {
  const label = { de: 'Kulanz', en: 'Goodwill' }
  const issue = (id: string, more: object = {}) =>
    operator('POST', '/vouchers/issue', {
      id,
      label,
      amountCents: 1500,
      expiresAt: Date.now() + DAY,
      covers: 'items',
      minimumCents: 0,
      shop: null,
      ...more,
    })
  const show = async (code: string) => {
    const headers = { authorization: 'Bearer only-for-tests', 'x-voucher-code': encodeURIComponent(code) }
    return new Visitor().fetch('/operator/vouchers', { headers })
  }

  it('CART-06 issue a voucher once, show it with its orders, and void it, without its code in the journal', async () => {
    const id = newId('voucher', Date.now())
    const issued = (await issue(id)).body as { code: string }
    expect(((await issue(id)).body as { code: string }).code).toBe(issued.code)
    const placed = await order(await visitorWith(issued.code), TICKET - 1500)
    const shown = await (await show(issued.code.toLowerCase())).json()
    expect(shown).toMatchObject({ id, label, usedCents: 1500, orders: [{ reference: placed.reference, cents: 1500 }] })
    expect((await operator('POST', '/vouchers/void', { id })).status).toBe(200)
    expect((await operator('POST', '/vouchers/void', { id })).status).toBe(200)
    expect((await applyVoucher(new Visitor(), issued.code)).code).toBe('VOUCHER_EXPIRED')
    const journal = JSON.stringify((await operator('GET', '/journal')).body)
    expect(journal).toContain(id)
    expect(journal).not.toContain(issued.code)
  })

  it('CART-06 refuse wrong input and unknown codes', async () => {
    const id = newId('voucher', Date.now())
    expect((await issue('vch_x')).status).toBe(400)
    expect((await issue(id, { amountCents: -1 })).status).toBe(400)
    expect((await issue(id, { expiresAt: 1 })).status).toBe(409)
    expect((await issue(id, { shop: 'nowhere' })).status).toBe(409)
    expect((await show('NEVER-ISSUED')).status).toBe(404)
    expect((await operator('POST', '/vouchers/void', { id })).status).toBe(404)
  })
})
