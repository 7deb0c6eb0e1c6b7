/** An amount in euro cents. It is always a safe integer, so that sums and comparisons are exact. */
export type Cents = number

/** The VAT rate of merch and tickets, unless the catalogue sets another rate (UStG § 12: 19 %). */
export const STANDARD_VAT_BASIS_POINTS = 1900

/** Returns the VAT contained in a gross amount. The net amount is rounded half up to the cent. */
export function includedVatCents(grossCents: Cents, basisPoints: number): Cents {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + basisPoints))
}

/** Returns euros with two decimals after a dot, for machines and commands: 2490 becomes "24.90". */
export function decimalEuros(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

/** Parses euros with at most two decimals: "24.90" becomes 2490. Returns null for any other text. */
export function parseEuros(text: string): Cents | null {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  return parts && Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
