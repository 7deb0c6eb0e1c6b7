import { describe, expect, it } from 'vitest'
import type { BundlePart, BundleParts } from '../../../schema/catalogue-values.ts'
import { bundleOffer, spanOf } from '../../../worker/domain/catalogue/bundle-offer.ts'

const both = (text: string) => ({ de: text, en: text })
const product = (productId: string): BundlePart => ({ productId })
const combination = (parts: BundlePart[], additional_price = 0, soldOut = false) => ({
  option_name: both('option'),
  additional_price,
  parts,
  ...(soldOut && { soldOutMessage: both('gone') }),
})
const empty: BundleParts = { common_items: [], combinations: [], additional_products: [], additional_product_group: [] }

/** The prices of the available variants of each product. */
type Prices = Record<string, number | number[]>

function spanOfBundle(bundle: Partial<BundleParts>, prices: Prices, optional: string[] = []) {
  return bundleOffer(
    100,
    { ...empty, ...bundle },
    {
      span: ({ productId }) => spanOf([prices[productId ?? ''] ?? []].flat()),
      isOptional: ({ productId }) => optional.includes(productId ?? ''),
    },
  )
}

function offerOf(...bundle: Parameters<typeof spanOfBundle>): number | null {
  return spanOfBundle(...bundle)?.lowest ?? null
}

describe('the lowest price of a bundle', () => {
  it('BND-05 is its own price, the prices of its required parts, and the cheapest combination with its surcharge', () => {
    const bundle = {
      common_items: [product('lp')],
      additional_products: [product('pin'), product('bag')],
      combinations: [combination([product('shirt')], 500), combination([product('hoodie')])],
      additional_product_group: [product('mug')],
    }
    const prices = { lp: 2000, pin: 300, bag: 900, shirt: 1500, hoodie: 3000, mug: 700 }
    expect(offerOf(bundle, prices, ['bag'])).toBe(100 + 2000 + 300 + 2000)
    expect(offerOf(bundle, { ...prices, hoodie: 1800 }, ['bag'])).toBe(100 + 2000 + 300 + 1800)
  })

  it('BND-05 leaves out combinations that are sold out, also if only one of their parts is', () => {
    const bundle = {
      combinations: [
        combination([product('shirt')], 0, true),
        combination([product('pin'), product('gone')]),
        combination([product('hoodie')]),
      ],
    }
    expect(offerOf(bundle, { shirt: 100, pin: 100, hoodie: 3000 })).toBe(3100)
    expect(offerOf(bundle, { shirt: 100, pin: 100 })).toBeNull()
  })

  it('BND-05 is unknown if a required part is sold out, but not if a part is that may be left out', () => {
    expect(offerOf({ common_items: [product('lp'), product('gone')] }, { lp: 100 })).toBeNull()
    expect(offerOf({ additional_products: [product('gone')] }, {})).toBeNull()
    expect(
      offerOf({ common_items: [product('lp')], additional_products: [product('gone')] }, { lp: 900 }, ['gone']),
    ).toBe(1000)
  })

  it('BND-05 has a highest price above it if a part or a combination has several prices, but not for parts that may be left out', () => {
    const parts = {
      common_items: [product('lp')],
      combinations: [combination([product('shirt')]), combination([product('cap')], 300)],
    }
    expect(spanOfBundle(parts, { lp: 2000, shirt: 1500, cap: 1200 })).toEqual({ lowest: 3600, highest: 3600 })
    expect(spanOfBundle(parts, { lp: 2000, shirt: [1500, 1700], cap: 1200 })).toEqual({ lowest: 3600, highest: 3800 })
    const extra = { common_items: [product('lp')], additional_products: [product('mug')] }
    expect(spanOfBundle(extra, { lp: 2000, mug: [700, 900] }, ['mug'])).toEqual({ lowest: 2100, highest: 2100 })
  })
})
