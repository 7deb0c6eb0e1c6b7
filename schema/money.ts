/** An amount in euro cents. It is always a safe integer, so that sums and comparisons are exact. */
export type Cents = number

/** The VAT rate of merch and tickets, unless the catalogue sets another rate (UStG § 12: 19 %). */
export const STANDARD_VAT_BASIS_POINTS = 1900

/** Returns the VAT contained in a gross amount. The net amount is rounded half up to the cent. */
export function includedVatCents(grossCents: Cents, basisPoints: number): Cents {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + basisPoints))
}
