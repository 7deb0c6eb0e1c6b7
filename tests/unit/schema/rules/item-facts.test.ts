import { expect, it } from 'vitest'
import { placeBeside, variantBeside } from '../../../../schema/rules/item-facts.ts'

it('CART-08 placeBeside leaves out a place with which the name of the variant begins', () => {
  expect(placeBeside('Floor, Full price', 'Floor', [])).toBe('')
  expect(placeBeside('Floor', 'Floor', [])).toBe('')
  expect(placeBeside('Floorball, Full price', 'Floor', [])).toBe('Floor')
  expect(placeBeside('Full price', 'Block A, row 3, seat 12', [])).toBe('Block A, row 3, seat 12')
  expect(placeBeside('Size M', '', [])).toBe('')
})

it('SEAT-14 placeBeside keeps the properties of a place that it leaves out', () => {
  expect(placeBeside('Rang, Vollpreis', 'Rang', ['eingeschränkte Sicht'])).toBe('eingeschränkte Sicht')
  expect(placeBeside('Vollpreis', 'Rang', ['eingeschränkte Sicht'])).toBe('Rang · eingeschränkte Sicht')
})

it('CHK-07 variantBeside leaves out a variant with the name of the product, and no variant whose name is part of a word', () => {
  expect(variantBeside('Aschenfirn – Firngeist Gin (Spirituose)', 'Firngeist Gin')).toBe('')
  expect(variantBeside('Aschenfirn – Firngeist Gin', 'Firngeist Gin')).toBe('')
  expect(variantBeside('Firngeist Gin (Spirituose)', 'Firngeist Gin')).toBe('')
  expect(variantBeside('Motel Meteor – Hemd (T-Shirt)', 'M')).toBe('M')
  expect(variantBeside('Aschenfirn – Firngeist Gin (Spirituose)', 'Gin')).toBe('Gin')
})
