/**
 * Decides which carriers accept a parcel, by country, weight and contents. Some carriers, such as letter post, accept
 * only tickets. Age-restricted parcels go only to carriers that verify the recipient's age, and those carriers accept
 * no others.
 */
import type { Localised } from '../../../schema/locale.ts'
import type { Cents } from '../../../schema/money.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { flatLines } from '../cart/cart-line.ts'

export type Carrier = {
  id: string
  name: Localised
  description: Localised
  priceCents: Cents
  countryCodes: string[]
  minWeightGrams: number
  maxWeightGrams: number
  verifiesAge: boolean
  ticketsOnly: boolean
}

export type Parcel = { weightGrams: number; ageRestricted: boolean; onlyTickets: boolean }

/** Returns null if nothing is shipped. */
export function parcelOf(lines: CartLine[]): Parcel | null {
  const physical = flatLines(lines).filter((line) => line.sellable.physical)
  if (physical.length === 0) return null
  return {
    weightGrams: physical.reduce((sum, line) => sum + line.sellable.weightGrams * line.amount, 0),
    ageRestricted: physical.some((line) => line.sellable.ageRestricted),
    onlyTickets: physical.every((line) => line.sellable.event !== null),
  }
}

/** Returns the carriers that accept the parcel, cheapest first. `countryCode` is lower case. */
export function carriersFor<Any extends Carrier>(carriers: Any[], parcel: Parcel, countryCode: string): Any[] {
  return carriers
    .filter(
      (carrier) =>
        carrier.countryCodes.includes(countryCode) &&
        parcel.weightGrams >= carrier.minWeightGrams &&
        parcel.weightGrams <= carrier.maxWeightGrams &&
        carrier.verifiesAge === parcel.ageRestricted &&
        (!carrier.ticketsOnly || parcel.onlyTickets),
    )
    .sort((a, b) => a.priceCents - b.priceCents)
}
