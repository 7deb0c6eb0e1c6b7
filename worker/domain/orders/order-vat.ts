/**
 * The VAT an order's gross sums contain (CHK-10), at each item's own rate. Goods are taxed where they go: within the EU
 * prices include VAT, and what is shipped elsewhere is sold at a final price without it. Admission is taxed where the
 * concert is, wherever the buyer lives (German UStG § 3a Abs. 3 Nr. 5, Directive 2006/112/EC Art. 54), online tickets and
 * hard ones alike. Shipping bears the highest rate of the goods it carries.
 */
import type { Cents } from '../../../schema/money.ts'
import { includedVatCents, STANDARD_VAT_BASIS_POINTS } from '../../../schema/money.ts'
import { isEuCountry } from './country.ts'

type TaxedLine = {
  totalCents: Cents
  vatBasisPoints: number
  physical: boolean
  /** Of the venue, for admission; null for what is taxed where it goes. */
  placeCountryCode: string | null
}

export function orderVatCents(order: { countryCode: string; lines: TaxedLine[]; shippingCents: Cents }): Cents {
  const byRate = new Map<number, Cents>()
  const add = (rate: number, gross: Cents) => byRate.set(rate, (byRate.get(rate) ?? 0) + gross)
  const rateOf = ({ vatBasisPoints, placeCountryCode }: TaxedLine) =>
    isEuCountry(placeCountryCode ?? order.countryCode) ? vatBasisPoints : 0
  for (const line of order.lines) add(rateOf(line), line.totalCents)
  const shipped = order.lines.filter(({ physical }) => physical)
  const carried = shipped.length > 0 ? shipped : order.lines
  const shippingRate = carried.length === 0 ? STANDARD_VAT_BASIS_POINTS : Math.max(...carried.map(rateOf))
  add(shippingRate, order.shippingCents)
  let vat = 0
  for (const [rate, gross] of byRate) vat += includedVatCents(gross, rate)
  return vat
}
