import { describe, expect, it } from 'vitest'
import { servedCountries } from '../../../../worker/domain/orders/country.ts'

const carriers = [{ countryCodes: ['de', 'ch'] }, { countryCodes: ['at', 'de'] }]

describe('served countries', () => {
  it('ADDR-04 include each country of the carriers once, with its names in both languages', () => {
    expect(servedCountries(carriers).map(({ countryCode, nameDe, nameEn }) => [countryCode, nameDe, nameEn])).toEqual([
      ['at', 'Österreich', 'Austria'],
      ['ch', 'Schweiz', 'Switzerland'],
      ['de', 'Deutschland', 'Germany'],
    ])
  })

  it('ADDR-04 are marked if they are members of the EU', () => {
    expect(servedCountries(carriers).map(({ countryCode, eu }) => [countryCode, eu])).toEqual([
      ['at', true],
      ['ch', false],
      ['de', true],
    ])
  })
})
