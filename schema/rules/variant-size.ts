const SIZE = /^(?:X{0,3}S|M|X{0,3}L|[2-9]XL|\d{2,3}(?:[/–-]\d{2,3})?)$/i

/**
 * Whether a variant's name alone is a size of clothes, such as `M`, `3XL` or `134/140`. A single number may be something else, such
 * as a weight.
 */
export function isSize(variantName: string): boolean {
  return SIZE.test(variantName.trim()) && !/^\d+$/.test(variantName.trim())
}

/** Whether the variants of a product differ in size, as those of clothes do, and not in format or value. */
export function areSizes(variants: { description: string }[]): boolean {
  return variants.every(({ description }) => SIZE.test(description.trim()))
}
