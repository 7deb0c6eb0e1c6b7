import { describe, expect, it } from 'vitest'
import { struckPrice } from '../../../../worker/domain/catalogue/struck-price.ts'

describe('struck price', () => {
  it.each([
    { now: 1900, former: 2500, lowest: 2400, struck: 2400 },
    { now: 1900, former: 2500, lowest: 2600, struck: 2500 },
    { now: 1900, former: 2500, lowest: 1900, struck: null },
    { now: 1900, former: 2500, lowest: 1800, struck: null },
    { now: 1900, former: 2500, lowest: null, struck: null },
    { now: 1900, former: 1900, lowest: 2400, struck: null },
    { now: 1900, former: null, lowest: 2400, struck: null },
  ])(
    'PROD-02 is $struck for a price of $now, a former price of $former and a lowest price of $lowest',
    ({ now, former, lowest, struck }) => {
      expect(struckPrice({ priceCents: now, originalPriceCents: former }, lowest)).toBe(struck)
    },
  )
})
