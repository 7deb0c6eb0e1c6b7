const SIZE = /^(?:X{0,3}S|M|X{0,3}L|[2-9]XL|\d{2,3}(?:[/–-]\d{2,3})?)$/i

/** Whether the variants of a product differ in size, as those of clothes do, and not in format or value. */
export function areSizes(variants: { description: string }[]): boolean {
  return variants.every(({ description }) => SIZE.test(description.trim()))
}
