/** Money is always an integer number of euro cents, so that sums and comparisons are exact. */

/** Euro cents, a safe integer. */
export type Cents = number

/** The VAT rate in basis points of merch and tickets, unless the catalogue sets another one (UStG § 12: 19 %). */
export const STANDARD_VAT_BASIS_POINTS = 1900

/** The VAT contained in a gross amount, rounded half up to the cent. */
export function includedVatCents(grossCents: Cents, basisPoints: number): Cents {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + basisPoints))
}
