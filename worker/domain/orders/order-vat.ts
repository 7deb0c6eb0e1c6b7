/**
 * Computes the VAT contained in an order's gross amounts (CHK-10), at each item's own rate. Merchandise is taxed at its
 * destination: within the EU, prices include VAT; elsewhere the same price contains none. Admission is taxed at the
 * venue, wherever the buyer lives (German UStG § 3a Abs. 3 Nr. 3 a and 5, Directive 2006/112/EC Art. 53 and 54), for online
 * and hard tickets alike. So is the fee of a name change, which is an ancillary service related to the admission (the same
 * articles; Implementing Regulation (EU) 282/2011 Art. 33). Shipping and payment charges have the highest rate of the items in the parcel or, without a parcel, of
 * all items. A voucher is a means of payment (schema/tables/voucher.ts), so the VAT is that of the full prices.
 */
import type { Cents } from '../../../schema/money.ts'
import { includedVatCents, STANDARD_VAT_BASIS_POINTS } from '../../../schema/money.ts'
import { isEuCountry } from './country.ts'

type TaxedLine = {
  totalCents: Cents
  vatBasisPoints: number
  physical: boolean
  /** Country of the venue, for admission and the fee of a name change; null for items that are taxed at their destination. */
  placeCountryCode: string | null
}

type TaxedOrder = { countryCode: string; lines: TaxedLine[]; shippingCents: Cents }

/** The rate at which a line of the order is taxed, in basis points. */
export function rateOfLine(
  { countryCode }: Pick<TaxedOrder, 'countryCode'>,
  line: Omit<TaxedLine, 'totalCents'>,
): number {
  return isEuCountry(line.placeCountryCode ?? countryCode) ? line.vatBasisPoints : 0
}

/** The rate of shipping and payment charges, in basis points. */
export function rateOfShipping(order: Omit<TaxedOrder, 'shippingCents'>): number {
  const shipped = order.lines.filter(({ physical }) => physical)
  const inParcel = shipped.length > 0 ? shipped : order.lines
  return inParcel.length === 0
    ? STANDARD_VAT_BASIS_POINTS
    : Math.max(...inParcel.map((line) => rateOfLine(order, line)))
}

/** The gross amounts of the order and the VAT in them by rate, highest rate first. */
export function vatByRate(order: TaxedOrder): { basisPoints: number; grossCents: Cents; vatCents: Cents }[] {
  const byRate = new Map<number, Cents>()
  const add = (rate: number, gross: Cents) => byRate.set(rate, (byRate.get(rate) ?? 0) + gross)
  for (const line of order.lines) add(rateOfLine(order, line), line.totalCents)
  add(rateOfShipping(order), order.shippingCents)
  return [...byRate]
    .filter(([, grossCents]) => grossCents > 0)
    .map(([basisPoints, grossCents]) => ({
      basisPoints,
      grossCents,
      vatCents: includedVatCents(grossCents, basisPoints),
    }))
    .sort((one, other) => other.basisPoints - one.basisPoints)
}

export function orderVatCents(order: TaxedOrder): Cents {
  return vatByRate(order).reduce((sum, { vatCents }) => sum + vatCents, 0)
}
