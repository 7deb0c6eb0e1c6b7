/** The rules of the delivery country and of the billing address that only the server can enforce. */

import { beforeAll, describe, expect, it } from 'vitest'
import { carriers } from '../../schema/tables/catalogue.ts'
import { ADDRESS } from '../support/address.ts'
import { buildPaymentWorld, db, recordsOf } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

/** A visitor with a shirt for 25 euros in the cart, delivered to `countryCode`. */
async function buyer(countryCode = 'de') {
  const visitor = new Visitor()
  const added = await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
  expect(added.code).toBeNull()
  if (countryCode !== 'de') {
    const changed = await visitor.run('ChangeCountry', { countryCode, clientMutationId: crypto.randomUUID() })
    expect(changed.code).toBeNull()
  }
  const goodsCents = added.data?.addItems.cart.totalCents ?? 0
  const address = { ...ADDRESS, countryCode }
  return { visitor, goodsCents, address }
}

describe('the countries', () => {
  it('ADDR-04 come with both names and their EU membership', async () => {
    const { data } = await new Visitor().run<{ shippingCountries: object[] }>('ShippingCountries', {})
    expect(data?.shippingCountries).toContainEqual({
      countryCode: 'at',
      nameDe: 'Österreich',
      nameEn: 'Austria',
      eu: true,
    })
    expect(data?.shippingCountries).toContainEqual({
      countryCode: 'ch',
      nameDe: 'Schweiz',
      nameEn: 'Switzerland',
      eu: false,
    })
  })

  it('ADDR-04 of a billing address may be any that exists, and no other', async () => {
    const { visitor, goodsCents, address } = await buyer()
    const order = (billing: string) =>
      visitor.placeOrder(goodsCents + 590, {
        shippingAddress: address,
        billingAddress: { ...address, countryCode: billing },
        shippingMethod: world.parcel,
      })
    for (const wrong of ['zz', 'xx', 'd', '']) {
      expect(await order(wrong)).toMatchObject({
        code: 'BAD_INPUT',
        params: { field: 'input.billingAddress.countryCode' },
      })
    }
    const { code, data } = await order('ar')
    expect(code).toBeNull()
    const { order: placed } = await recordsOf(data?.placeOrder.cart.id ?? '')
    expect(placed.billingAddress.countryCode).toBe('ar')
    expect(placed.vatCents).toBeGreaterThan(0)
  })

  it('CHK-10 outside the EU contain no VAT in the order, at the same price', async () => {
    const { visitor, goodsCents, address } = await buyer('ch')
    const [carrier] = (await db.select().from(carriers)).filter(({ countryCodes }) => countryCodes.includes('ch'))
    const { code, data } = await visitor.placeOrder(goodsCents + (carrier?.priceCents ?? 0), {
      shippingAddress: { ...address, postCode: '8001', city: 'Zürich' },
      shippingMethod: carrier?.id,
    })
    expect(code).toBeNull()
    const { order } = await recordsOf(data?.placeOrder.cart.id ?? '')
    expect(order).toMatchObject({ countryCode: 'ch', vatCents: 0, subtotalCents: goodsCents })
  })
})
