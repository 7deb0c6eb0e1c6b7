import { expect, it } from 'vitest'
import { variantText } from '../../../../web/cart/place-facts.ts'

it.each([
  ['S', 'Größe S'],
  ['3XL', 'Größe 3XL'],
  ['134/140', 'Größe 134/140'],
  ['LP', 'LP'],
  ['50', '50'],
  ['Schwarz', 'Schwarz'],
  ['', ''],
])('CART-01 the line of an article names the variant %j as %j', (variantName, text) => {
  expect(variantText(variantName)).toBe(text)
})
