import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../worker/domain/cart/cart-line.ts'
import { type Carrier, carriersFor, parcelOf } from '../../../../worker/domain/orders/shipping.ts'
import { cartItem, merch, sellableMap, ticket } from '../../../support/sellable-builder.ts'

const carrier = (id: string, overrides: Partial<Carrier> = {}): Carrier => ({
  id,
  name: { de: id, en: id },
  description: { de: '', en: '' },
  priceCents: 590,
  countryCodes: ['de'],
  minWeightGrams: 0,
  maxWeightGrams: 31_500,
  verifiesAge: false,
  ticketsOnly: false,
  ...overrides,
})
const carriers = [
  carrier('express', { priceCents: 1290 }),
  carrier('parcel'),
  carrier('letter', { priceCents: 390, ticketsOnly: true, maxWeightGrams: 500 }),
  carrier('age', { priceCents: 990, verifiesAge: true }),
  carrier('abroad', { countryCodes: ['at', 'ch'] }),
]
const shirt = merch('shirt')
const gin = merch('gin', { ageRestricted: true, weightGrams: 1200 })
const online = ticket('online')
const hard = ticket('hard', { physical: true, weightGrams: 20 })
const sellables = sellableMap(shirt, gin, online, hard)
const ids = (items: ReturnType<typeof cartItem>[], country = 'de') => {
  const parcel = parcelOf(linesOf(items, sellables))
  return parcel ? carriersFor(carriers, parcel, country).map(({ id }) => id) : null
}

describe('shipping', () => {
  it('CHK-04 is not needed without physical items', () => {
    expect(ids([cartItem(online)])).toBeNull()
  })

  it('CHK-04 offers the carriers for the country and the weight, sorted by price', () => {
    expect(ids([cartItem(shirt)])).toEqual(['parcel', 'express'])
    expect(ids([cartItem(shirt)], 'at')).toEqual(['abroad'])
    expect(ids([cartItem(shirt)], 'us')).toEqual([])
    expect(ids([cartItem(shirt, { amount: 9 }), cartItem(merch('shirt'), { amount: 160 })])).toEqual([])
  })

  it('CHK-04 offers a letter only for hard tickets without merch', () => {
    expect(ids([cartItem(hard)])).toEqual(['letter', 'parcel', 'express'])
    expect(ids([cartItem(hard), cartItem(shirt)])).toEqual(['parcel', 'express'])
  })

  it('CHK-06 offers only carriers that verify the age for age-restricted items', () => {
    expect(ids([cartItem(gin), cartItem(shirt)])).toEqual(['age'])
  })
})
