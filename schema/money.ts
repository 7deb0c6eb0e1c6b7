/** Money is an integer number of cents in EUR. Nothing else is ever added, compared or stored. */

/** Euro cents, a safe integer. */
export type Cents = number

export const CURRENCY = 'EUR'

/** VAT in basis points that merch and tickets carry unless the catalogue says otherwise (UStG § 12: 19 %). */
export const STANDARD_VAT_BASIS_POINTS = 1900

/** True for a whole, safe number of cents; negative amounts only appear as differences. */
export function isCents(value: unknown): value is Cents {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/** The VAT contained in a gross amount, rounded half up to the cent. */
export function includedVatCents(grossCents: Cents, basisPoints: number): Cents {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + basisPoints))
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}
