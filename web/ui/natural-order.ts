let collator: Intl.Collator | undefined

/**
 * Compares names of rows and seats for `sort`, so that seat 9 precedes seat 10. The rules of the language take a slow phone
 * about 80 ms to load, so they are loaded at the first comparison and not with the module.
 */
export function inNaturalOrder(a: string, b: string): number {
  collator ??= new Intl.Collator('de', { numeric: true })
  return collator.compare(a, b)
}
