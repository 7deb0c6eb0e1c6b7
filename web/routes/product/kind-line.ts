type Kind = { productType: string; containerFormat: string | null; color: string | null }

/** PROD-02: "LP, Vinyl, Black". A format that the type or the colour repeats, such as "CD" or "red vinyl", is left out. */
export function kindLine({ productType, containerFormat, color }: Kind): string {
  const format = containerFormat?.toLowerCase() ?? ''
  const repeats = format === productType.toLowerCase() || color?.toLowerCase().split(' ').includes(format)
  return [productType, repeats ? null : containerFormat, color].filter(Boolean).join(', ')
}
