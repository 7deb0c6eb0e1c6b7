import { expect, it } from 'vitest'
import { areSizes } from '../../../../schema/rules/variant-size.ts'

it.each([
  [['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'], true],
  [['98/104', '110/116'], true],
  [['38', '40'], true],
  [['CD', '12" LP'], false],
  [['25 €', '50 €'], false],
  [['S', 'Kassette'], false],
])('PROD-03 of %j says whether they are sizes: %s', (names, sizes) => {
  expect(areSizes(names.map((description) => ({ description })))).toBe(sizes)
})
