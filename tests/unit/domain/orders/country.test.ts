import { describe, expect, it } from 'vitest'
import { servedCountries } from '../../../../worker/domain/orders/country.ts'

const carriers = [{ countryCodes: ['de', 'ch'] }, { countryCodes: ['at', 'de'] }]

describe('served countries', () => {
  it('ADDR-04 include each country of the carriers once, with its name in the requested language', () => {
    expect(servedCountries(carriers, 'de').map(({ name }) => name)).toEqual(['Deutschland', 'Österreich', 'Schweiz'])
    expect(servedCountries(carriers, 'en').map(({ name }) => name)).toEqual(['Austria', 'Germany', 'Switzerland'])
  })

  it('ADDR-04 are marked if they are members of the EU', () => {
    expect(servedCountries(carriers, 'de').map(({ countryCode, eu }) => [countryCode, eu])).toEqual([
      ['de', true],
      ['at', true],
      ['ch', false],
    ])
  })
})
