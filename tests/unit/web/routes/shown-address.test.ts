import { describe, expect, it } from 'vitest'
import { shownAddress } from '../../../../web/routes/checkout/shown-address.ts'

const COMPLETE = {
  firstName: 'Ida',
  lastName: 'Falk',
  company: 'Falk & Söhne',
  address: 'Hafenstraße 3',
  address2: '2. Stock',
  postCode: '04109',
  city: 'Leipzig',
  countryCode: 'de',
}

describe('the address of an order', () => {
  it('ADDR-01 is shown with its optional lines', () => {
    expect(shownAddress(COMPLETE)).toEqual(COMPLETE)
    const { company, address2, ...required } = COMPLETE
    expect(shownAddress(required)).toEqual({ ...required, company: '', address2: '' })
  })

  it.each([
    ['no address', null],
    ['a text', 'Hafenstraße 3'],
    ['an empty object', {}],
    ['an address without a city', { ...COMPLETE, city: '' }],
    ['an address with a number as its post code', { ...COMPLETE, postCode: 4109 }],
  ])('ADDR-01 is hidden if the API sends %s', (_, sent) => {
    expect(shownAddress(sent)).toBeNull()
  })
})
