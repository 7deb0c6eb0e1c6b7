import { describe, expect, it } from 'vitest'
import { linesOf, subtotalCents } from '../../../../worker/domain/cart/cart-line.ts'
import { cartItem, heldSeat, merch, sellableMap, ticket } from '../../../support/sellable-builder.ts'

const shirt = merch('shirt')
const cap = merch('cap', { priceCents: 1990 })
const mug = merch('mug', { personalised: true })
const seat = ticket('seat')
const box = merch('box', {
  priceCents: 1000,
  bundle: {
    common_items: [],
    combinations: [{ option_name: { de: 'Berlin', en: 'Berlin' }, additional_price: -300, parts: [] }],
    additional_products: [],
    additional_product_group: [],
  },
})
const sellables = sellableMap(shirt, cap, mug, seat, box)

describe('cart lines', () => {
  it('CART-01 merge plain merch of one variant into a line with a quantity', () => {
    const lines = linesOf([cartItem(shirt), cartItem(cap), cartItem(shirt, { amount: 2 })], sellables)
    expect(lines.map(({ sellable, amount, totalCents }) => [sellable.variantId, amount, totalCents])).toEqual([
      ['shirt', 3, 3 * 2490],
      ['cap', 1, 1990],
    ])
    expect(lines[0]?.items).toHaveLength(2)
  })

  it('CART-01 keep seated and personalised items separate', () => {
    const lines = linesOf(
      [
        cartItem(seat, { hold: heldSeat('1') }),
        cartItem(seat, { hold: heldSeat('2') }),
        cartItem(mug, { personalIdentifier: 'Ida' }),
        cartItem(mug, { personalIdentifier: 'Ben' }),
      ],
      sellables,
    )
    expect(lines).toHaveLength(4)
    expect(lines.every((line) => line.fixedAmount)).toBe(true)
  })

  it('BND-06 group the parts of a bundle under its root, and include the combination’s price in the sum', () => {
    const lines = linesOf(
      [
        cartItem(shirt, { bundleKey: 'b1' }),
        cartItem(box, { bundleKey: 'b1', bundleOption: 0 }),
        cartItem(seat, { bundleKey: 'b1', hold: heldSeat('1') }),
        cartItem(shirt),
      ],
      sellables,
    )
    expect(lines).toHaveLength(2)
    const root = lines.find((line) => line.type === 'bundle')
    expect(root?.bundled.map((part) => part.sellable.variantId)).toEqual(['shirt', 'seat'])
    expect(root?.totalSumCents).toBe(1000 - 300 + 2490 + 4500)
    expect(subtotalCents(lines)).toBe(700 + 2490 + 4500 + 2490)
  })

  it('CART-02 omit items that are no longer in the catalogue', () => {
    expect(linesOf([cartItem(merch('gone'))], sellables)).toEqual([])
  })
})
