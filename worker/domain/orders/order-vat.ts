/**
 * Computes the VAT contained in an order's gross amounts (CHK-10), at each item's own rate. Merchandise is taxed at its
 * destination: within the EU, prices include VAT; elsewhere the same price contains none. Admission is taxed at the
 * venue, wherever the buyer lives (German UStG § 3a Abs. 3 Nr. 5, Directive 2006/112/EC Art. 54), for online and hard
 * tickets alike. Shipping and payment charges have the highest rate of the items in the parcel or, without a parcel, of
 * all items. A voucher is a means of payment (schema/tables/voucher.ts), so the VAT is that of the full prices.
 */
import type { Cents } from '../../../schema/money.ts'
import { includedVatCents, STANDARD_VAT_BASIS_POINTS } from '../../../schema/money.ts'
import { isEuCountry } from './country.ts'

type TaxedLine = {
  totalCents: Cents
  vatBasisPoints: number
  physical: boolean
  /** Country of the venue, for admission; null for items that are taxed at their destination. */
  placeCountryCode: string | null
}

export function orderVatCents(order: { countryCode: string; lines: TaxedLine[]; shippingCents: Cents }): Cents {
  const byRate = new Map<number, Cents>()
  const add = (rate: number, gross: Cents) => byRate.set(rate, (byRate.get(rate) ?? 0) + gross)
  const rateOf = ({ vatBasisPoints, placeCountryCode }: TaxedLine) =>
    isEuCountry(placeCountryCode ?? order.countryCode) ? vatBasisPoints : 0
  for (const line of order.lines) add(rateOf(line), line.totalCents)
  const shipped = order.lines.filter(({ physical }) => physical)
  const inParcel = shipped.length > 0 ? shipped : order.lines
  const shippingRate = inParcel.length === 0 ? STANDARD_VAT_BASIS_POINTS : Math.max(...inParcel.map(rateOf))
  add(shippingRate, order.shippingCents)
  let vat = 0
  for (const [rate, gross] of byRate) vat += includedVatCents(gross, rate)
  return vat
}
