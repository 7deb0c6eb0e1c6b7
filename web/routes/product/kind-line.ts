type Kind = { productType: string; containerFormat: string | null; color: string | null }

/** PROD-02: "LP, Vinyl, Black". A format that only repeats the type, such as "CD", is left out. */
export function kindLine({ productType, containerFormat, color }: Kind): string {
  const repeats = containerFormat?.toLowerCase() === productType.toLowerCase()
  return [productType, repeats ? null : containerFormat, color].filter(Boolean).join(', ')
}
