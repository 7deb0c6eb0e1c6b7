/** PAY-05: PayPal on the cart step, from the approval for a cart to the captured order, without a browser. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildPaymentWorld, type Placed, recordsOf } from '../support/payment-helpers.ts'
import {
  approveAtPayPal,
  captureOrder,
  createPayPalOrder,
  deliverPayPalNotice,
  payPalCapture,
  payPalNotice,
  payPalOrder,
} from '../support/paypal-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

async function fill(visitor = new Visitor()): Promise<Visitor> {
  await visitor.add([{ productVariantId: world.scarce, amount: 1 }])
  return visitor
}

async function openExpress(visitor: Visitor): Promise<string> {
  const { data, code } = await visitor.run<{ createPayPalExpress: { externalPaymentId: string } }>(
    'CreatePayPalExpress',
    { shippingMethod: world.parcel },
  )
  if (!data) throw new Error(code ?? 'no order')
  return data.createPayPalExpress.externalPaymentId
}

type Buyer = { email: string; lastName: string; city: string; countryCode: string | null }
const read = (visitor: Visitor, externalPaymentId: string) =>
  visitor.run<{ readPayPalExpress: Buyer }>('ReadPayPalExpress', { externalPaymentId })

async function order(visitor: Visitor, amount: number): Promise<Placed> {
  const cart = await visitor.run<{ cart: { totalCents: number } }>('Cart', {})
  const total = (cart.data?.cart.totalCents ?? 0) + 590
  const { data, code } = await visitor.placeOrder(total, {
    paymentMethod: 'paypal_express',
    shippingMethod: world.parcel,
  })
  const placed = data?.placeOrder.cart
  if (!placed) throw new Error(`${code} ${amount}`)
  return { id: placed.id, reference: placed.reference, totalCents: placed.totalCents, visitor }
}

const EURO = { currency_code: 'EUR', value: '1.00' }
const pay = ({ visitor, id, reference }: Placed, approvedId: string | null) =>
  visitor.run('CreatePayPalPayment', { orderId: id, reference, approvedId })

it('PAY-05 gives a cart the address and email of its approved order, and captures the final amount', async () => {
  const visitor = await fill()
  const id = await openExpress(visitor)
  expect((await read(visitor, id)).code).toBe('PAYMENT_FAILED')
  await approveAtPayPal(id, { countryCode: 'AT', email: 'ayse@paypal.example' })
  expect((await read(visitor, id)).data?.readPayPalExpress).toMatchObject({
    email: 'ayse@paypal.example',
    firstName: 'Ayşe',
    lastName: 'Brückner',
    address: 'Elbchaussee 12',
    postCode: '22765',
    city: 'Hamburg',
    countryCode: 'at',
  })
  await deliverPayPalNotice(await payPalNotice(id, 'CHECKOUT.ORDER.APPROVED'))
  expect(await payPalCapture(id)).toBeNull()

  await visitor.add([{ productVariantId: world.scarce, amount: 1 }])
  const placed = await order(visitor, 2)
  expect((await pay(placed, id)).code).toBeNull()
  // A repeated request finds the approved payment and captures it.
  expect((await pay(placed, id)).code).toBe('ORDER_NOT_PAYABLE')
  expect((await captureOrder(placed)).data?.captureOrderPayment.outcome).toBe('PAID')
  const [unit] = (await payPalOrder(id)).purchase_units
  const { payments, order: row } = await recordsOf(placed.id)
  expect(payments).toMatchObject([{ method: 'paypal_express', externalId: id, status: 'captured' }])
  expect(unit).toMatchObject({
    custom_id: payments[0]?.id,
    invoice_id: expect.stringMatching(new RegExp(`^PPX${placed.reference}[0-9A-Z]{2}$`)),
    amount: { value: (placed.totalCents / 100).toFixed(2) },
  })
  expect(row.paidCents).toBe(placed.totalCents)
})

it('PAY-05 refuses an approved order of another cart, one that is not approved, and one that was used before', async () => {
  const stranger = await fill()
  const theirs = await openExpress(stranger)
  await approveAtPayPal(theirs)
  const visitor = await fill()
  expect((await read(visitor, theirs)).code).toBe('PAYMENT_FAILED')
  expect((await read(visitor, 'NOSUCHORDER')).code).toBe('PAYMENT_FAILED')
  const unapproved = await openExpress(visitor)
  const placed = await order(visitor, 1)
  for (const id of [theirs, unapproved, 'NOSUCHORDER', null])
    expect((await pay(placed, id)).code).toBe('PAYMENT_FAILED')
  expect((await captureOrder(placed)).data?.captureOrderPayment.outcome).toBe('FAILED')
  expect(await payPalCapture(theirs)).toBeNull()

  const own = await order(stranger, 1)
  expect((await pay(own, theirs)).code).toBeNull()
  expect((await captureOrder(own)).data?.captureOrderPayment.outcome).toBe('PAID')
  expect((await pay(placed, theirs)).code).toBe('PAYMENT_FAILED')
  expect(await recordsOf(placed.id)).toMatchObject({ order: { status: 'payment_pending', paidCents: 0 } })
})

it('PAY-05 accepts no order of the cart that pays another account than the shop’s', async () => {
  const visitor = await fill()
  const cartId = (await payPalOrder(await openExpress(visitor))).purchase_units[0]?.custom_id
  const forged = await createPayPalOrder({ amount: EURO, custom_id: cartId, payee: { merchant_id: 'ANTHERACCUNT2' } })
  const unnamed = await createPayPalOrder({ amount: EURO, custom_id: cartId, payee: { email_address: 'me@b.example' } })
  const honest = await createPayPalOrder({ amount: EURO, custom_id: cartId })
  for (const id of [forged, unnamed, honest]) await approveAtPayPal(id)
  const placed = await order(visitor, 1)
  for (const id of [forged, unnamed]) {
    expect((await read(visitor, id)).code).toBe('PAYMENT_FAILED')
    expect((await pay(placed, id)).code).toBe('PAYMENT_FAILED')
    expect(await payPalCapture(id)).toBeNull()
  }
  expect((await pay(placed, honest)).code).toBeNull()
  expect((await captureOrder(placed)).data?.captureOrderPayment.outcome).toBe('PAID')
})

it('PAY-05 opens nothing for an empty cart', async () => {
  const answer = await new Visitor().run('CreatePayPalExpress', { shippingMethod: null })
  expect(answer.code).toBe('CART_EMPTY')
})
