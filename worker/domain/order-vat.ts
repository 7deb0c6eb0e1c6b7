/**
 * The VAT an order's gross sums contain (CHK-10). Within the EU prices include it, at each item's own rate; what is
 * shipped elsewhere is sold at a final price without it. Shipping bears the highest rate of the goods it carries.
 */
import type { Cents } from '../../schema/money.ts'
import { includedVatCents, STANDARD_VAT_BASIS_POINTS } from '../../schema/money.ts'
import { isEuCountry } from './country.ts'

export function orderVatCents(order: {
  countryCode: string
  lines: { totalCents: Cents; vatBasisPoints: number }[]
  shippingCents: Cents
}): Cents {
  if (!isEuCountry(order.countryCode)) return 0
  const byRate = new Map<number, Cents>()
  for (const { totalCents, vatBasisPoints } of order.lines) {
    byRate.set(vatBasisPoints, (byRate.get(vatBasisPoints) ?? 0) + totalCents)
  }
  const shippingRate = byRate.size === 0 ? STANDARD_VAT_BASIS_POINTS : Math.max(...byRate.keys())
  byRate.set(shippingRate, (byRate.get(shippingRate) ?? 0) + order.shippingCents)
  let vat = 0
  for (const [rate, gross] of byRate) vat += includedVatCents(gross, rate)
  return vat
}
