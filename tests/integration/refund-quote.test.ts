/** SUP-01: the amount that the form for returns shows before the fan sends it. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildPaymentWorld, type Placed, payByBank, recordsOf } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { ACCOUNT, findingsOf, OPEN, ticketReturns } from '../support/ticket-returns.ts'
import { applyVoucher, issueVoucher, redemptionOfOrder } from '../support/voucher-builder.ts'

let world: World
const { setMeta, paid, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  await setMeta(OPEN)
  return () => vi.restoreAllMocks()
})

type Quote = { refundQuote: { paymentAmount: number; voucherAmount: number } }

function quote(order: Placed, validationCodes: string[], more: object = {}, visitor = new Visitor()) {
  const { email } = order.visitor
  const input = { orderId: order.id, productId: world.standingEvent, email, validationCodes, ...more }
  return visitor.run<Quote>('RefundQuote', { input })
}

/** A paid order of three tickets and a shirt with shipping. A voucher of 40.01 euros pays a part of the tickets. */
async function discounted(): Promise<Placed> {
  const voucher = await issueVoucher({ amountCents: 4001 })
  const visitor = new Visitor()
  const { data } = await visitor.add([
    { productVariantId: world.standingVariant, amount: 3 },
    { productVariantId: world.shirt, amount: 1 },
  ])
  await applyVoucher(visitor, voucher.code)
  const dueCents = (data?.addItems.cart.totalCents ?? 0) + 590 - 4001
  const placed = await visitor.placeOrder(dueCents, { paymentMethod: 'bank_transfer', shippingMethod: world.parcel })
  if (!placed.data) throw new Error(`not placed: ${placed.code}`)
  const order = { ...placed.data.placeOrder.cart, visitor }
  await payByBank(order)
  return order
}

describe('the quote of a refund', () => {
  it('SUP-01 names the amounts that the refund of each ticket pays back and returns to the voucher, with odd cents and a kept fee', async () => {
    await setMeta({ mass_refund: { state: 'open', kept_fee: 133 } })
    const order = await discounted()
    const codes = await codesOf(order)
    const quotes: number[][] = []
    for (const code of codes) {
      const quoted = (await quote(order, [code])).data?.refundQuote
      expect((await quote(order, [code])).data?.refundQuote).toEqual(quoted)
      const returnedBefore = (await redemptionOfOrder(order.id))?.returnedCents ?? 0
      const made = (await submit(order, [code], { bankAccount: ACCOUNT })).data?.submitRefundRequest
      const returned = ((await redemptionOfOrder(order.id))?.returnedCents ?? 0) - returnedBefore
      expect(quoted).toEqual({ paymentAmount: made?.paymentAmount, voucherAmount: returned })
      quotes.push([quoted?.paymentAmount ?? 0, quoted?.voucherAmount ?? 0])
    }
    // 4500 cents less the fee and the voucher's part. The parts of the voucher sum to 4001.
    expect(quotes).toEqual([
      [3034, 1333],
      [3033, 1334],
      [3033, 1334],
    ])
    expect((await recordsOf(order.id)).refunds.map(({ amountCents }) => amountCents)).toEqual([3034, 3033, 3033])
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 names the amount of the refund of several tickets, and changes nothing', async () => {
    const order = await discounted()
    const codes = (await codesOf(order)).slice(0, 2)
    const before = await recordsOf(order.id)
    const quoted = (await quote(order, codes)).data?.refundQuote
    expect(quoted).toEqual({ paymentAmount: 9000 - 2667, voucherAmount: 2667 })
    expect(await recordsOf(order.id)).toEqual(before)
    const made = (await submit(order, codes, { bankAccount: ACCOUNT })).data?.submitRefundRequest
    expect(made?.paymentAmount).toBe(quoted?.paymentAmount)
  })

  it('SUP-01 is refused for another address, shop, event or code, while returns are paused or closed, and for a returned ticket', async () => {
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const other = await paid({ standing: 1, method: 'bank_transfer' })
    const [code = ''] = await codesOf(order)
    const [foreign = ''] = await codesOf(other)
    const codeOf = async (...wish: Parameters<typeof quote>) => (await quote(...wish)).code
    expect(await codeOf(order, [code], { email: 'somebody@example.org' })).toBe('REFUND_ORDER_NOTFOUND')
    expect(await codeOf(order, [code], { productId: world.seatedEvent })).toBe('REFUND_ORDER_NOTFOUND')
    expect(await codeOf(order, [code], {}, new Visitor('nachtfalter'))).toBe('REFUND_ORDER_NOTFOUND')
    expect(await codeOf(order, [foreign])).toBe('REFUND_TICKET_INVALID')
    for (const codes of [[], [code, code], ['12']]) expect(await codeOf(order, codes)).toBe('BAD_INPUT')
    await setMeta({ mass_refund: { state: 'paused' } })
    expect(await codeOf(order, [code])).toBe('REFUND_PAUSED')
    await setMeta({})
    expect(await codeOf(order, [code])).toBe('REFUND_NOT_POSSIBLE')
    await setMeta(OPEN)
    await submit(order, [code], { bankAccount: ACCOUNT })
    expect(await codeOf(order, [code])).toBe('REFUND_TICKET_INVALID')
  })

  it('SUP-01 is refused after too many wrong addresses, and after too many requests of a network', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const codes = await codesOf(order)
    const guesser = new Visitor()
    guesser.address = '198.51.100.79'
    for (let guess = 0; guess < 10; guess++) await quote(order, codes, { email: `a${guess}@example.org` }, guesser)
    expect((await quote(order, codes, {}, guesser)).code).toBe('TOO_MANY_REQUESTS')
    const visitor = new Visitor()
    visitor.address = '198.51.103.3'
    visitor.env = { ...testEnv, TICKET_TRIES: { limit: () => Promise.resolve({ success: false }) } }
    expect((await quote(order, codes, {}, visitor)).code).toBe('TOO_MANY_REQUESTS')
    expect((await quote(order, codes)).code).toBeNull()
  })
})
