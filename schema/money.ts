/** Money is an integer number of cents in EUR. Nothing else is ever added, compared or stored. */

/** Euro cents, a safe integer. */
export type Cents = number

/** VAT in basis points that merch and tickets carry unless the catalogue says otherwise (UStG § 12: 19 %). */
export const STANDARD_VAT_BASIS_POINTS = 1900

/** The VAT contained in a gross amount, rounded half up to the cent. */
export function includedVatCents(grossCents: Cents, basisPoints: number): Cents {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + basisPoints))
}
