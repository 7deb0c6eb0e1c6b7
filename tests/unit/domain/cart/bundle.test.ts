import { describe, expect, it } from 'vitest'
import { bundleIsComplete, missingAdditions } from '../../../../worker/domain/cart/bundle.ts'
import { merch, ticket } from '../../../support/sellable-builder.ts'

const shirt = merch('shirt')
const cap = merch('cap')
const seat = ticket('seat')
const root = merch('root', {
  bundle: {
    common_items: [{ productId: 'product-shirt' }],
    combinations: [
      { option_name: { de: 'Berlin', en: 'Berlin' }, additional_price: 0, parts: [{ eventId: 'event' }] },
      {
        option_name: { de: 'Wien', en: 'Vienna' },
        additional_price: 0,
        parts: [],
        soldOutMessage: { de: 'weg', en: 'gone' },
      },
    ],
    additional_products: [{ productId: 'product-cap' }],
    additional_product_group: [],
  },
})
const member = (sellable: typeof root, amount = 1, option: number | null = null) => ({ sellable, amount, option })

const optionalProducts = new Set(['product-cap'])

describe('bundleIsComplete', () => {
  it('BND-03 accepts the root, the common items and one combination', () => {
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat)], optionalProducts)).toEqual({ ok: true })
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat), member(cap)])).toEqual({ ok: true })
  })

  it.each([
    ['a missing root', [member(shirt), member(seat)]],
    ['a missing common item', [member(root, 1, 0), member(seat)]],
    ['a missing combination', [member(root), member(shirt)]],
    ['a combination that does not exist', [member(root, 1, 7), member(shirt)]],
    ['a sold-out combination', [member(root, 1, 1), member(shirt)]],
    ['a part twice', [member(root, 1, 0), member(shirt), member(shirt), member(seat)]],
    ['two roots', [member(root, 1, 0), member(root, 1, 0), member(shirt), member(seat)]],
  ])('BND-05 rejects %s', (_what, members) => {
    expect(bundleIsComplete(members, optionalProducts)).toEqual({ ok: false, code: 'BUNDLE_NOT_AVAILABLE', params: {} })
  })

  it('BND-04 accepts only one ticket per bundle unless the event sets a higher limit', () => {
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat, 2)])).toEqual({
      ok: false,
      code: 'TICKET_BUNDLE_LIMIT_EXCEEDED',
      params: { limit: 1 },
    })
    const generous = ticket('seat', {}, { maxTicketsPerBundle: 2 })
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(generous, 2)], optionalProducts)).toEqual({
      ok: true,
    })
  })

  it('BND-03 requires an additional product unless it is optional', () => {
    const without = [member(root, 1, 0), member(shirt), member(seat)]
    expect(missingAdditions(without)).toEqual(['product-cap'])
    expect(bundleIsComplete(without)).toMatchObject({ code: 'BUNDLE_NOT_AVAILABLE' })
    expect(missingAdditions([...without, member(cap)])).toEqual([])
  })

  it('BND-03 accepts at most one product of the additional group', () => {
    const pin = merch('pin')
    const choice = merch('choice', {
      bundle: {
        common_items: [],
        combinations: [],
        additional_products: [],
        additional_product_group: [{ productId: 'product-cap' }, { productId: 'product-pin' }],
      },
    })
    expect(bundleIsComplete([member(choice)])).toEqual({ ok: true })
    expect(bundleIsComplete([member(choice), member(pin)])).toEqual({ ok: true })
    expect(bundleIsComplete([member(choice), member(cap), member(pin)])).toMatchObject({ code: 'BUNDLE_NOT_AVAILABLE' })
  })

  it('BND-03 accepts the parts in any order', () => {
    const small = merch('small', { productId: 'product-shirt' })
    const large = merch('large', { productId: 'product-shirt' })
    const pair = merch('pair', {
      bundle: {
        common_items: [{ productId: 'product-shirt' }, { productId: 'product-shirt', variantIds: ['small'] }],
        combinations: [],
        additional_products: [{ productId: 'product-cap' }],
        additional_product_group: [{ productId: 'product-cap' }],
      },
    })
    const members = [pair, small, large, cap].map((sellable) => member(sellable))
    for (const [a, b, c, d] of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 0, 3, 2],
      [2, 3, 0, 1],
    ] as const) {
      const shuffled = [a, b, c, d].flatMap((index) => members[index] ?? [])
      expect(bundleIsComplete(shuffled, optionalProducts)).toEqual({ ok: true })
    }
    const twoLarge = [pair, large, large].map((sellable) => member(sellable))
    expect(bundleIsComplete(twoLarge, optionalProducts)).toMatchObject({ code: 'BUNDLE_NOT_AVAILABLE' })
  })
})
