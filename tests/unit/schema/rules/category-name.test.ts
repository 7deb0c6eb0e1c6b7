import { expect, test } from 'vitest'
import { categoryIsHidden, ticketName } from '../../../../schema/rules/category-name.ts'

test('EVT-02 categoryIsHidden is true for a category named Default', () => {
  expect(categoryIsHidden('Default')).toBe(true)
  expect(categoryIsHidden('Standing')).toBe(false)
})

test.each([
  ['Standing', 'Full price', 'Standing, Full price'],
  ['Default', 'Full price', 'Full price'],
  ['Standing', 'Standing', 'Standing'],
  ['Standing', '', 'Standing'],
])('EVT-02 ticketName of category “%s” and variant “%s” is “%s”', (category, variant, name) => {
  expect(ticketName(category, variant)).toBe(name)
})
