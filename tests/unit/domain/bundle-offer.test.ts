import { describe, expect, it } from 'vitest'
import type { BundlePart, BundleParts } from '../../../schema/catalogue-values.ts'
import { bundleOfferCents } from '../../../worker/domain/catalogue/bundle-offer.ts'

const both = (text: string) => ({ de: text, en: text })
const product = (productId: string): BundlePart => ({ productId })
const combination = (parts: BundlePart[], additional_price = 0, soldOut = false) => ({
  option_name: both('option'),
  additional_price,
  parts,
  ...(soldOut && { soldOutMessage: both('gone') }),
})
const empty: BundleParts = { common_items: [], combinations: [], additional_products: [], additional_product_group: [] }

function offerOf(bundle: Partial<BundleParts>, prices: Record<string, number>, optional: string[] = []): number | null {
  return bundleOfferCents(
    100,
    { ...empty, ...bundle },
    {
      lowestCents: ({ productId }) => prices[productId ?? ''] ?? null,
      isOptional: ({ productId }) => optional.includes(productId ?? ''),
    },
  )
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
})
