import { describe, expect, it } from 'vitest'
import { bundleIsComplete } from '../../../worker/domain/bundle.ts'
import { merch, ticket } from '../../support/sellable-builder.ts'

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

describe('bundles', () => {
  it('BND-03 takes root, common items and one combination', () => {
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat)])).toEqual({ ok: true })
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat), member(cap)])).toEqual({ ok: true })
  })

  it.each([
    ['no root', [member(shirt), member(seat)]],
    ['no common item', [member(root, 1, 0), member(seat)]],
    ['no combination', [member(root), member(shirt)]],
    ['a combination that does not exist', [member(root, 1, 7), member(shirt)]],
    ['a sold-out combination', [member(root, 1, 1), member(shirt)]],
    ['a part twice', [member(root, 1, 0), member(shirt), member(shirt), member(seat)]],
    ['two roots', [member(root, 1, 0), member(root, 1, 0), member(shirt), member(seat)]],
  ])('BND-05 refuses %s', (_what, members) => {
    expect(bundleIsComplete(members)).toEqual({ ok: false, code: 'BUNDLE_NOT_AVAILABLE', params: {} })
  })

  it('BND-04 allows one ticket in a bundle, more only where the event says so', () => {
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(seat, 2)])).toEqual({
      ok: false,
      code: 'TICKET_BUNDLE_LIMIT_EXCEEDED',
      params: { limit: 1 },
    })
    const generous = ticket('seat', {}, { maxTicketsPerBundle: 2 })
    expect(bundleIsComplete([member(root, 1, 0), member(shirt), member(generous, 2)])).toEqual({ ok: true })
  })
})
