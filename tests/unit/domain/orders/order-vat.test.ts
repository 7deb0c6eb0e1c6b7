import { describe, expect, it } from 'vitest'
import { orderVatCents } from '../../../../worker/domain/orders/order-vat.ts'

const order = (countryCode: string, lines: [totalCents: number, vatBasisPoints: number][], shippingCents = 0) =>
  orderVatCents({
    countryCode,
    lines: lines.map(([totalCents, vatBasisPoints]) => ({
      totalCents,
      vatBasisPoints,
      physical: true,
      placeCountryCode: null,
    })),
    shippingCents,
  })

describe('VAT of an order', () => {
  it('CHK-10 is included in the prices of merch within the EU', () => {
    expect(order('de', [[11_900, 1900]])).toBe(1900)
    expect(order('at', [[11_900, 1900]])).toBe(1900)
    expect(order('FR', [[2490, 1900]], 590)).toBe(492)
  })

  it('CHK-10 is zero for merch and its shipping to a country outside the EU', () => {
    for (const country of ['ch', 'us', 'gb', 'no']) expect(order(country, [[11_900, 1900]], 590)).toBe(0)
  })

  it('CHK-10 uses each item’s own rate, and the highest rate for shipping', () => {
    expect(order('de', [[10_700, 700]])).toBe(700)
    expect(
      order(
        'de',
        [
          [10_700, 700],
          [11_900, 1900],
        ],
        1190,
      ),
    ).toBe(700 + 1900 + 190)
    expect(order('de', [[10_700, 700]], 1070)).toBe(770)
    expect(order('de', [[5000, 0]])).toBe(0)
  })

  it('CHK-10 is rounded once per rate, not line by line', () => {
    expect(
      order(
        'de',
        Array.from({ length: 10 }, () => [99, 1900]),
      ),
    ).toBe(order('de', [[990, 1900]]))
  })

  it('CHK-10 depends on the country of the event for tickets and on the destination for merch', () => {
    const ticket = (placeCountryCode: string, physical = false) => ({
      totalCents: 10_700,
      vatBasisPoints: 700,
      physical,
      placeCountryCode,
    })
    const shirt = { totalCents: 11_900, vatBasisPoints: 1900, physical: true, placeCountryCode: null }
    const to = (countryCode: string, ...lines: Parameters<typeof orderVatCents>[0]['lines']) =>
      orderVatCents({ countryCode, lines, shippingCents: 0 })
    expect(to('ch', ticket('de'))).toBe(700)
    expect(to('ch', ticket('de', true))).toBe(700)
    expect(to('de', ticket('ch'))).toBe(0)
    expect(to('ch', ticket('de'), shirt)).toBe(700)
    expect(to('de', ticket('de'), shirt)).toBe(2600)
    expect(orderVatCents({ countryCode: 'ch', lines: [ticket('de'), shirt], shippingCents: 1490 })).toBe(700)
    expect(orderVatCents({ countryCode: 'ch', lines: [ticket('de', true)], shippingCents: 1070 })).toBe(770)
  })
})
