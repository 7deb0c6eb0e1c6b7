import { describe, expect, it } from 'vitest'
import { correctionContent, type InvoicedItem } from '../../../../worker/domain/orders/invoice.ts'

const item = (id: string, totalCents: number, more: Partial<InvoicedItem>): InvoicedItem => ({
  id,
  text: id,
  amount: 1,
  unitCents: totalCents,
  totalCents,
  voucherCents: 0,
  vatBasisPoints: 1900,
  physical: true,
  eventId: null,
  placeCountryCode: null,
  ...more,
})
const shirt = item('shirt', 3000, {})
const ticket = item('ticket', 10_000, { vatBasisPoints: 700, physical: false, eventId: 'evt', placeCountryCode: 'de' })
const order = { countryCode: 'de', shippingCents: 590, extraChargeCents: 0, voucherCents: 0 }

describe('the correction after a refund', () => {
  it.each<[string, InvoicedItem[], number, [rate: number, gross: number, vat: number][]]>([
    ['the price of goods has their rate', [shirt], 3000, [[1900, 3000, 479]]],
    ['goods and their delivery has the rate of the goods', [shirt], 3590, [[1900, 3590, 573]]],
    ['a ticket with a kept fee has its rate', [ticket], 9500, [[700, 9500, 621]]],
    [
      'no items in particular has all rates of the order',
      [],
      6795,
      [
        [1900, 1795, 287],
        [700, 5000, 327],
      ],
    ],
  ])('ORDER-06 of %s', (_what, items, amountCents, rates) => {
    const content = correctionContent(order, [shirt, ticket], items, amountCents)
    expect(content.grossCents).toBe(amountCents)
    expect(content.rates).toEqual(
      rates.map(([basisPoints, grossCents, vatCents]) => ({ basisPoints, grossCents, vatCents })),
    )
  })
})
